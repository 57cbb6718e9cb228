import { useSyncExternalStore } from 'react'

/** Matches phones, where the sidebar is a drawer. The style sheets use the same width in em. */
export const smallScreenQuery = '(max-width: 47.99em)'

export function useSmallScreen(): boolean {
  return useSyncExternalStore(subscribeToScreenSize, () => window.matchMedia(smallScreenQuery).matches)
}

function subscribeToScreenSize(listener: () => void): () => void {
  const query = window.matchMedia(smallScreenQuery)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
