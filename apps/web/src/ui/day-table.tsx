import { showLongDay } from './dates.ts'
import type { DayValue } from './day-chart.tsx'
import classes from './day-chart-card.module.css'
import { showNumber } from './numbers.ts'

/** The numbers behind a chart, newest first. */
export function DayTable({ days, unit }: { days: readonly DayValue[]; unit: string }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">{unit}</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, value }) => (
          <tr key={date}>
            <td>{showLongDay(date)}</td>
            <td>{showNumber(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
