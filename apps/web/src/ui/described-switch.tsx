import { Switch, type SwitchProps } from '@mantine/core'

/** A switch with a sentence under its word. The library would read the sentence as a part of the name; here it is told after it, once. */
export function DescribedSwitch({ label, ...props }: SwitchProps & { label: string; description: string }) {
  return <Switch {...props} label={label} aria-label={label} />
}
