import { formatMoney } from '@linkshelf/contract'
import { ActionButton, Figure, Note, Paragraph, TextLink } from './layout/email-parts.tsx'
import { styles } from './layout/email-style.ts'
import { FigureTable, toShownUrl } from './layout/figure-table.tsx'
import type { NotificationLinks } from './layout/notification-footer.tsx'
import { type Amount, formatAmounts, formatCount } from './layout/numbers.ts'
import { type RenderedEmail, renderEmail } from './layout/render-email.tsx'

/**
 * A number of the week and of the week before. `before` is undefined if the weeks are not compared. If there is a
 * currency, the numbers are in its minor units.
 */
interface ComparedNumber {
  value: number
  before: number | undefined
  currency?: string
}

export interface ReportedTotal extends ComparedNumber {
  /** The singular of the counted things, for example `click`. For money, the verb, for example `earned`. */
  noun: string
}

export interface ReportedFigure extends ComparedNumber {
  label: string
}

export interface ReportedTable {
  /** The header of the column of names. */
  title: string
  /** The header of the column of numbers, for example `Clicks`. */
  unit: string
  /** `earned` has one entry per currency. The table has a column of earnings if any row earned something. */
  rows: (ComparedNumber & { name: string; detail?: string | undefined; earned?: readonly Amount[] | undefined })[]
}

export interface ReportFilter {
  label: string
  value: string
}

export interface WeeklyNumbers {
  /** The main numbers, which come first. */
  totals: ReportedTotal[]
  figures: ReportedFigure[]
  /** The email omits tables without rows. */
  tables: ReportedTable[]
  filters: ReportFilter[]
  /** Notes about numbers that the plan does not show. */
  notes: string[]
}

interface WeeklyReportProps extends WeeklyNumbers, Pick<NotificationLinks, 'unsubscribeUrl'> {
  name: string
  project: string
  /** The first and the last day, `yyyy-mm-dd`. */
  days: { from: string; to: string }
  /** The URL of the view in the dashboard. */
  reportUrl: string
}

export function renderWeeklyReportEmail(props: WeeklyReportProps): RenderedEmail {
  const { name, project, days, totals, figures, tables, filters, notes, reportUrl, unsubscribeUrl } = props
  const week = formatDays(days)
  const headline = totals.map(formatTotal).join(' and ')
  return renderEmail({
    kind: 'weekly_report',
    subject: `${name}: ${headline}, ${week}`,
    heading: name,
    preview: totals.map((total) => `${formatTotal(total)}${describeChange(total)}`).join(', '),
    children: (
      <>
        <Paragraph>
          {week} in {project}
          {filters.map(({ label, value }) => ` · ${label}: ${value}`).join('')}
        </Paragraph>
        {totals.map((total) => (
          <div key={total.currency ?? total.noun}>
            <Figure>{formatTotal(total)}</Figure>
            {total.before !== undefined && <Paragraph>{toSentence(describeChange(total))}</Paragraph>}
          </div>
        ))}
        {figures.length > 0 && (
          <FigureTable title="In this week" columns={listColumns(figures, 'Number')} rows={figures.map((one) => toRow(one.label, one))} />
        )}
        {tables
          .filter(({ rows }) => rows.length > 0)
          .map((table) => (
            <div key={table.title} style={{ marginTop: 28 }}>
              <ReportTable {...table} />
            </div>
          ))}
        {notes.map((note) => (
          <Note key={note}>{note}</Note>
        ))}
        <ActionButton href={reportUrl}>Open the saved view</ActionButton>
      </>
    ),
    footer: (
      <>
        <p className="small" style={styles.small}>
          You get this email every Monday because you chose it for your saved view “{name}” in Analytics.
        </p>
        <p className="small" style={styles.small}>
          <TextLink href={unsubscribeUrl}>Unsubscribe</TextLink>
        </p>
      </>
    ),
  })
}

function ReportTable({ title, unit, rows }: ReportedTable) {
  const hasEarned = rows.some(({ earned = [] }) => earned.length > 0)
  return (
    <FigureTable
      title={title}
      columns={[...listColumns(rows, unit), ...(hasEarned ? ['Earned'] : [])]}
      rows={rows.map((row) => {
        const { figures, ...names } = toRow(row.name, row, row.detail)
        return { ...names, figures: hasEarned ? [...figures, formatAmounts(row.earned ?? [])] : figures }
      })}
    />
  )
}

function toRow(name: string, compared: ComparedNumber, detail?: string) {
  const { value, before } = compared
  return {
    key: `${name} ${detail ?? ''}`,
    name: toShownUrl(name),
    detail: detail === undefined ? undefined : toShownUrl(detail),
    figures: [formatValue(value, compared), ...(before === undefined ? [] : [formatDifference(value - before, compared)])],
  }
}

function listColumns(rows: readonly ComparedNumber[], unit: string): string[] {
  return rows.some(({ before }) => before !== undefined) ? [unit, 'Change'] : [unit]
}

function formatTotal(total: ReportedTotal): string {
  return total.currency === undefined ? formatCount(total.value, total.noun) : `${formatValue(total.value, total)} ${total.noun}`
}

function formatValue(value: number, { currency }: Pick<ComparedNumber, 'currency'>): string {
  return currency === undefined ? value.toLocaleString('en') : formatMoney(value, currency)
}

/** Returns for example `, 12 more than the week before`. Empty if the weeks are not compared. */
function describeChange(total: ReportedTotal): string {
  const { value, before } = total
  if (before === undefined) return ''
  if (value === before) return ', as many as the week before'
  return `, ${formatValue(Math.abs(value - before), total)} ${value > before ? 'more' : 'less'} than the week before`
}

function formatDifference(difference: number, compared: ComparedNumber): string {
  if (difference === 0) return '±0'
  return `${difference > 0 ? '+' : '−'}${formatValue(Math.abs(difference), compared)}`
}

function toSentence(change: string): string {
  const text = change.replace(/^, /, '')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** Formats days like `Nov 17 – 23`. Thin spaces are replaced, because some email programs do not show them. */
function formatDays({ from, to }: { from: string; to: string }): string {
  const format = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return format.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)).replaceAll('\u2009', ' ')
}
