import { useSmallScreen } from './use-small-screen.ts'

/**
 * Returns whether to offer sharing of a URL: on phones, where the browser opens the system's sheet for it. Other
 * browsers and plain http have none.
 */
export function useCanShare(url: string): boolean {
  const isSmall = useSmallScreen()
  return isSmall && typeof navigator.canShare === 'function' && navigator.canShare({ url })
}

/**
 * Opens the system's sheet to share a URL; returns false when the browser rejects it. A sheet that the
 * user closes is no failure.
 */
export async function shareUrl(url: string, title: string): Promise<boolean> {
  try {
    await navigator.share({ url, title })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
