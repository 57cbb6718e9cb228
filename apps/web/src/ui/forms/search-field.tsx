import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

interface SearchFieldProps extends Pick<TextInputProps, 'id' | 'ref' | 'className' | 'placeholder' | 'maxLength'> {
  /** The accessible name. */
  label: string
  typed: string
  onType: (text: string) => void
  onClear: () => void
}

/** A search field with a button that clears it. Escape clears it too. */
export function SearchField({ label, typed, onType, onClear, ...props }: SearchFieldProps) {
  return (
    <TextInput
      type="text"
      aria-label={label}
      leftSection={<IconSearch aria-hidden size={17} stroke={1.6} />}
      rightSection={typed !== '' && <CloseButton size="sm" aria-label="Clear search" onClick={onClear} />}
      rightSectionPointerEvents="all"
      value={typed}
      onChange={(event) => onType(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && typed !== '') onClear()
      }}
      {...props}
    />
  )
}
