import { Skeleton, Text, Title } from '@mantine/core'
import { Card } from '../card.tsx'
import classes from './stat-card.module.css'

interface StatCardProps {
  label: string
  icon: React.ReactNode
  value: React.ReactNode
  isMoney?: boolean
  /** True if the value is a name. A name is shown smaller than a number. */
  isText?: boolean
  /** The exact value, if `value` is shortened. */
  title?: string
  /** The difference from another period. */
  delta?: React.ReactNode
  /** Other values, below the note and the difference. */
  more?: React.ReactNode
  children?: React.ReactNode
}

export function StatCard({ label, icon, value, isMoney, isText, title, delta, more, children }: StatCardProps) {
  return (
    <Card
      p={undefined}
      className={classes.stat}
      data-money={isMoney || undefined}
      __vars={{ '--digits': typeof value === 'string' ? `${value.length}` : '1' }}
    >
      <div className={classes.head}>
        <Title order={2} className={classes.label}>
          {label}
        </Title>
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
      </div>
      <div className={classes.value} data-text={isText || undefined} title={title}>
        <span className={classes.number}>{value}</span>
      </div>
      <Text size="sm" c="dimmed" component="div" className={classes.note}>
        <div>{children}</div>
        {delta}
        {more && <div className={classes.more}>{more}</div>}
      </Text>
    </Card>
  )
}

interface StatRowProps {
  /** True while the numbers are the result of an earlier query. */
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

export function StatSkeletons({ count = 3 }: { count?: number }) {
  return (
    <StatRow>
      {['first', 'second', 'third', 'fourth'].slice(0, count).map((name) => (
        <Card key={name} p={undefined} className={classes.stat}>
          <Skeleton height={14} width="45%" />
          <Skeleton height={26} width="60%" my={14} />
          <Skeleton height={12} width="70%" />
        </Card>
      ))}
    </StatRow>
  )
}
