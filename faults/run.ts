// `npm run faults [-- --faults 200 --seed N --rate 2200 --long-stop 120]`. Exit code 1 when a click was lost or
// duplicated. `npm run faults -- --uploads 1000 [--seed N]`: kills while pictures are uploaded. Exit code 1 when a
// picture is missing or not whole.
import { parseArgs } from 'node:util'
import { isConserved, printReport } from './print-report.ts'
import { runFaults } from './run-faults.ts'
import { runUploadFaults } from './run-upload-faults.ts'
import { createSeededRandom } from './seeded-random.ts'

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    rate: { type: 'string', default: '2200' },
    /** Seconds. */
    'long-stop': { type: 'string', default: '120' },
    uploads: { type: 'string' },
  },
})
if (values.uploads === undefined) await loseNoClick()
else await loseNoPicture(Number(values.uploads))

async function loseNoPicture(uploads: number): Promise<void> {
  console.log(`${uploads} uploads, seed ${values.seed}`)
  const report = await runUploadFaults({ uploads, random: createSeededRandom(Number(values.seed)), onProgress: console.log })
  console.log(report)
  process.exitCode = report.damaged.length === 0 ? 0 : 1
}

async function loseNoClick(): Promise<void> {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort())

  console.log(`${values.faults} faults, ${values.rate} redirects a second, seed ${values.seed}`)
  const report = await runFaults({
    faults: Number(values.faults),
    seed: Number(values.seed),
    perSecond: Number(values.rate),
    longStopMs: Number(values['long-stop']) * 1_000,
    maxBurst: 3,
    signal: ending.signal,
    onProgress: console.log,
  })
  printReport(report)
  process.exitCode = isConserved(report) ? 0 : 1
}
