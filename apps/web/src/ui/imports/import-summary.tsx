import type { ReactNode } from 'react'
import { showCount } from '../formats/numbers.ts'
import classes from './import-panel.module.css'

interface SummaryLine {
  count: number
  one: string
  many: string
  detail?: string
}

/** A line of a summary: "3 links will be created" before an import, "3 links created" after it. */
export function summaryLine(isForecast: boolean, count: number, noun: string, done: string, detail?: string): SummaryLine {
  const does = isForecast ? `will be ${done}` : done
  return { count, one: `${noun} ${does}`, many: `${noun}s ${does}`, ...(detail && { detail }) }
}

interface ImportSummaryProps {
  lines: readonly SummaryLine[]
  ignoredColumns: readonly string[]
  /** The button that downloads the rows that were rejected or imported in part. */
  report: ReactNode
}

/** Lists the effects of an import before or after it. Effects with a count of zero are omitted. */
export function ImportSummary({ lines, ignoredColumns, report }: ImportSummaryProps) {
  return (
    <ul className={classes.summary}>
      {lines
        .filter(({ count }) => count > 0)
        .map(({ count, one, many, detail }) => (
          <li key={one}>
            {showCount(count, one, many)}
            {detail && <small>{detail}</small>}
          </li>
        ))}
      {ignoredColumns.length > 0 && (
        <li>
          {showCount(ignoredColumns.length, 'column')} ignored
          <small>{ignoredColumns.join(', ')}</small>
        </li>
      )}
      {report && <li>{report}</li>}
    </ul>
  )
}
