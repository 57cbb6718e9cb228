import { Skeleton } from '@mantine/core'
import { Card } from '../card.tsx'
import classes from './stat-card.module.css'

interface StatRowProps {
  /** True while the numbers answer an earlier query. */
  isStale?: boolean
  children: React.ReactNode
}

/** The figures of a screen, as StatCards; on a phone they share one card. */
export function StatRow({ isStale, children }: StatRowProps) {
  return (
    <div className={classes.row} aria-busy={isStale}>
      {children}
    </div>
  )
}

/** Three figures that are loading. */
export function StatSkeletons() {
  return (
    <StatRow>
      {['first', 'second', 'third'].map((name) => (
        <Card key={name} p={undefined} className={classes.stat}>
          <Skeleton height={14} width="45%" />
          <Skeleton height={26} width="60%" my={14} />
          <Skeleton height={12} width="70%" />
        </Card>
      ))}
    </StatRow>
  )
}
