import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { Rectangle, type RectangleProps, XAxis } from 'recharts'
import { type ChartInterval, type IntervalUnit, showInterval, showIntervalStart } from './chart-intervals.ts'
import { showNumber, showShortNumber } from './numbers.ts'

interface DayChartProps {
  intervals: readonly ChartInterval[]
  unit: IntervalUnit
  /** The name of the values, as in the tooltip. */
  valueLabel: string
  heightPx: number
}

/** The part of a bar's width that stays free on each side where a bar of the previous period is behind it. */
const inset = 0.2
const previousAxis = 'previous'

/** Bars from zero, with those of the previous period behind. The chart library is large: import this file lazily. */
export function DayChart({ intervals, unit, valueLabel, heightPx }: DayChartProps) {
  const hasPrevious = intervals.some(({ previous }) => previous !== undefined)
  const max = Math.max(0, ...intervals.map(({ value, previous = 0 }) => Math.max(value, previous)))
  const byStart = new Map(intervals.map((interval) => [interval.from, interval]))
  const currentSeries = [{ name: 'value', label: valueLabel, color: 'var(--bar)' }]
  const previousSeries = [{ name: 'previous', label: 'Previous period', color: 'var(--bar-before)' }]

  return (
    <BarChart
      // Bars are drawn in the order in which they are added: those of the previous period, which may load later, must come first.
      key={hasPrevious ? 'compared' : 'alone'}
      h={heightPx}
      data={intervals.map(({ from, value, previous }) => ({ from, value, previous }))}
      dataKey="from"
      series={hasPrevious ? [...previousSeries, ...currentSeries] : currentSeries}
      // The numbers are in the table beside it; an unnamed tab stop would only be in the way.
      accessibilityLayer={false}
      gridAxis="x"
      tickLine="none"
      strokeDasharray="0"
      gridColor="var(--line)"
      textColor="dimmed"
      maxBarWidth={maxBarWidth(intervals.length)}
      barChartProps={{ margin: { top: 12 } }}
      barProps={({ name }) => ({
        radius: [3, 3, 0, 0],
        isAnimationActive: false,
        shape: hasPrevious && name === 'value' ? NarrowBar : undefined,
        xAxisId: name === 'previous' ? previousAxis : undefined,
      })}
      valueFormatter={showNumber}
      xAxisProps={{
        tickFormatter: (from: string) => showIntervalStart(from, unit),
        interval: 'equidistantPreserveStart',
        minTickGap: 28,
        tickMargin: 8,
      }}
      yAxisProps={{ tickFormatter: showShortNumber, allowDecimals: false, width: 40, domain: [0, max < 4 ? 4 : 'auto'] }}
      tooltipProps={{
        cursor: { fill: 'var(--surface-muted)' },
        labelFormatter: (label) => {
          const interval = typeof label === 'string' ? byStart.get(label) : undefined
          return interval === undefined ? '' : showInterval(interval)
        },
        isAnimationActive: false,
      }}
    >
      {/* Bars of one axis are drawn side by side; bars of a second axis are drawn behind. */}
      {hasPrevious && <XAxis xAxisId={previousAxis} dataKey="from" hide />}
    </BarChart>
  )
}

/** A few bars may be wide. */
function maxBarWidth(count: number): number {
  if (count <= 3) return 112
  return count <= 14 ? 48 : 26
}

function NarrowBar({ x = 0, width = 0, ...bar }: RectangleProps) {
  return <Rectangle {...bar} x={Number(x) + Number(width) * inset} width={Number(width) * (1 - 2 * inset)} />
}
