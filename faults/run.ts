// `npm run faults [-- --faults 200 --seed N --rate 2200 --long-stop 120]`. Exit code 1 when a click was lost or duplicated.
import { parseArgs } from 'node:util'
import { isConserved, printReport } from './print-report.ts'
import { runFaults } from './run-faults.ts'

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    rate: { type: 'string', default: '2200' },
    /** Seconds. */
    'long-stop': { type: 'string', default: '120' },
  },
})
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
