import { TextInput, type TextInputProps } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'

interface UrlFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  ref?: React.Ref<HTMLInputElement>
  text: string
  onType: (text: string) => void
}

/** A field for a URL that may lack its scheme: browsers reject that in a field of type url. */
export function UrlField({ text, onType, ...props }: UrlFieldProps) {
  return (
    <TextInput
      type="text"
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      leftSection={<IconLink aria-hidden size={18} stroke={1.6} />}
      {...props}
      value={text}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}
