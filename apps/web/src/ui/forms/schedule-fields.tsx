import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import classes from './schedule-fields.module.css'

type ScheduleLimit = 'show_from' | 'show_until'

interface ScheduleFieldsProps {
  /** ISO 8601 instants. Null means that there is no limit. */
  schedule: Record<ScheduleLimit, string | null>
  errors: { [limit in ScheduleLimit]?: React.ReactNode }
  /** An IANA time zone name. */
  timeZone: string
  onChange: (limit: ScheduleLimit, instant: string | null) => void
}

/** Two fields that limit when something is shown: from an instant, until an instant, or both. */
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

/** Explains the two schedule fields, and is shown below them. */
export function ScheduleNote({ timeZone }: { timeZone: string }) {
  return (
    <Text size="sm" c="dimmed">
      In the time zone of the project, {timeZone.replaceAll('_', ' ')}. Leave both empty to show it always.
    </Text>
  )
}

/** Returns how ConflictForm shows the two limits, with times in this time zone. */
export function createScheduleTexts(timeZone: string) {
  const toText = (instant: string) => formatScheduleTime(instant, timeZone)
  return { show_from: { label: 'Show from', toText }, show_until: { label: 'Show until', toText } }
}

/** Returns `2026-05-01 09:30, Europe/Berlin`. */
export function formatScheduleTime(instant: string, timeZone: string): string {
  return `${toWallClock(instant, timeZone).replace('T', ' ')}, ${timeZone.replaceAll('_', ' ')}`
}

/** Returns the local time at an instant in the format of a `datetime-local` field: `2026-05-01T09:30`. */
export function toWallClock(instant: string, timeZone: string): string {
  return formatWallClock(new Date(instant), timeZone).slice(0, 16)
}

/**
 * Returns the instant of a local time, as ISO 8601 in UTC. Returns undefined if the text is not a date and time. If the
 * clock skips the time in spring, the time is read as one hour later. If the clock shows the time twice in autumn, the
 * first instant is returned.
 */
export function toInstant(wallClock: string, timeZone: string): string | undefined {
  const wanted = Date.parse(`${wallClock}Z`)
  if (Number.isNaN(wanted)) return undefined
  // The UTC offsets one day before and one day after the local time. The clock changes at most once between them.
  const offsets = [-86_400_000, 86_400_000].map((ms) => computeOffsetMs(wanted + ms, timeZone))
  const found = offsets.map((offset) => wanted - offset).find((ms) => ms + computeOffsetMs(ms, timeZone) === wanted)
  return new Date(found ?? wanted - (offsets[0] ?? 0)).toISOString()
}

/** Returns how far the time zone is ahead of UTC, in milliseconds. */
function computeOffsetMs(ms: number, timeZone: string): number {
  const seconds = Math.floor(ms / 1_000) * 1_000
  return Date.parse(`${formatWallClock(new Date(seconds), timeZone)}Z`) - seconds
}

/**
 * Formats an instant as local time in ISO 8601. The Swedish format is ISO 8601, except that it has a space instead of
 * the T.
 */
function formatWallClock(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(instant).replace(' ', 'T')
}

interface InstantFieldProps {
  label: string
  /** An ISO 8601 instant, or null if there is none. */
  value: string | null
  /** An IANA time zone name. */
  timeZone: string
  error?: React.ReactNode
  onChange: (instant: string | null) => void
}

/** A field for a date and time in a time zone. */
function InstantField({ label, value, timeZone, error, onChange }: InstantFieldProps) {
  const shown = value === null ? '' : toWallClock(value, timeZone)
  const [typed, setTyped] = useState(shown)
  // While the typed date is incomplete, its text stays in the field. If `value` is no longer the instant of the typed
  // text, something other than this field has changed `value`, so the field shows `value`.
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
