import { Switch, type SwitchProps } from '@mantine/core'

/**
 * A switch with a description. The library makes the description part of the accessible name; here screen readers read
 * it after the name, once.
 */
export function DescribedSwitch({ label, ...props }: SwitchProps & { label: string; description: string }) {
  return <Switch {...props} label={label} aria-label={label} />
}
