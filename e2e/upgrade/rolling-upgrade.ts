// Shows what the processes of the previous release do while the databases are upgraded:
// node e2e/upgrade/rolling-upgrade.ts <built checkout of the previous release>
//
// The previous release runs as a fleet with two edges, while visitors click and its API is called. Then this release
// migrates the databases, the processes of the previous release are restarted, and then they are replaced in the
// documented order. Prints a table, and exits with 1 if a click was lost or stored twice, an edge did not redirect, or
// a process ended without saying why.
import { randomBytes } from 'node:crypto'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../apps/server/src/config.ts'
import { deriveAccounts } from '../../apps/server/src/databases/database-accounts.ts'
import type { MigratedDatabases } from '../../apps/server/src/databases/newer-databases.ts'
import { findFreePort } from '../../apps/server/src/platform/process/free-port.ts'
import { openLog } from '../../apps/server/src/platform/process/log.ts'
import { withDatabases } from '../../apps/server/src/processes/local-databases.ts'
import { followMany, type LoadOutcome } from '../../harness/click-load.ts'
import { aNewAccount, anOwnedLinkOn, type OwnedLink } from '../../harness/owned-link.ts'
import { countMarkers } from '../../harness/stored-clicks.ts'
import { untilSettled } from '../../harness/until-settled.ts'
import { type Command, migrateFromCheckout, type ReleaseProcess, startReleaseProcess } from './release-processes.ts'
import { importSignIn } from './run-release.ts'

const [previous] = process.argv.slice(2)
if (previous === undefined) throw new Error('Usage: rolling-upgrade.ts <built checkout of the previous release>')
const present = join(import.meta.dirname, '../..')

/** A place of a process in the fleet: its settings stay, and the release that runs there changes. */
interface Seat {
  name: string
  command: Command
  settings: Record<string, string>
}

interface Fleet {
  migrateSettings: Record<string, string>
  /** In the documented order of replacement. */
  seats: Seat[]
  appUrl: string
  linksUrls: string[]
}

/** Plans one api, one jobs, and two machines with an edge and a shipper. */
async function planFleet(folder: string, { databaseUrl, clickhouseUrl }: MigratedDatabases): Promise<Fleet> {
  const accounts = deriveAccounts(randomBytes(32), databaseUrl)
  const [apiPort, ...edgePorts] = await Promise.all([findFreePort(), findFreePort(), findFreePort()])
  const shared = {
    HOST: '127.0.0.1',
    APP_URL: `http://localhost:${apiPort}`,
    LINKS_URL: `http://localhost:${edgePorts[0]}`,
    CLICKHOUSE_URL: clickhouseUrl,
    DATABASE_LISTENER_URL: accounts.listener,
  }
  const aSeat = (command: 'api' | 'edge' | 'jobs' | 'ship', machine: string, settings: Record<string, string> = {}): Seat => ({
    name: `${command} ${machine}`.trim(),
    command,
    settings: { ...shared, DATABASE_URL: accounts[command], LINKSHELF_DATA: join(folder, machine || command), ...settings },
  })
  const machines = edgePorts.map((port, nth) => ({ name: String(nth + 1), port }))
  return {
    migrateSettings: {
      ...{ DATABASE_URL: databaseUrl, CLICKHOUSE_URL: clickhouseUrl, LINKSHELF_DATA: join(folder, 'migrate') },
      ...Object.fromEntries(Object.entries(accounts).map(([name, url]) => [`DATABASE_${name.toUpperCase()}_URL`, url])),
    },
    seats: [
      ...machines.map(({ name }) => aSeat('ship', name)),
      aSeat('jobs', '', { SHIP_IN_JOBS: 'off' }),
      aSeat('api', '', { PORT: String(apiPort), EDGE_URL: shared.LINKS_URL }),
      ...machines.map(({ name, port }) => aSeat('edge', name, { LINKS_PORT: String(port) })),
    ],
    appUrl: shared.APP_URL,
    linksUrls: edgePorts.map((port) => `http://localhost:${port}`),
  }
}

/** Lists links through the API until it is stopped. Counts the results of each phase. */
function startCalls({ params, token }: OwnedLink, appUrl: string) {
  const url = `${appUrl}/v1/${params.orgId}/projects/${params.projectId}/urls?limit=5`
  const results = new Map<string, Record<string, number>>()
  let [phase, isStopping] = ['before the upgrade', false]
  const calling = (async () => {
    while (!isStopping) {
      const counts = results.get(phase) ?? {}
      results.set(phase, counts)
      const result = await fetch(url, { headers: { authorization: `Bearer ${token}` } }).then(
        async (response) => {
          await response.arrayBuffer()
          return String(response.status)
        },
        () => 'not connected',
      )
      counts[result] = (counts[result] ?? 0) + 1
      // Stays far below the rate limit of an account.
      await sleep(1_000)
    }
  })()
  return {
    results,
    begin(next: string) {
      phase = next
    },
    async stop() {
      isStopping = true
      await calling
    },
  }
}

const problems: string[] = []
const rows: string[][] = []

