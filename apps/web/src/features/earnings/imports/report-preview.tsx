import { type EarningsImport, formatMoney } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { formatDateRange } from '../../../ui/formats/dates.ts'
import { formatCount, formatFirstNames, formatNumber } from '../../../ui/formats/numbers.ts'
import type { ImportSummaryProps } from '../../file-imports/import-kind.ts'
import { directnessHelp, reportedTagNames, reportNames } from '../report-names.ts'
import classes from './earnings-import.module.css'

interface ReportPreviewProps extends Pick<ImportSummaryProps<EarningsImport, unknown>, 'shown' | 'report'> {
  /** The currency of amounts for which the file names no currency; null while it is not known. */
  currency: string | null
}

/** Shows how the server has read a report. */
export function ReportPreview({ shown, currency, report: download }: ReportPreviewProps) {
  const { from, to, report, tracking_ids: tags, ignored_columns: ignored } = shown
  return (
    <dl className={classes.facts}>
      <dt>Kind of file</dt>
      <dd>
        {report === null ? '–' : reportNames[report]}
        {shown.sheets.length > 0 && <Sheets sheets={shown.sheets} />}
      </dd>
      <dt>Period</dt>
      <dd>{from === null || to === null ? 'Depends on the order of its dates' : formatDateRange({ from, to })}</dd>
      <dt>Earned</dt>
      <dd>
        {shown.totals.length === 0 && '–'}
        {shown.totals.map((total) => (
          <Amounts key={total.currency ?? ''} total={total} currency={total.currency ?? currency} />
        ))}
      </dd>
      {shown.ordered_items > 0 && (
        <>
          <dt>Ordered</dt>
          <dd>
            {formatCount(shown.ordered_items, 'item')}
            <small>Items that are also in an earnings file count only there</small>
          </dd>
        </>
      )}
      {shown.direct + shown.indirect > 0 && (
        <>
          <dt>Direct and indirect</dt>
          <dd>
            {formatNumber(shown.direct)} and {formatNumber(shown.indirect)}
            <small>{directnessHelp}</small>
          </dd>
        </>
      )}
      <dt>Transactions</dt>
      <dd>
        {formatNumber(shown.added)} new
        {shown.known > 0 && <small>{formatNumber(shown.known)} known already: they count once, with the later status</small>}
      </dd>
      {download && (
        <>
          <dt>Rejected</dt>
          <dd>
            {formatCount(shown.rejected, 'row')}{' '}
            <Button variant="default" size="compact-xs" ml={6} loading={download.isPending} onClick={() => download.mutate()}>
              Download them
            </Button>
          </dd>
        </>
      )}
      {tags.length > 0 && (
        <>
          <dt>{report === null ? 'Tracking ids' : reportedTagNames[report]}</dt>
          <dd>{formatFirstNames(tags)}</dd>
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

function Sheets({ sheets }: Pick<EarningsImport, 'sheets'>) {
  const known = sheets.flatMap(({ name, report, rows }) =>
    report === null ? [] : [`${name} (${reportNames[report]}, ${formatCount(rows, 'row')})`],
  )
  const others = sheets.filter(({ report }) => report === null).map(({ name }) => name)
  return (
    <>
      <small>Sheets: {known.join(', ')}</small>
      {others.length > 0 && <small>Not imported, because they list no single sales: {others.join(', ')}</small>}
    </>
  )
}

function Amounts({ total, currency }: { total: EarningsImport['totals'][number]; currency: string | null }) {
  const formatAmount = (amount: number) => (currency === null ? (amount / 100).toFixed(2) : formatMoney(amount, currency))
  return (
    <div>
      <span className={classes.amount}>{formatAmount(total.earned)}</span>
      {(total.pending !== 0 || total.reversed !== 0) && (
        <small>
          {[
            total.pending !== 0 && `${formatAmount(total.pending)} of it pending`,
            total.reversed !== 0 && `${formatAmount(total.reversed)} reversed`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      )}
    </div>
  )
}
