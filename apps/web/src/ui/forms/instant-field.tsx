import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { toInstant, toWallClock } from './schedule-fields.tsx'

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
export function InstantField({ label, value, timeZone, error, onChange }: InstantFieldProps) {
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
