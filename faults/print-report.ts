import type { FaultsReport } from './run-faults.ts'
import { formatSeconds } from './run-faults.ts'

/** Returns true if no click was lost or duplicated, and the edge reported every click that a full disk lost. */
export function isConserved({ lost, duplicated, lostToFullDisk, reportedLostToFullDisk, rows, inRollups }: FaultsReport): boolean {
  return lost === 0 && duplicated === 0 && lostToFullDisk === reportedLostToFullDisk && rows === inRollups
}

export function printReport(report: FaultsReport): void {
  for (const sentence of report.missing) console.log(sentence)
  console.table(Object.entries(report.tried).map(([fault, tried]) => ({ fault, tried })))
  console.table({
    'faults tried': Object.values(report.tried).reduce((sum, tried) => sum + tried, 0),
    'redirects a second while it accepted': Math.round(report.perSecond),
    'acknowledged with a 302': report.acknowledged,
    'found in ClickHouse': report.found,
    lost: report.lost,
    duplicated: report.duplicated,
    'lost while the disk was full': report.lostToFullDisk,
    'of which the edge reported': report.reportedLostToFullDisk,
    'rows in ClickHouse': report.rows,
    'clicks in the rollups': report.inRollups,
    'connections broken (not counted)': report.broken,
    'other responses': JSON.stringify(report.others),
    'worst time until redirects': formatSeconds(report.worst.redirectsMs),
    'worst time until everything': formatSeconds(report.worst.everythingMs),
  })
  console.log(isConserved(report) ? 'Every acknowledged click is in ClickHouse exactly once.' : 'Clicks were lost or duplicated.')
}
