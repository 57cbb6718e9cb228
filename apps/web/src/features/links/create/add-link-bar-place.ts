import { useLayoutEffect, useSyncExternalStore } from 'react'

// A page has one add-link bar: two fields for the same thing would make a new user choose. The top bar has it, unless
// the screen has taken it over.

let ownerCount = 0
const listeners = new Set<() => void>()

/** Removes the add-link bar from the top bar while the calling component is mounted, because the screen shows it. */
export function useTakeAddLinkBar(): void {
  // Before the first paint, so that the top bar does not show it for a moment.
  useLayoutEffect(() => {
    setOwnerCount(ownerCount + 1)
    return () => setOwnerCount(ownerCount - 1)
  }, [])
}

/** Returns whether the screen shows the add-link bar. */
export function useIsAddLinkBarTaken(): boolean {
  return useSyncExternalStore(onChange, () => ownerCount > 0)
}

function setOwnerCount(next: number): void {
  ownerCount = next
  for (const listener of listeners) listener()
}

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
