import { InputBase } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import type { AddressDomains } from './address-domains.ts'

interface DomainSelectProps {
  domains: AddressDomains
  /** Null is the instance's own domain. One that can not be chosen any more is an option while it is the value. */
  value: string | null
  onChange: (host: string | null) => void
  /** Visible above the field; otherwise it has only a name. */
  label?: string
  name?: string
  description?: React.ReactNode
  error?: React.ReactNode
  size?: 'sm' | 'md'
  className?: string | undefined
}

/** The domain of an address. Nothing where an organization has only that of the instance. */
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
