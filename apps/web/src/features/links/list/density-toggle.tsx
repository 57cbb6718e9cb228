import { ActionIcon } from '@mantine/core'
import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react'
import { useState } from 'react'
import { readStored, writeStored } from '../../../ui/browser/local-storage.ts'
import classes from './link-card.module.css'

export type Density = 'comfortable' | 'compact'

const storageKey = 'linkshelf.links.density'

/** Returns the density of the list, which this browser remembers. */
export function useDensity(): { density: Density; toggle: () => void } {
  const [density, setDensity] = useState<Density>(() => (readStored(storageKey) === 'compact' ? 'compact' : 'comfortable'))
  function toggle(): void {
    const next = density === 'compact' ? 'comfortable' : 'compact'
    writeStored(storageKey, next)
    setDensity(next)
  }
  return { density, toggle }
}

/** Switches between rows of two lines and rows of one line. */
export function DensityToggle({ density, onToggle }: { density: Density; onToggle: () => void }) {
  const isCompact = density === 'compact'
  const Icon = isCompact ? IconBaselineDensityMedium : IconBaselineDensitySmall
  return (
    <ActionIcon
      className={classes.density}
      variant="default"
      size="input-sm"
      title="Compact rows"
      aria-label="Compact rows"
      aria-pressed={isCompact}
      onClick={onToggle}
    >
      <Icon aria-hidden size={17} stroke={1.6} />
    </ActionIcon>
  )
}
