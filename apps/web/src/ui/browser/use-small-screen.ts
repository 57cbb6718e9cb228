import { useSyncExternalStore } from 'react'

/** Phones, where the sidebar is a drawer; the style sheets use the same width in em. */
export const smallScreenQuery = '(max-width: 47.99em)'

export function useSmallScreen(): boolean {
  return useSyncExternalStore(onChange, () => window.matchMedia(smallScreenQuery).matches)
}

function onChange(listener: () => void): () => void {
  const query = window.matchMedia(smallScreenQuery)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
