import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { getBrowserTimeZone } from '../formats/dates.ts'

interface TimeZoneSelectProps extends Omit<NativeSelectProps, 'data'> {
  /** The current time zone, which is always offered. The server can know time zones that the browser does not know. */
  present: string | null | undefined
}

export function TimeZoneSelect({ present, ...props }: TimeZoneSelectProps) {
  const names = new Set(['UTC', present ?? 'UTC', getBrowserTimeZone(), ...Intl.supportedValuesOf('timeZone')])
  return <NativeSelect label="Time zone" {...props} data={[...names].map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))} />
}
