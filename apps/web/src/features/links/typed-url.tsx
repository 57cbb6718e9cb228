import { parseTypedDestination } from '@linkshelf/contract'
import { TextInput, type TextInputProps } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import type { ClipboardEvent } from 'react'

/**
 * Returns a URL that was typed or pasted into a search field, as a destination. Undefined if the text is a search term.
 */
export function parseTypedUrl(text: string): string | undefined {
  return isUrlLike(text) ? parseTypedDestination(text) : undefined
}

/**
 * A URL is one word with a scheme, or with a dot in the part before the first slash. For example, "lamp" is a search
 * term, and "shop.example/lamp" is a URL.
 */
function isUrlLike(text: string): boolean {
  return /^(https?:\/\/\S+|[^\s/]+\.[^\s/.]{2,}(:\d+)?([/?#]\S*)?)$/i.test(text.trim())
}

/** Returns each URL of a pasted text once. Returns no URLs if the text contains anything else. */
export function parseUrls(text: string): string[] {
  const urls = text.trim().split(/\s+/).map(parseTypedUrl)
  return urls.every((url) => url !== undefined) ? [...new Set(urls)] : []
}

/**
 * Finds the destination in a page that another app shared. Most apps share a sentence in `text`, and some put the URL
 * into `title`.
 */
export function findSharedUrl(shared: URLSearchParams): string | undefined {
  const texts = ['url', 'text', 'title'].map((name) => shared.get(name) ?? '')
  return texts.map((text) => parseTypedUrl(text) ?? findFirstUrl(text)).find((url) => url !== undefined)
}

/** Returns the first URL with a scheme in a sentence, without the punctuation around it. */
export function findFirstUrl(text: string): string | undefined {
  const [found] = /https?:\/\/[^\s<>"“”«»]+/i.exec(text) ?? []
  const url = found?.replace(/[.,:;!?'’\]}]+$/, '')
  return url === undefined ? undefined : parseTypedUrl(url.includes('(') ? url : url.replace(/\)+[.,:;!?]*$/, ''))
}

interface UrlFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  ref?: React.Ref<HTMLInputElement>
  text: string
  onType: (text: string) => void
  onSeveral: (urls: readonly string[]) => void
}

/** Passes several pasted URLs to `onSeveral`, because a field would join their lines into one. */
export function passSeveralUrls(event: ClipboardEvent, onSeveral: UrlFieldProps['onSeveral']): void {
  const urls = parseUrls(event.clipboardData.getData('text/plain'))
  if (urls.length < 2) return
  event.preventDefault()
  onSeveral(urls)
}

/** A field for a URL that may lack its scheme. Browsers reject such a URL in a field of type `url`. */
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
      onPaste={(event) => passSeveralUrls(event, onSeveral)}
    />
  )
}
