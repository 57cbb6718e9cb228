import type { FaultsReport } from './run-faults.ts'
import { seconds } from './run-faults.ts'

/** Nothing lost, nothing twice, and what a full disk cost is what the edge said. */
export function isConserved({ lost, doubled, lostToFullDisk, toldOfFullDisk, rows, inSums }: FaultsReport): boolean {
  return lost === 0 && doubled === 0 && lostToFullDisk === toldOfFullDisk && rows === inSums
}

export function printReport(report: FaultsReport): void {
  for (const sentence of report.missing) console.log(sentence)
  console.table(Object.entries(report.tried).map(([fault, tried]) => ({ fault, tried })))
  console.table({
    'faults tried': Object.values(report.tried).reduce((sum, tried) => sum + tried, 0),
    'redirects a second while it accepted': Math.round(report.perSecond),
    'acknowledged with a 302': report.acknowledged,
    'found in the store': report.found,
    lost: report.lost,
    'found twice': report.doubled,
    'not kept while the disk was full': report.lostToFullDisk,
    'of which the edge said': report.toldOfFullDisk,
    'rows in the store': report.rows,
    'in the sums beside them': report.inSums,
    'connections broken (count for nothing)': report.broken,
    'other answers': JSON.stringify(report.others),
    'worst time until redirects': seconds(report.worst.redirectsMs),
    'worst time until everything': seconds(report.worst.everythingMs),
  })
  console.log(isConserved(report) ? 'Every acknowledged click is in the store exactly once.' : 'Clicks were lost or counted twice.')
}
