import type { FaultsReport } from './run-faults.ts'
import { formatSeconds } from './run-faults.ts'

/** Returns true if no click was lost or duplicated, and the edge reported every click that a full disk lost. */
function isConserved({ lost, duplicated, lostToFullDisk, reportedLostToFullDisk, rows, inRollups }: FaultsReport): boolean {
  return lost === 0 && duplicated === 0 && lostToFullDisk === reportedLostToFullDisk && rows === inRollups
}

/** Returns a sentence for each error of the run. */
export function listErrors(report: FaultsReport): string[] {
  const errors = [...report.violations]
  if (!isConserved(report)) errors.push('Clicks were lost or duplicated.')
  if (report.unmarked > 0)
    errors.push(
      `${report.unmarked} visits of the link under load were not sent by this run, so another program or a person has requested it: ` +
        `${report.unmarkedClicks.join('; ')}.`,
    )
  return errors
}

export function printReport(report: FaultsReport): void {
  for (const [kind, reason] of Object.entries(report.missing)) console.log(`Not tried: ${kind}. ${reason}`)
  console.table(Object.entries(report.tried).map(([fault, tried]) => ({ fault, tried })))
  for (const [effect, count] of Object.entries(report.effects)) console.log(`${effect}, ${count} times`)
  console.table({
    'faults tried': Object.values(report.tried).reduce((sum, tried) => sum + tried, 0),
    'redirects a second while it accepted': Math.round(report.perSecond),
    'acknowledged with a 302': report.acknowledged,
    'found in ClickHouse': report.found,
    lost: report.lost,
    duplicated: report.duplicated,
    'not sent by this run': report.unmarked,
    'lost while the disk was full': report.lostToFullDisk,
    'of which the edge reported': report.reportedLostToFullDisk,
    'rows in ClickHouse': report.rows,
    'clicks in the rollups': report.inRollups,
    'connections broken (not counted)': report.broken,
    'other responses': JSON.stringify(report.others),
    'worst time until redirects': formatSeconds(report.worst.redirectsMs),
    'worst time until everything': formatSeconds(report.worst.everythingMs),
  })
  const errors = listErrors(report)
  console.log(errors.length === 0 ? 'Every acknowledged click is in ClickHouse exactly once.' : errors.join('\n'))
}
