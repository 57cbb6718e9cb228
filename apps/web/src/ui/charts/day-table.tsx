import { showNumber } from '../formats/numbers.ts'
import { DataTable } from '../tables/data-table.tsx'
import type { Column } from '../tables/data-table-columns.ts'
import { type ChartInterval, type IntervalUnit, showInterval } from './chart-intervals.ts'
import classes from './day-chart-card.module.css'

interface DayTableProps {
  label: string
  intervals: readonly ChartInterval[]
  unit: IntervalUnit
  valueLabel: string
  behindLabel: string
  show?: ((value: number, isShort: boolean) => string) | undefined
}

const unitLabels: Record<IntervalUnit, string> = { hour: 'Hour', day: 'Day', week: 'Week', month: 'Month' }

/** The numbers of a chart, newest first. */
export function DayTable({ label, intervals, unit, valueLabel, behindLabel, show = showNumber }: DayTableProps) {
  const columns: Column<ChartInterval>[] = [
    { id: 'interval', header: unitLabels[unit], cell: showInterval, className: classes.interval },
    { id: 'value', header: valueLabel, cell: ({ value }) => show(value, false), isNumber: true },
    { id: 'behind', header: behindLabel, cell: ({ behind = 0 }) => show(behind, false), isNumber: true },
  ]
  const hasBehind = intervals.some(({ behind }) => behind !== undefined)
  return (
    <DataTable
      label={label}
      columns={hasBehind ? columns : columns.slice(0, 2)}
      rows={intervals.toReversed()}
      rowKey={({ from }) => from}
      layout="compact"
    />
  )
}
