import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { showLongDay } from '../../ui/dates.ts'
import classes from './analytics-filter-bar.module.css'
import { isPeriod } from './analytics-ranges.ts'
import type { Period } from './period.ts'

interface CustomRangeProps {
  /** What the fields begin with. */
  period: Period
  /** The first day the plan shows; nothing where it shows all. */
  firstDay: string | undefined
  today: string
  onChoose: (period: Period) => void
}

/** Two days of the reader's choice. */
export function CustomRange({ period, firstDay, today, onChoose }: CustomRangeProps) {
  const [typed, setTyped] = useState(period)
  const [problem, setProblem] = useState<string>()

  function choose(event: React.FormEvent): void {
    event.preventDefault()
    const found = problemOf(typed, firstDay, today)
    setProblem(found)
    if (found === undefined) onChoose(typed)
  }

  return (
    // The browser's own complaint about a day out of bounds does not say whose bounds they are.
    <form className={classes.custom} noValidate onSubmit={choose}>
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="date"
          size="xs"
          label={end === 'from' ? 'From' : 'To'}
          min={firstDay}
          max={today}
          value={typed[end]}
          error={end === 'from' && problem !== undefined}
          onChange={(event) => setTyped({ ...typed, [end]: event.currentTarget.value })}
        />
      ))}
      {problem !== undefined && (
        <span role="alert" className={classes.problem}>
          {problem}
        </span>
      )}
      <Button type="submit" size="xs" variant="light">
        Show these days
      </Button>
    </form>
  )
}

function problemOf(period: Period, firstDay: string | undefined, today: string): string | undefined {
  if (period.from === '' || period.to === '') return 'Choose a first and a last day.'
  if (period.from > period.to) return 'The first day comes after the last.'
  if (!isPeriod(period, today)) return `Choose days up to today, ${showLongDay(today)}.`
  return firstDay !== undefined && period.from < firstDay ? `Your plan shows days from ${showLongDay(firstDay)}.` : undefined
}
