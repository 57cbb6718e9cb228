import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { Rectangle, type RectangleProps, XAxis } from 'recharts'
import { type ChartSpan, type ChartStep, showSpanOf, showSpanStart } from './chart-spans.ts'
import { showNumber, showShortNumber } from './numbers.ts'

interface DayChartProps {
  spans: readonly ChartSpan[]
  step: ChartStep
  /** What a value counts, as the hover names it. */
  unit: string
  heightPx: number
}

/** Where the bars stand in front of those of the period before, this part of their width is left free on each side. */
const inset = 0.2
const beforeAxis = 'before'

/** Bars by day, week or month, from zero; those of the period before stand quietly behind. Its library is heavy, so it is loaded on its own. */
export function DayChart({ spans, step, unit, heightPx }: DayChartProps) {
  const hasBefore = spans.some(({ before }) => before !== undefined)
  const most = Math.max(0, ...spans.map(({ value, before = 0 }) => Math.max(value, before)))
  const byStart = new Map(spans.map((span) => [span.from, span]))
  const series = [{ name: 'value', label: unit, color: 'var(--bar)' }]
  const before = [{ name: 'before', label: 'Period before', color: 'var(--bar-before)' }]

  return (
    <BarChart
      h={heightPx}
      data={spans.map(({ from, value, before }) => ({ from, value, before }))}
      dataKey="from"
      series={hasBefore ? [...before, ...series] : series}
      // The numbers stand in a table beside it; a stop for the keyboard without a name would only be in the way.
      accessibilityLayer={false}
      gridAxis="x"
      tickLine="none"
      strokeDasharray="0"
      gridColor="var(--line)"
      textColor="dimmed"
      maxBarWidth={widestBar(spans.length)}
      barChartProps={{ margin: { top: 12 } }}
      barProps={({ name }) => ({
        radius: [3, 3, 0, 0],
        isAnimationActive: false,
        shape: hasBefore && name === 'value' ? NarrowBar : undefined,
        xAxisId: name === 'before' ? beforeAxis : undefined,
      })}
      valueFormatter={showNumber}
      xAxisProps={{
        tickFormatter: (from: string) => showSpanStart(from, step),
        interval: 'equidistantPreserveStart',
        minTickGap: 28,
        tickMargin: 8,
      }}
      yAxisProps={{ tickFormatter: showShortNumber, allowDecimals: false, width: 40, domain: [0, most < 4 ? 4 : 'auto'] }}
      tooltipProps={{
        cursor: { fill: 'var(--surface-quiet)' },
        labelFormatter: (label) => {
          const span = typeof label === 'string' ? byStart.get(label) : undefined
          return span === undefined ? '' : showSpanOf(span)
        },
        isAnimationActive: false,
      }}
    >
      {/* Bars of one axis stand side by side; on an axis of their own they stand behind. */}
      {hasBefore && <XAxis xAxisId={beforeAxis} dataKey="from" hide />}
    </BarChart>
  )
}

/** A few bars may be broad; a single thin one in a wide room would look lost. */
function widestBar(count: number): number {
  if (count <= 3) return 112
  return count <= 14 ? 48 : 26
}

function NarrowBar({ x = 0, width = 0, ...bar }: RectangleProps) {
  return <Rectangle {...bar} x={Number(x) + Number(width) * inset} width={Number(width) * (1 - 2 * inset)} />
}
