import type { ProductImport } from '@linkshelf/contract'
import type { ReactNode } from 'react'
import { showCount } from '../../../ui/formats/numbers.ts'
import classes from './import-panel.module.css'

interface Line {
  count: number
  one: string
  many: string
  detail?: string
}

interface ImportSummaryProps {
  shown: ProductImport
  isForecast?: boolean
  /** The button that downloads it. */
  report: ReactNode
}

/** What an import would do, or did; what it does not do is left out. */
export function ImportSummary({ shown, isForecast = false, report }: ImportSummaryProps) {
  const lines = linesOf(shown, isForecast).filter(({ count }) => count > 0)
  return (
    <ul className={classes.summary}>
      {lines.map(({ count, one, many, detail }) => (
        <li key={one}>
          {showCount(count, one, many)}
          {detail && <small>{detail}</small>}
        </li>
      ))}
      {shown.ignored_columns.length > 0 && (
        <li>
          {showCount(shown.ignored_columns.length, 'column')} ignored
          <small>{shown.ignored_columns.join(', ')}</small>
        </li>
      )}
      {shown.rejected + shown.incomplete > 0 && <li>{report}</li>}
    </ul>
  )
}

function linesOf({ created, updated, rejected, incomplete, links, links_over_limit }: ProductImport, isForecast: boolean): Line[] {
  const line = (count: number, noun: string, did: string, would: string, detail?: string): Line => {
    const does = isForecast ? `will be ${would}` : did
    return { count, one: `${noun} ${does}`, many: `${noun}s ${does}`, ...(detail && { detail }) }
  }
  return [
    line(created, 'product', 'created', 'created'),
    line(updated, 'product', 'updated', 'updated'),
    line(links, 'short link', 'created', 'created'),
    line(links_over_limit, 'short link', 'left out', 'left out', 'Your plan has no more links for this project.'),
    line(incomplete, 'product', 'imported in part', 'imported in part', 'Without a category or a short link. The report says which.'),
    line(rejected, 'row', 'rejected', 'rejected', 'The report says why. It can be corrected and imported.'),
  ]
}
