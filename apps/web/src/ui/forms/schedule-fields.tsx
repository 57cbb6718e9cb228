import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import classes from './schedule-fields.module.css'

type ScheduleLimit = 'show_from' | 'show_until'

interface ScheduleFieldsProps {
  /** ISO 8601; null is no limit. */
  schedule: Record<ScheduleLimit, string | null>
  errors: { [limit in ScheduleLimit]?: React.ReactNode }
  /** IANA name. */
  timeZone: string
  onChange: (limit: ScheduleLimit, instant: string | null) => void
}

/** The fields limit when something is shown: from an instant, until an instant, or both. */
export function ScheduleFields({ schedule, errors, timeZone, onChange }: ScheduleFieldsProps) {
  const toFieldProps = (limit: ScheduleLimit) => ({
    timeZone,
    value: schedule[limit],
    error: errors[limit],
    onChange: (instant: string | null) => onChange(limit, instant),
  })
  return (
    <div className={classes.limits}>
      <InstantField label="Show from" {...toFieldProps('show_from')} />
      <InstantField label="Show until" {...toFieldProps('show_until')} />
    </div>
  )
}

/** Shown below the fields. */
export function ScheduleNote({ timeZone }: { timeZone: string }) {
  return (
    <Text size="sm" c="dimmed">
      In the time zone of the project, {timeZone.replaceAll('_', ' ')}. Leave both empty to show it always.
    </Text>
  )
}

/** The limits as they are shown beside those of someone else, on the clock of this time zone. */
export function createScheduleTexts(timeZone: string) {
  const toText = (instant: string) => formatScheduleTime(instant, timeZone)
  return { show_from: { label: 'Show from', toText }, show_until: { label: 'Show until', toText } }
}

/** Returns `2026-05-01 09:30, Europe/Berlin`. */
export function formatScheduleTime(instant: string, timeZone: string): string {
  return `${toWallClock(instant, timeZone).replace('T', ' ')}, ${timeZone.replaceAll('_', ' ')}`
}

/**
 * Returns the wall clock of a time zone at an instant, as a field of type `datetime-local` has it: `2026-05-01T09:30`.
 */
export function toWallClock(instant: string, timeZone: string): string {
  return formatWallClock(new Date(instant), timeZone).slice(0, 16)
}

/**
 * Returns the instant at which the clock of a time zone shows this, as ISO 8601 in UTC; undefined when it is no date
 * and time. A time that the clock skips in spring is taken an hour later, one that it shows twice in autumn is the
 * first.
 */
export function toInstant(wallClock: string, timeZone: string): string | undefined {
  const wanted = Date.parse(`${wallClock}Z`)
  if (Number.isNaN(wanted)) return undefined
  // The offset a day before and a day after: the clock changes at most once in between.
  const offsets = [-86_400_000, 86_400_000].map((ms) => computeOffsetMs(wanted + ms, timeZone))
  const found = offsets.map((offset) => wanted - offset).find((ms) => ms + computeOffsetMs(ms, timeZone) === wanted)
  return new Date(found ?? wanted - (offsets[0] ?? 0)).toISOString()
}

/** Returns how far the clock of the time zone is ahead of UTC. */
function computeOffsetMs(ms: number, timeZone: string): number {
  const seconds = Math.floor(ms / 1_000) * 1_000
  return Date.parse(`${formatWallClock(new Date(seconds), timeZone)}Z`) - seconds
}

/** Swedish writes date and time as ISO 8601 does, but for the T. */
function formatWallClock(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(instant).replace(' ', 'T')
}

interface InstantFieldProps {
  label: string
  /** ISO 8601, or null for none. */
  value: string | null
  /** IANA name. */
  timeZone: string
  error?: React.ReactNode
  onChange: (instant: string | null) => void
}

/** A date and time on the clock of a time zone. */
function InstantField({ label, value, timeZone, error, onChange }: InstantFieldProps) {
  const shown = value === null ? '' : toWallClock(value, timeZone)
  const [typed, setTyped] = useState(shown)
  // The typed text stays while the date is unfinished, and a value from elsewhere replaces it.
  const isOwn = (toInstant(typed, timeZone) ?? null) === value
  return (
    <TextInput
      type="datetime-local"
      label={label}
      error={error}
      value={isOwn ? typed : shown}
      onChange={(event) => {
        const { value: text } = event.currentTarget
        setTyped(text)
        onChange(toInstant(text, timeZone) ?? null)
      }}
    />
  )
}
