import { InputBase } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import type { AddressDomains } from './address-domains.ts'

interface DomainSelectProps {
  domains: AddressDomains
  /**
   * Null means the domain of the instance. If the value can no longer be chosen, it stays an option while it is
   * selected.
   */
  value: string | null
  onChange: (host: string | null) => void
  /** A visible label above the field. If omitted, the field only has the accessible name `name`. */
  label?: string
  name?: string
  description?: React.ReactNode
  error?: React.ReactNode
  size?: 'sm' | 'md'
  className?: string | undefined
}

/** Selects the domain of an address. Renders nothing if there is only one domain to choose. */
export function DomainSelect({ domains, value, onChange, label, name = 'Domain', ...field }: DomainSelectProps) {
  const { usable, formatHost } = domains
  const options = usable.includes(value) ? usable : [...usable, value]
  if (options.length === 1) return null
  return (
    <InputBase
      {...field}
      component="select"
      pointer
      label={label}
      aria-label={label === undefined ? name : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      rightSection={<IconSelector aria-hidden size={16} stroke={1.6} />}
      rightSectionPointerEvents="none"
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    >
      {options.map((host) => (
        <option key={host} value={host ?? ''}>
          {formatHost(host)}
        </option>
      ))}
    </InputBase>
  )
}
