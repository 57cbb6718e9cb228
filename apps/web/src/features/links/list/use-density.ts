import { useState } from 'react'
import { readStored, writeStored } from '../../../ui/browser/local-storage.ts'

export type Density = 'comfortable' | 'compact'

const storageKey = 'linkshelf.links.density'

/** How high the rows of the list are; remembered in this browser. */
export function useDensity(): { density: Density; toggle: () => void } {
  const [density, setDensity] = useState<Density>(() => (readStored(storageKey) === 'compact' ? 'compact' : 'comfortable'))
  function toggle(): void {
    const next = density === 'compact' ? 'comfortable' : 'compact'
    writeStored(storageKey, next)
    setDensity(next)
  }
  return { density, toggle }
}
