import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { showLongDay } from '../../../ui/formats/dates.ts'
import classes from './analytics-filter-bar.module.css'
import type { DateRange } from './date-range.ts'
import { isValidRange } from './range-presets.ts'

interface CustomRangeProps {
  initialRange: DateRange
  /** The first day of the plan's history; undefined without a limit. */
  firstDay: string | undefined
  today: string
  onApply: (range: DateRange) => void
}

/** A form for the first and the last day. */
export function CustomRange({ initialRange, firstDay, today, onApply }: CustomRangeProps) {
  const [range, setRange] = useState(initialRange)
  const [error, setError] = useState<string>()

  function apply(event: React.FormEvent): void {
    event.preventDefault()
    const found = rangeError(range, firstDay, today)
    setError(found)
    if (found === undefined) onApply(range)
  }

  return (
    // The browser's own message for a day out of bounds does not say that the bound is the plan's.
    <form className={classes.custom} noValidate onSubmit={apply}>
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="date"
          size="xs"
          label={end === 'from' ? 'From' : 'To'}
          min={firstDay}
          max={today}
          value={range[end]}
          error={end === 'from' && error !== undefined}
          onChange={(event) => setRange({ ...range, [end]: event.currentTarget.value })}
        />
      ))}
      {error !== undefined && (
        <span role="alert" className={classes.error}>
          {error}
        </span>
      )}
      <Button type="submit" size="xs" variant="light">
        Apply
      </Button>
    </form>
  )
}

function rangeError(range: DateRange, firstDay: string | undefined, today: string): string | undefined {
  if (range.from === '' || range.to === '') return 'Enter a first and a last day.'
  if (range.from > range.to) return 'The first day must not be after the last.'
  if (!isValidRange(range, today)) return `Choose days up to today, ${showLongDay(today)}.`
  return firstDay !== undefined && range.from < firstDay ? `Your plan includes days from ${showLongDay(firstDay)}.` : undefined
}
