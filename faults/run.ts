// `npm run faults [-- --faults 200 --seed N --rate 2200 --long-stop 30 --only memory]` exits with code 1 if a click was
// lost or duplicated, or if something did not work as documented during a fault. `npm run faults -- --uploads 1000
// [--seed N]` kills parts while pictures are uploaded. It exits with code 1 if a picture is missing or incomplete. `npm
// run faults -- --cluster [--minutes 10 --rate 200 --seed N]` kills servers of a ClickHouse cluster. It exits with code
// 1 if a click, a replica or a rollup differs. `npm run faults -- --fleet [--minutes 10 --rate 10000 --kill-every 60]`
// kills one of four edges every minute. It exits with code 1 if a click was lost or duplicated.
import { parseArgs } from 'node:util'
import { faultKinds } from './fault-kinds.ts'
import { listErrors, printReport } from './print-report.ts'
import { runClusterFaults } from './run-cluster-faults.ts'
import { runFaults } from './run-faults.ts'
import { runFleetFaults } from './run-fleet-faults.ts'
import { runUploadFaults } from './run-upload-faults.ts'
import { createSeededRandom } from './seeded-random.ts'

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** Redirects per second. The default is 2200, 200 on a cluster, or 10000 on a fleet. */
    rate: { type: 'string' },
    /** Duration in seconds of the long stops, one of the engine and one of PostgreSQL. */
    'long-stop': { type: 'string', default: '30' },
    /** Only kinds of faults whose name contains this text are injected. */
    only: { type: 'string', default: '' },
    uploads: { type: 'string' },
    cluster: { type: 'boolean', default: false },
    fleet: { type: 'boolean', default: false },
    /** The length of time between two kills on a fleet in seconds. */
    'kill-every': { type: 'string', default: '60' },
    minutes: { type: 'string', default: '10' },
  },
})
if (values.cluster) await testClicksOnCluster(values.rate ?? '200')
else if (values.fleet) await testClicksOnFleet(values.rate ?? '10000')
else if (values.uploads === undefined) await testClicks(values.rate ?? '2200')
else await testUploads(Number(values.uploads))

async function testUploads(uploads: number): Promise<void> {
  console.log(`${uploads} uploads, seed ${values.seed}`)
  const report = await runUploadFaults({ uploads, random: createSeededRandom(Number(values.seed)), onProgress: console.log })
  console.log(report)
  process.exitCode = report.damaged.length === 0 ? 0 : 1
}

async function testClicksOnCluster(rate: string): Promise<void> {
  console.log(`${values.minutes} minutes, ${rate} redirects a second, seed ${values.seed}`)
  const random = createSeededRandom(Number(values.seed))
  const options = { minutes: Number(values.minutes), perSecond: Number(rate), random, onProgress: console.log }
  const { counts, differences } = await runClusterFaults(options)
  for (const [name, count] of Object.entries(counts)) console.log(`${name}: ${count}`)
  console.log(
    differences.length === 0 ? 'Every answered click is stored once, and every rollup equals its clicks.' : differences.join('\n'),
  )
  process.exitCode = differences.length === 0 ? 0 : 1
}

async function testClicksOnFleet(rate: string): Promise<void> {
  console.log(`${values.minutes} minutes, ${rate} redirects a second`)
  const report = await runFleetFaults({
    minutes: Number(values.minutes),
    perSecond: Number(rate),
    killEvery: Number(values['kill-every']),
    onProgress: console.log,
  })
  console.log(report)
  process.exitCode = report.lost === 0 && report.duplicated === 0 && report.rows === report.inRollups ? 0 : 1
}

async function testClicks(rate: string): Promise<void> {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort())

  console.log(`${values.faults} faults, ${rate} redirects a second, seed ${values.seed}`)
  const report = await runFaults({
    faults: Number(values.faults),
    seed: Number(values.seed),
    perSecond: Number(rate),
    longStopMs: Number(values['long-stop']) * 1_000,
    maxBurst: 3,
    kinds: faultKinds.filter(({ name }) => name.includes(values.only)),
    // A busy machine needs some seconds.
    maxOutageMs: 8_000,
    signal: ending.signal,
    onProgress: console.log,
  })
  printReport(report)
  process.exitCode = listErrors(report).length === 0 ? 0 : 1
}
