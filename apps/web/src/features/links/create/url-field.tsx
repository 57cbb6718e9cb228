import { TextInput, type TextInputProps } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import type { ClipboardEvent } from 'react'
import { urlsIn } from '../typed-url.ts'

interface UrlFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  ref?: React.Ref<HTMLInputElement>
  text: string
  onType: (text: string) => void
  onSeveral: (urls: readonly string[]) => void
}

/** Passes several pasted URLs to `onSeveral`: a field would join their lines to one. */
export function pasteSeveral(event: ClipboardEvent, onSeveral: UrlFieldProps['onSeveral']): void {
  const urls = urlsIn(event.clipboardData.getData('text/plain'))
  if (urls.length < 2) return
  event.preventDefault()
  onSeveral(urls)
}

/** A field for a URL that may lack its scheme: browsers reject that in a field of type url. */
export function UrlField({ text, onType, onSeveral, ...props }: UrlFieldProps) {
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
      onPaste={(event) => pasteSeveral(event, onSeveral)}
    />
  )
}
