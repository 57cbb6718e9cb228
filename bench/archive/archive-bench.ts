// Measures the export of an organization with 100,000 links and five million clicks. A separate process writes the
// export: once without interruption, and once killed (SIGKILL) at half and started again. Prints the time, the peak
// memory of the process, and the bytes.
//
//   npm run bench -- archive [--clicks 5000000] [--links 100000]
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { organizationId as toOrganizationId } from '@linkshelf/contract'
import pg from 'pg'
import { createRequestContext, fail, findSystemContext } from '../../apps/server/src/access/index.ts'
import { createExport } from '../../apps/server/src/data-transfer/export/exports.ts'
import { startEngineProcess } from '../../apps/server/test/databases/start-engine-process.ts'
import { openBenchAccount } from '../../harness/open-bench-account.ts'
import { openBenchPostgres } from '../../harness/open-bench-postgres.ts'
import { fillClicks, findFilledProject } from '../analytics/fill-clicks.ts'
import { fillProjects } from '../links/fill-projects.ts'
import { printMachine } from '../measure.ts'

const { values: given } = parseArgs({
  allowPositionals: true,
  options: { clicks: { type: 'string', default: '5000000' }, links: { type: 'string', default: '100000' } },
})
const linkCount = Number(given.links)
// The second of the two filled projects gets nine tenths of the clicks.
const fill = { clicks: Math.round(Number(given.clicks) / 0.9), projects: 2, until: new Date() }

const folder = await mkdtemp(join(tmpdir(), 'linkshelf-bench-'))
const engine = await startEngineProcess(folder)
await using postgres = await openBenchPostgres()
await using account = await openBenchAccount(postgres, engine.url)
const owner = new pg.Client({ connectionString: postgres.url })
await owner.connect()
await fillClicks(account.deps.clickhouse, fill)
const organizationId = toOrganizationId.parse(account.organization.id)
const { projectId } = await findFilledProject(account.deps.clickhouse, fill, 1)
await owner.query(`insert into projects (id, organization_id, name, description) values ($1, $2, 'Filled', '')`, [
  projectId,
  organizationId,
])
await fillProjects(postgres.url, [{ organizationId, projectId, linkCount }], 0)

const job = createRequestContext(account.deps, { actor: { kind: 'system', name: 'bench' }, source: 'command' })
const ctx = (await findSystemContext(job, organizationId)) ?? fail('NOT_FOUND')
printMachine({})
const whole = await exportOnce()
const resumed = await exportOnce({ killAtPart: Math.floor(whole.parts / 2) })
console.table({ 'in one go': whole, 'killed at half, and resumed': resumed })
if (whole.rows !== resumed.rows - 2) throw new Error(`${whole.rows} rows, and ${resumed.rows} with the two entries about the first export`)

await owner.end()
await engine.stop()
await rm(folder, { recursive: true, force: true })

interface WriteFigures {
  seconds: number
  /** The CPU time of the process, which is its duration on an idle machine. */
  'CPU seconds': number
  'peak MB': number
  parts: number
  MB: number
  rows: number
}

/**
 * Creates an export and runs its job in a separate process. If `killAtPart` is given, the first process is killed after
 * that part and a second process continues.
 */
async function exportOnce({ killAtPart = Number.POSITIVE_INFINITY } = {}): Promise<WriteFigures> {
  const { export_id: exportId } = await createExport(account.deps, ctx)
  const startedAt = performance.now()
  const peaks: number[] = []
  let cpuSeconds = 0
  if (Number.isFinite(killAtPart)) {
    const killed = startWriter(exportId)
    while (((await selectExport(exportId))?.part_count ?? 0) < killAtPart) await wait(50)
    peaks.push(readPeakMegabytes(killed))
    cpuSeconds += readCpuSeconds(killed)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
  }
  const writer = startWriter(exportId)
  const exit = once(writer, 'exit')
  await once(writer, 'message') // the export is done, and the process waits
  peaks.push(readPeakMegabytes(writer))
  cpuSeconds += readCpuSeconds(writer)
  const seconds = (performance.now() - startedAt) / 1_000
  writer.disconnect()
  await exit
  const { part_count, byte_count, row_count } = (await selectExport(exportId)) ?? {}
  return {
    seconds: Number(seconds.toFixed(1)),
    'CPU seconds': Math.round(cpuSeconds),
    'peak MB': Math.round(Math.max(...peaks)),
    parts: part_count ?? 0,
    MB: Math.round(Number(byte_count) / 1e6),
    rows: Number(row_count),
  }
}

function startWriter(exportId: string): ChildProcess {
  const job = { databaseUrl: postgres.accounts.jobs, clickhouseUrl: engine.url, organizationId, exportId }
  return fork(new URL('./write-archive-process.ts', import.meta.url), [JSON.stringify(job)])
}

function readPeakMegabytes({ pid }: ChildProcess): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
}

/** Returns the CPU time of a process. /proc counts it in hundredths of a second (proc(5), stat, fields 14 and 15). */
function readCpuSeconds({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

async function selectExport(id: string) {
  const { rows } = await owner.query<{ part_count: number; byte_count: string; row_count: string }>(
    'select part_count, byte_count, row_count from data_exports where id = $1',
    [id],
  )
  return rows[0]
}
