import { ActionIcon } from '@mantine/core'
import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react'
import classes from './link-card.module.css'
import type { Density } from './use-density.ts'

/** Switches between rows of two lines and of one. */
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
