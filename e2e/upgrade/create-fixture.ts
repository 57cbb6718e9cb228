// Creates the upgrade fixture of a release: node e2e/upgrade/create-fixture.ts <built checkout of the release> <commit>
// [data folder]
//
// Uses only the release's own commands and API, so that the data is what the release writes. docs/decisions/0016 says
// when to create a fixture.
import { cp, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { hashStatements } from '../../apps/server/src/platform/migration-files.ts'
import { readStoreAddresses } from '../../harness/run-part.ts'
import { untilSettled } from '../../harness/until-settled.ts'
import { dumpClickHouse } from './dump-clickhouse.ts'
import { dumpPostgres } from './dump-postgres.ts'
import { recordResponses } from './record-responses.ts'
import { reduceDemoData } from './reduce-demo-data.ts'
import { fillWithDemo, runRelease } from './run-release.ts'
import { visitLinks } from './visit-links.ts'

const [checkout, commit, givenFolder] = process.argv.slice(2)
if (checkout === undefined || commit === undefined) throw new Error('Usage: create-fixture.ts <checkout> <commit> [data folder]')

const target = join(import.meta.dirname, commit)
const dataFolder = givenFolder ?? (await mkdtemp(join(tmpdir(), 'linkshelf-release-')))
await mkdir(target, { recursive: true })

const release = await runRelease(checkout, dataFolder)
try {
  const api = await fillWithDemo(release)
  await reduceDemoData(api)
  // Restarts the release, because a start rolls up the days that have ended.
  await release.restart()
  await sleep(20_000)

  const clickhouse = await dumpClickHouse(await readStoreAddresses({ dataFolder }), target)
  await untilSettled(clickhouse.countClicks)
  const storedBefore = await clickhouse.countClicks()
  await clickhouse.dump()
  await dumpPostgres(await readStoreAddresses({ dataFolder }), target)

  // The release's engine is stopped during these visits, so that the release accepts clicks but can't ship them.
  const engine = await release.findProcessId('engine')
  process.kill(engine, 'SIGSTOP')
  const visits = await visitLinks(api, release.linksUrl)
  await sleep(3_000)
  await copyJournals(join(dataFolder, 'journal'), join(target, 'journal'))
  process.kill(engine, 'SIGCONT')
  while ((await clickhouse.countClicks()) < storedBefore + visits) await sleep(500)

  const askedAt = new Date().toISOString()
  const responses = await recordResponses(api)
  const text = `[\n${responses.map((response) => JSON.stringify(response)).join(',\n')}\n]\n`
  await writeFile(join(target, 'expected.json.gz'), await promisify(gzip)(text, { level: 9 }))
  const migrations = { postgres: await listHashes(checkout, 'migrations'), clickhouse: await listHashes(checkout, 'clickhouse') }
  const { userId, orgId, projectId } = api
  const origins = { app: release.appUrl, public: release.linksUrl }
  const facts = { commit, askedAt, origins, userId, orgId, projectId, storedBefore, visits, migrations }
  await writeFile(join(target, 'fixture.json'), `${JSON.stringify(facts, null, 2)}\n`)
  console.log(`${responses.length} responses, ${storedBefore} clicks stored, ${visits} in the journal: ${target}`)
} finally {
  await release.stop()
}

/** Copies segments and positions, but not locks and reserved space. */
async function copyJournals(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name === 'quarantine') continue
    await cp(join(from, entry.name), join(to, entry.name), { recursive: true, filter: (path) => !path.endsWith('reserve') })
  }
}

async function listHashes(checkoutFolder: string, folder: string): Promise<Record<string, string>> {
  const path = join(checkoutFolder, 'apps/server', folder)
  const names = (await readdir(path)).filter((name) => name.endsWith('.sql')).sort()
  const hashes = names.map(async (name) => [name, hashStatements(await readFile(join(path, name), 'utf8'))] as const)
  return Object.fromEntries(await Promise.all(hashes))
}
