import { Text } from '@mantine/core'
import { InstantField } from './instant-field.tsx'
import classes from './schedule-fields.module.css'

type Limit = 'show_from' | 'show_until'

interface ScheduleFieldsProps {
  /** ISO 8601; null is no limit. */
  schedule: Record<Limit, string | null>
  errors: { [limit in Limit]?: React.ReactNode }
  /** IANA name. */
  timeZone: string
  onChange: (limit: Limit, instant: string | null) => void
}

/** The fields limit when something is shown: from an instant, until an instant, or both. */
export function ScheduleFields({ schedule, errors, timeZone, onChange }: ScheduleFieldsProps) {
  const propsOf = (limit: Limit) => ({
    timeZone,
    value: schedule[limit],
    error: errors[limit],
    onChange: (instant: string | null) => onChange(limit, instant),
  })
  return (
    <div className={classes.limits}>
      <InstantField label="Show from" {...propsOf('show_from')} />
      <InstantField label="Show until" {...propsOf('show_until')} />
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
