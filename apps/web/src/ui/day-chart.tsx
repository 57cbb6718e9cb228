import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { showDay, showLongDay } from './dates.ts'
import { showNumber, showShortNumber } from './numbers.ts'

export interface DayValue {
  /** `yyyy-mm-dd` */
  date: string
  value: number
}

interface DayChartProps {
  days: readonly DayValue[]
  /** What a value counts, as the hover names it. */
  unit: string
  heightPx: number
}

/** Bars by day from zero. Its library is heavy, so it is loaded on its own. */
export function DayChart({ days, unit, heightPx }: DayChartProps) {
  const most = Math.max(0, ...days.map(({ value }) => value))
  return (
    <BarChart
      h={heightPx}
      data={days.map(({ date, value }) => ({ date, value }))}
      dataKey="date"
      series={[{ name: 'value', label: unit, color: 'var(--bar)' }]}
      // The numbers stand in a table beside it; a stop for the keyboard without a name would only be in the way.
      accessibilityLayer={false}
      gridAxis="x"
      tickLine="none"
      strokeDasharray="0"
      gridColor="var(--line)"
      textColor="dimmed"
      maxBarWidth={26}
      barChartProps={{ margin: { top: 12 } }}
      barProps={{ radius: [3, 3, 0, 0], isAnimationActive: false }}
      valueFormatter={showNumber}
      xAxisProps={{ tickFormatter: showDay, interval: 'equidistantPreserveStart', minTickGap: 28, tickMargin: 8 }}
      yAxisProps={{ tickFormatter: showShortNumber, allowDecimals: false, width: 40, domain: [0, most < 4 ? 4 : 'auto'] }}
      tooltipProps={{
        cursor: { fill: 'var(--surface-quiet)' },
        labelFormatter: (label) => (typeof label === 'string' ? showLongDay(label) : ''),
        isAnimationActive: false,
      }}
    />
  )
}