/** Adds a row to the table. Only api and jobs may end, and only with a sentence. */
function addRow(seat: Seat, moment: string, found: ReleaseProcess): void {
  const failure = found.findFailure()
  const mayEnd = (seat.command === 'api' || seat.command === 'jobs') && failure?.includes('exit code 1: Linkshelf ') === true
  if (failure !== undefined && !mayEnd) problems.push(`${seat.name}, ${moment}: ${failure}`)
  rows.push([seat.name, moment, failure ?? 'works', [...new Set(found.errors)].join('; ')])
}

await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-rolling-'))
const config = readConfig({ LINKSHELF_DATA: join(folder.path, 'stores') })
const context = { mainFile: join(present, 'apps/server/src/main.ts'), log: openLog('rolling-upgrade', 'error') }
await withDatabases(config, context, async (databases) => {
  const fleet = await planFleet(folder.path, databases)
  await migrateFromCheckout(previous, fleet.migrateSettings)
  const running = new Map<Seat, ReleaseProcess>()
  const start = async (checkout: string, seat: Seat) => {
    const started = await startReleaseProcess(checkout, seat.command, seat.settings)
    running.set(seat, started)
    return started
  }
  try {
    await Promise.all(fleet.seats.map((seat) => start(previous, seat)))
    const owned = await anOwnedLinkOn(fleet, aNewAccount(), await importSignIn(previous))
    const slug = new URL(owned.url).pathname
    const ending = new AbortController()
    const visits = fleet.linksUrls.map((url, nth) =>
      followMany({ url: `${url}${slug}`, name: `edge-${nth}-`, connections: 2, pauseMs: 15, signal: ending.signal }),
    )
    const calls = startCalls(owned, fleet.appUrl)
    await sleep(3_000)

    calls.begin('during the upgrade')
    console.log(await migrateFromCheckout(present, fleet.migrateSettings))
    calls.begin('after the upgrade, previous api')
    await sleep(5_000)
    await assertRedirectsNewLink(owned, fleet)
    for (const seat of fleet.seats) addRow(seat, 'previous release, on the upgraded databases', running.get(seat) as ReleaseProcess)

    calls.begin('while processes are restarted and replaced')
    for (const seat of fleet.seats) {
      await running.get(seat)?.stop()
      addRow(seat, 'previous release, restarted on the upgraded databases', await start(previous, seat))
    }
    for (const seat of fleet.seats) {
      await running.get(seat)?.stop()
      addRow(seat, 'this release', await start(present, seat))
      if (seat.command === 'api') calls.begin('new api')
    }
    await sleep(3_000)
    await calls.stop()
    ending.abort()
    printCalls(calls.results)
    await assertStoredOnce(databases.clickhouseUrl, owned, await Promise.all(visits))
  } finally {
    await Promise.all([...running.values()].map((one) => one.stop()))
  }
})
printRows([['process', 'moment', 'result', 'errors in its log'], ...rows])
for (const problem of problems) console.log(`Problem: ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0

/** If the api still works, creates a link through it and expects that every edge redirects the link. */
async function assertRedirectsNewLink({ api, params }: OwnedLink, { linksUrls }: Fleet): Promise<void> {
  const link = await api.links.create({ params, body: { target: 'https://shop.example/new' } }).catch(() => undefined)
  if (link === undefined) return
  for (const url of linksUrls) {
    const response = await fetch(`${url}${new URL(link.url).pathname}`, { redirect: 'manual' })
    if (response.headers.get('location') !== 'https://shop.example/new') problems.push(`${url} answers ${response.status} for a new link`)
  }
}

async function assertStoredOnce(clickhouseUrl: string, owned: OwnedLink, outcomes: readonly LoadOutcome[]): Promise<void> {
  const acknowledged = outcomes.flatMap((outcome) => outcome.acknowledged)
  await untilSettled(async () => (await countMarkers(clickhouseUrl, owned)).size)
  const stored = await countMarkers(clickhouseUrl, owned)
  const lost = acknowledged.filter((marker) => !stored.has(marker)).length
  const repeated = [...stored.values()].filter((times) => times > 1).length
  const broken = outcomes.reduce((sum, outcome) => sum + outcome.broken + outcome.torn, 0)
  const others = outcomes.flatMap((outcome) => Object.entries(outcome.others).map(([status, count]) => `${count} of ${status}`))
  console.log(
    `Visits redirected: ${acknowledged.length}, lost: ${lost}, stored twice: ${repeated}. Connections refused while an edge restarted: ${broken}.`,
  )
  if (lost + repeated > 0) problems.push('clicks were lost or stored twice')
  if (others.length > 0) problems.push(`edges answered without a redirect: ${others.join(', ')}`)
}

function printCalls(results: ReadonlyMap<string, Record<string, number>>): void {
  for (const [phase, counts] of results) {
    const text = Object.entries(counts).map(([result, count]) => `${count} × ${result}`)
    console.log(`API calls ${phase}: ${text.join(', ')}`)
  }
}

function printRows(table: readonly string[][]): void {
  for (const row of table) console.log(`| ${row.join(' | ')} |`)
}
