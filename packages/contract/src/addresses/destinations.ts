export const targetMaxLength = 2_048

/** Returns the href of an http(s) address without credentials, or undefined for any other text. */
export function toDestinationHref(text: string): string | undefined {
  // Control characters are rejected first. The URL parser drops tabs and newlines anywhere, so a check of the text
  // alone would accept "java\nscript:".
  if (hasControlCharacter(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  if (url.username !== '' || url.password !== '') return undefined
  return url.href.length <= targetMaxLength ? url.href : undefined
}

function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code < 0x20 || code === 0x7f) return true
  }
  return false
}

/**
 * Adds https:// to an address that has no scheme. If the scheme is mistyped (`https//`) or not http(s) (`ftp://`), the
 * address is returned unchanged, and validation rejects it later.
 */
export function addScheme(typed: string): string {
  const trimmed = typed.trim()
  const hasScheme = /^([a-z][a-z0-9+.-]*:\/|https?:?\/)/i.test(trimmed)
  return hasScheme ? trimmed : `https://${trimmed}`
}

/**
 * Returns the href of an address as a user types it, with or without a scheme. Undefined if it is not an http(s)
 * address.
 */
export function parseTypedDestination(typed: string): string | undefined {
  if (typed.trim() === '') return undefined
  const href = toDestinationHref(addScheme(typed))
  // The URL standard forbids spaces and some other characters in a host. Chromium percent-encodes them instead of
  // failing, for example in "not a url", so a host that contains % is rejected here.
  return href === undefined || new URL(href).hostname.includes('%') ? undefined : href
}
