import { useLayoutEffect, useSyncExternalStore } from 'react'

// A page shows one add-link bar, because two fields for the same thing would make a new user choose. The top bar has
// it, unless the screen shows it.

let screenCount = 0
const listeners = new Set<() => void>()

/** Hides the add-link bar of the top bar while the calling component is mounted, because the screen shows its own. */
export function useHideTopBarAddLink(): void {
  // A layout effect runs before the first paint, so that the top bar does not show the bar for a moment.
  useLayoutEffect(() => {
    setScreenCount(screenCount + 1)
    return () => setScreenCount(screenCount - 1)
  }, [])
}

/** Returns whether a screen hides the add-link bar of the top bar. */
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
