import { useState } from 'react'
import { Card } from '../card.tsx'
import { formatNumber } from '../formats/numbers.ts'
import { DataTable } from '../tables/data-table.tsx'
import { type Column, restrictSorting } from '../tables/data-table-columns.ts'
import { ChartHead, ChartKey } from './chart-head.tsx'
import {
  type ChartInterval,
  type ChartMark,
  chooseIntervalUnit,
  type DayValue,
  formatDayRange,
  formatInterval,
  type IntervalUnit,
  toIntervals,
} from './chart-intervals.ts'
import { DayChart } from './day-chart.tsx'
import classes from './day-chart-card.module.css'

const defaultHeightPx = 280

interface DayChartCardProps {
  title: string
  /** The name of the values, capitalized: "Clicks". */
  unit: string
  timeZone: string
  days: readonly DayValue[]
  heightPx?: number
  /** Shown over the chart when every value is zero. */
  emptyText: string
  /**
   * The name of the second series. If the second series covers other days than the first, `behindRange` is their date
   * range, which is shown after the name.
   */
  behindLabel?: string
  behindRange?: string
  /** The unit of both series together, for example "Views and clicks". If omitted, both series have the same unit. */
  bothUnit?: string
  isMoney?: boolean
  /** Returns a value as text. `isShort` is true on the axis. By default the value is a plain number. */
  format?: (value: number, isShort: boolean) => string
  /** Events on the days of the chart, shown as marks. */
  marks?: readonly ChartMark[]
  /** Shown below the plot. */
  foot?: React.ReactNode
  aside?: React.ReactNode
  /** Buttons beside the switch between chart and table. */
  actions?: React.ReactNode
}

/**
 * A bar chart of values by day or by hour, with title, unit and date range. A second series can be drawn behind the
 * first. The numbers are also available as a table.
 */
export function DayChartCard({
  title,
  unit,
  timeZone,
  days,
  heightPx = defaultHeightPx,
  emptyText,
  behindLabel = 'Previous period',
  behindRange,
  bothUnit = unit,
  isMoney,
  format,
  marks,
  foot,
  aside,
  actions,
}: DayChartCardProps) {
  const [isTable, setTable] = useState(false)
  const isEmpty = days.length > 0 && days.every(({ value, behind = 0 }) => value === 0 && behind === 0)
  const hasBehind = behindRange !== undefined || days.some(({ behind }) => behind !== undefined)
  const interval = chooseIntervalUnit(days)
  const values = { intervals: toIntervals(days, interval), unit: interval, valueLabel: unit, behindLabel, format }

  return (
    <Card data-money={isMoney || undefined}>
      <figure className={classes.figure}>
        <figcaption>
          <ChartHead
            title={title}
            unit={bothUnit}
            interval={interval}
            range={formatDayRange(days)}
            timeZone={timeZone}
            aside={aside}
            legend={
              hasBehind ? (
                <>
                  <ChartKey of="values">{unit}</ChartKey>
                  <ChartKey of="behind">{behindRange === undefined ? behindLabel : `${behindLabel}, ${behindRange}`}</ChartKey>
                </>
              ) : undefined
            }
            isTable={isTable}
            onToggle={() => setTable(!isTable)}
            actions={actions}
          />
        </figcaption>
        <div className={classes.plot} style={{ height: heightPx }}>
          {isTable ? (
            // A scrolling region must be focusable, so that arrow keys can scroll it.
            // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
            <section className={classes.scroller} aria-label={`${title}, table`} tabIndex={0}>
              <DayTable label={title} {...values} isSortable />
            </section>
          ) : (
            <>
              <DayChart {...values} marks={marks} heightPx={heightPx} />
              {isEmpty && <p className={classes.empty}>{emptyText}</p>}
              <div className="visually-hidden">
                <DayTable label={title} {...values} />
              </div>
            </>
          )}
        </div>
        {foot}
      </figure>
    </Card>
  )
}

interface DayTableProps {
  label: string
  intervals: readonly ChartInterval[]
  unit: IntervalUnit
  valueLabel: string
  behindLabel: string
  /** False if the table is visually hidden, because a hidden table must not contain buttons that can have the focus. */
  isSortable?: boolean
  format?: ((value: number, isShort: boolean) => string) | undefined
}

const unitLabels: Record<IntervalUnit, string> = { hour: 'Hour', day: 'Day', week: 'Week', month: 'Month' }

/** The numbers of a chart, newest first. */
function DayTable({ label, intervals, unit, valueLabel, behindLabel, isSortable = false, format = formatNumber }: DayTableProps) {
  const columns: Column<ChartInterval>[] = [
    { id: 'interval', header: unitLabels[unit], cell: formatInterval, sortValue: ({ from }) => from, className: classes.interval },
    { id: 'value', header: valueLabel, cell: ({ value }) => format(value, false), isNumber: true, sortValue: ({ value }) => value },
    {
      id: 'behind',
      header: behindLabel,
      cell: ({ behind = 0 }) => format(behind, false),
      isNumber: true,
      sortValue: ({ behind = 0 }) => behind,
    },
  ]
  const hasBehind = intervals.some(({ behind }) => behind !== undefined)
  const shown = hasBehind ? columns : columns.slice(0, 2)
  return (
    <DataTable
      label={label}
      columns={isSortable ? shown : restrictSorting(shown, [])}
      rows={intervals.toReversed()}
      rowKey={({ from }) => from}
      layout="compact"
    />
  )
}
