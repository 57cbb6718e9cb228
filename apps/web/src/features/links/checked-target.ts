import { destinationHref, withScheme } from '@linkshelf/contract'

/** What was typed as the address it means; nothing when it is not one. */
export function checkedTarget(text: string): string | undefined {
  if (text.trim() === '') return undefined
  const href = destinationHref(withScheme(text))
  // Chromium escapes what a host may not hold ("not a url") where the URL standard refuses it.
  return href === undefined || new URL(href).hostname.includes('%') ? undefined : href
}
