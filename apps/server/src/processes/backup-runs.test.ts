import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { recordLog } from '../../test/record-log.ts'
import { readConfig } from '../config.ts'
import { openBackupRuns } from './backup-runs.ts'

/** A program that replaces `linkshelf`: it writes its arguments to a file, and ends as the setting `OUTCOME` says. */
const program = `
import { writeFileSync } from 'node:fs'
const end = (code) => { writeFileSync(process.env.OUTPUT + '.end', String(code)); process.exit(code) }
process.on('SIGTERM', () => end(5))
writeFileSync(process.env.OUTPUT, process.argv.slice(2).join(' '))
if (process.env.OUTCOME === 'fail') process.send({ kind: 'failed', message: 'The bucket is missing.' }, () => end(1))
else setInterval(() => undefined, 1000)
`

async function openRuns(outcome: 'fail' | 'hang') {
  await using resources = new AsyncDisposableStack()
  const deps = resources.use(await openTestDeps())
  const folder = resources.use(await mkdtempDisposable(join(tmpdir(), 'linkshelf-runs-')))
  await queryAsOwner(deps, "update instance_identity set created_at = '2026-11-01T00:00Z'")
  const [mainFile, output] = [join(folder.path, 'main.mjs'), join(folder.path, 'output')]
  await writeFile(mainFile, program)
  const { log, lines } = recordLog()
  const children: string[] = []
  const runs = openBackupRuns(readConfig({ LINKSHELF_DATA: folder.path, OUTPUT: output, OUTCOME: outcome }), {
    ...{ databaseUrl: deps.databaseUrl, mainFile, log },
    recordChild: (name) => children.push(name),
    schedule: { clock: { now: () => new Date('2026-11-30T12:00:00Z') }, startDelayMs: 0, pollMs: 1 },
  })
  resources.defer(() => runs.close())
  const opened = resources.move()
  const read = (file: string) => readFile(file, 'utf8').catch(() => '')
  return {
    ...{ runs, lines, children },
    findArguments: () => read(output),
    findEnd: () => read(`${output}.end`),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

it('runs the back-up that is due as a child process, and logs why it failed', async () => {
  await using opened = await openRuns('fail')
  await expect.poll(() => opened.lines).toMatchObject([{ level: 50, reason: 'The bucket is missing.', willRetry: true }])
  expect([opened.children, await opened.findArguments()]).toEqual([['backup'], 'backup --will-retry'])
})

it('stops the child process when it is closed, and logs no failure', async () => {
  await using opened = await openRuns('hang')
  await expect.poll(() => opened.findArguments()).toBe('backup --will-retry')
  await opened.runs.close()
  expect([await opened.findEnd(), opened.lines]).toEqual(['5', []])
})

it('runs nothing if BACKUP_TARGET is off', async () => {
  const { log, lines } = recordLog()
  const options = { databaseUrl: 'postgres://nobody@127.0.0.1:1/none', mainFile: 'missing.mjs', log, recordChild: () => undefined }
  await openBackupRuns(readConfig({ BACKUP_TARGET: 'off' }), { ...options, schedule: { startDelayMs: 0 } }).close()
  expect(lines).toEqual([])
})
