import type { EarningsImport } from '@linkshelf/contract'
import type { ReactNode } from 'react'
import { showDateRange } from '../../../ui/formats/dates.ts'
import { showCount, showNumber } from '../../../ui/formats/numbers.ts'
import { showMoney } from '../money.ts'
import { reportNames } from '../report-names.ts'
import classes from './import-panel.module.css'

interface ImportPreviewProps {
  shown: EarningsImport
  /** The currency of amounts for which the file names none; null while it is not known. */
  currency: string | null
  /** Downloads the rejected rows. */
  rejected?: ReactNode
}

/** Shows how a report was read. */
export function ImportPreview({ shown, currency, rejected }: ImportPreviewProps) {
  const { from, to, report, tracking_ids: tags, ignored_columns: ignored } = shown
  return (
    <dl className={classes.facts}>
      <dt>Report</dt>
      <dd>{report === null ? '–' : reportNames[report]}</dd>
      <dt>Period</dt>
      <dd>{from === null || to === null ? 'Depends on the order of its dates' : showDateRange({ from, to })}</dd>
      <dt>Earned</dt>
      <dd>
        {shown.totals.length === 0 && '–'}
        {shown.totals.map((total) => (
          <Amounts key={total.currency ?? ''} total={total} currency={total.currency ?? currency} />
        ))}
      </dd>
      <dt>Transactions</dt>
      <dd>
        {showNumber(shown.added)} new
        {shown.known > 0 && <small>{showNumber(shown.known)} known already: they count once, with the later status</small>}
      </dd>
      {shown.rejected > 0 && (
        <>
          <dt>Rejected</dt>
          <dd>
            {showCount(shown.rejected, 'row')} {rejected}
          </dd>
        </>
      )}
      {tags.length > 0 && (
        <>
          <dt>{report === 'ebay_transactions' ? 'Campaigns' : 'Tracking ids'}</dt>
          <dd>{inShort(tags)}</dd>
        </>
      )}
      <dt>Columns</dt>
      <dd>
        {shown.columns.map(({ heading }) => heading).join(', ')}
        {ignored.length > 0 && <small>Ignored: {ignored.join(', ')}</small>}
      </dd>
    </dl>
  )
}

function Amounts({ total, currency }: { total: EarningsImport['totals'][number]; currency: string | null }) {
  const show = (amount: number) => (currency === null ? (amount / 100).toFixed(2) : showMoney(amount, currency))
  return (
    <div>
      <span className={classes.amount}>{show(total.earned)}</span>
      {(total.pending !== 0 || total.reversed !== 0) && (
        <small>
          {[total.pending !== 0 && `${show(total.pending)} of it pending`, total.reversed !== 0 && `${show(total.reversed)} reversed`]
            .filter(Boolean)
            .join(' · ')}
        </small>
      )}
    </div>
  )
}

const shownNames = 4

/** "lamps-20, chairs-20 and 7 more" */
function inShort(names: readonly string[]): string {
  const more = names.length - shownNames
  return more <= 0 ? names.join(', ') : `${names.slice(0, shownNames).join(', ')} and ${showNumber(more)} more`
}
