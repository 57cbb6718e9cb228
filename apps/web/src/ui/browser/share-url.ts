import { useSmallScreen } from './use-small-screen.ts'

/**
 * Returns true on phones if the browser can open the system's share sheet for the URL. Other browsers, and pages on
 * plain http, have no share sheet.
 */
export function useCanShare(url: string): boolean {
  const isSmall = useSmallScreen()
  return isSmall && typeof navigator.canShare === 'function' && navigator.canShare({ url })
}

/**
 * Opens the system's share sheet for a URL. Returns false if the browser rejects the call. Returns true if the user
 * closes the sheet, because that is not a failure.
 */
export async function shareUrl(url: string, title: string): Promise<boolean> {
  try {
    await navigator.share({ url, title })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
