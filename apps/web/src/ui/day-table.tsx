import { type ChartSpan, type ChartStep, showSpanOf } from './chart-spans.ts'
import classes from './day-chart-card.module.css'
import { showNumber } from './numbers.ts'

interface DayTableProps {
  spans: readonly ChartSpan[]
  step: ChartStep
  unit: string
}

const stepWords: Record<ChartStep, string> = { day: 'Day', week: 'Week', month: 'Month' }

/** The numbers behind a chart, newest first. */
export function DayTable({ spans, step, unit }: DayTableProps) {
  const hasBefore = spans.some(({ before }) => before !== undefined)
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{stepWords[step]}</th>
          <th scope="col">{unit}</th>
          {hasBefore && <th scope="col">Period before</th>}
        </tr>
      </thead>
      <tbody>
        {spans.toReversed().map((span) => (
          <tr key={span.from}>
            <td>{showSpanOf(span)}</td>
            <td>{showNumber(span.value)}</td>
            {hasBefore && <td>{showNumber(span.before ?? 0)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
