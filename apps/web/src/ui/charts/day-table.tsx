import { showNumber } from '../formats/numbers.ts'
import { DataTable } from '../tables/data-table.tsx'
import { type Column, sortableBy } from '../tables/data-table-columns.ts'
import { type ChartInterval, type IntervalUnit, showInterval } from './chart-intervals.ts'
import classes from './day-chart-card.module.css'

interface DayTableProps {
  label: string
  intervals: readonly ChartInterval[]
  unit: IntervalUnit
  valueLabel: string
  behindLabel: string
  /** False where the table is not shown: then nothing in it takes the focus. */
  isSortable?: boolean
  show?: ((value: number, isShort: boolean) => string) | undefined
}

const unitLabels: Record<IntervalUnit, string> = { hour: 'Hour', day: 'Day', week: 'Week', month: 'Month' }

/** The numbers of a chart, newest first. */
export function DayTable({ label, intervals, unit, valueLabel, behindLabel, isSortable = false, show = showNumber }: DayTableProps) {
  const columns: Column<ChartInterval>[] = [
    { id: 'interval', header: unitLabels[unit], cell: showInterval, sortValue: ({ from }) => from, className: classes.interval },
    { id: 'value', header: valueLabel, cell: ({ value }) => show(value, false), isNumber: true, sortValue: ({ value }) => value },
    {
      id: 'behind',
      header: behindLabel,
      cell: ({ behind = 0 }) => show(behind, false),
      isNumber: true,
      sortValue: ({ behind = 0 }) => behind,
    },
  ]
  const hasBehind = intervals.some(({ behind }) => behind !== undefined)
  const shown = hasBehind ? columns : columns.slice(0, 2)
  return (
    <DataTable
      label={label}
      columns={isSortable ? shown : sortableBy(shown, [])}
      rows={intervals.toReversed()}
      rowKey={({ from }) => from}
      layout="compact"
    />
  )
}
