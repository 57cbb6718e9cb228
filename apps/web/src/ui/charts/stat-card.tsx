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
  /** Called when the user chooses this figure, for example for a chart. If omitted, the figure can't be chosen. */
  onChoose?: (() => void) | undefined
  isChosen?: boolean
  /** The exact value, if `value` is shortened. */
  title?: string
  /** The difference from another period. */
  delta?: React.ReactNode
  /** Other values, below the note and the difference. */
  more?: React.ReactNode
  children?: React.ReactNode
}

export function StatCard({ label, icon, value, isMoney, isText, onChoose, isChosen, title, delta, more, children }: StatCardProps) {
  return (
    <Card
      p={undefined}
      className={classes.stat}
      data-money={isMoney || undefined}
      __vars={{ '--digits': typeof value === 'string' ? `${value.length}` : '1' }}
    >
      <div className={classes.head}>
        <Title order={2} className={classes.label}>
          {onChoose === undefined ? (
            label
          ) : (
            <button type="button" className={classes.choose} aria-pressed={isChosen} onClick={onChoose}>
              {label}
            </button>
          )}
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
  /** True for six figures in one row. */
  isDense?: boolean
  children: React.ReactNode
}

/** The figures of a screen, as StatCards; on a phone they share one card. */
export function StatRow({ isStale, isDense, children }: StatRowProps) {
  return (
    <div className={classes.row} data-dense={isDense || undefined} aria-busy={isStale}>
      {children}
    </div>
  )
}

export function StatSkeletons({ count = 3 }: { count?: number }) {
  return (
    <StatRow isDense={count === 6}>
      {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].slice(0, count).map((name) => (
        <Card key={name} p={undefined} className={classes.stat}>
          <Skeleton height={14} width="45%" />
          <Skeleton height={26} width="60%" my={14} />
          <Skeleton height={12} width="70%" />
        </Card>
      ))}
    </StatRow>
  )
}
