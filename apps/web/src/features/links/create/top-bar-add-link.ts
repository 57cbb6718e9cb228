import { useLayoutEffect, useSyncExternalStore } from 'react'

// A page shows only one add-link bar, because a new user would not know which of two bars to use. The bar is in the top
// bar, unless the screen shows its own.

let screenCount = 0
const listeners = new Set<() => void>()

/** Hides the add-link bar of the top bar while the calling component is mounted, because the screen shows its own. */
export function useHideTopBarAddLink(): void {
  // This is a layout effect, which runs before the first paint. Otherwise the top bar would show the add-link bar for a
  // moment.
  useLayoutEffect(() => {
    setScreenCount(screenCount + 1)
    return () => setScreenCount(screenCount - 1)
  }, [])
}

export function useIsTopBarAddLinkHidden(): boolean {
  return useSyncExternalStore(subscribe, () => screenCount > 0)
}

function setScreenCount(next: number): void {
  screenCount = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
