import { useState } from 'react'
import { Card } from '../card.tsx'
import { ChartHead, ChartKey } from './chart-head.tsx'
import { type ChartMark, type DayValue, intervalUnit, showValueRange, toIntervals } from './chart-intervals.ts'
import { DayChart } from './day-chart.tsx'
import classes from './day-chart-card.module.css'
import { DayTable } from './day-table.tsx'

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
  /** The name of the values behind; shown with `behindRange`, where they are of other days. */
  behindLabel?: string
  behindRange?: string
  /** The name of both values together, where those behind are something else. */
  bothUnit?: string
  isMoney?: boolean
  /** A value in words; `isShort` on the axis. Numbers by default. */
  show?: (value: number, isShort: boolean) => string
  /** Events in these days, as marks. */
  marks?: readonly ChartMark[]
  /** Shown below the plot. */
  foot?: React.ReactNode
  aside?: React.ReactNode
  /** Buttons beside the switch between chart and table. */
  actions?: React.ReactNode
}

/**
 * A bar chart of values by day, or by hour, with title, unit and range, and a second series behind; its numbers are
 * also available as a table.
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
  show,
  marks,
  foot,
  aside,
  actions,
}: DayChartCardProps) {
  const [isTable, setTable] = useState(false)
  const isEmpty = days.length > 0 && days.every(({ value, behind = 0 }) => value === 0 && behind === 0)
  const hasBehind = behindRange !== undefined || days.some(({ behind }) => behind !== undefined)
  const interval = intervalUnit(days)
  const values = { intervals: toIntervals(days, interval), unit: interval, valueLabel: unit, behindLabel, show }

  return (
    <Card data-money={isMoney || undefined}>
      <figure className={classes.figure}>
        <figcaption>
          <ChartHead
            title={title}
            unit={bothUnit}
            interval={interval}
            range={showValueRange(days)}
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
