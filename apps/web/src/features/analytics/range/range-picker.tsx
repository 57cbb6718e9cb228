import { Button, Popover, TextInput, UnstyledButton } from '@mantine/core'
import { IconCalendar, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { Link as RouteLink, useSearchParams } from 'react-router'
import { isApiError } from '../../../api/api-error.ts'
import { formatDateRange, formatLongDay } from '../../../ui/formats/dates.ts'
import { panelProps } from '../../../ui/theme.ts'
import type { AnalyticsFilter } from './analytics-filter.ts'
import classes from './analytics-filter-bar.module.css'
import { type DateRange, isValidRange } from './date-range.ts'

/** The button with the date range; a click shows the presets, and a form for a custom range. */
export function RangePicker({ filter }: { filter: AnalyticsFilter }) {
  const { presets, selected, firstDay, today, setPreset, setDateRange } = filter
  const [isOpen, setOpen] = useState(false)

  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={288} {...panelProps}>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconCalendar aria-hidden size={17} stroke={1.6} />}
          className={classes.range}
          onClick={() => setOpen(!isOpen)}
        >
          {selected.label}
          <span className={classes.days}>{formatDateRange(selected.range)}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ul className={classes.presets}>
          {presets.map(({ name, label, isLocked }) => (
            <li key={name}>
              <UnstyledButton
                className={classes.preset}
                aria-pressed={name === selected.name}
                disabled={isLocked}
                onClick={() => {
                  setOpen(false)
                  setPreset(name)
                }}
              >
                {label}
                {isLocked && (
                  <span className={classes.locked}>
                    <IconLock aria-hidden size={13} /> Not in your plan
                  </span>
                )}
              </UnstyledButton>
            </li>
          ))}
        </ul>
        <CustomRange
          key={formatDateRange(selected.range)}
          initialRange={selected.range}
          firstDay={firstDay}
          today={today}
          onApply={(range) => {
            setOpen(false)
            setDateRange(range)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

/**
 * Returns the action of an error panel if the plan does not include the selected days. The action resets the range to
 * the default.
 */
export function resetRangeAction(error: unknown): React.ReactNode {
  return isApiError(error, 'ANALYTICS_HISTORY_LOCKED') && <ResetRange />
}

function ResetRange() {
  const [params] = useSearchParams()
  const reset = new URLSearchParams(params)
  for (const name of ['range', 'from', 'to']) reset.delete(name)
  return (
    <Button component={RouteLink} to={`?${reset}`} variant="default">
      Reset date range
    </Button>
  )
}

interface CustomRangeProps {
  initialRange: DateRange
  /** The first day of the plan's history; undefined if the history is not limited. */
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
    const found = findRangeError(range, firstDay, today)
    setError(found)
    if (found === undefined) onApply(range)
  }

  return (
    // The form checks the days itself, because the browser's own message for a day outside the limits does not say that
    // the limit comes from the plan.
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

function findRangeError(range: DateRange, firstDay: string | undefined, today: string): string | undefined {
  if (range.from === '' || range.to === '') return 'Enter a first and a last day.'
  if (range.from > range.to) return 'The first day must not be after the last.'
  if (!isValidRange(range, today)) return `Choose days up to today, ${formatLongDay(today)}.`
  return firstDay !== undefined && range.from < firstDay ? `Your plan includes days from ${formatLongDay(firstDay)}.` : undefined
}
