import { Text, Title } from '@mantine/core'
import { Card } from '../card.tsx'
import classes from './stat-card.module.css'

interface StatCardProps {
  label: string
  icon: React.ReactNode
  value: React.ReactNode
  isMoney?: boolean
  /** The value is a name, not a number: set smaller, as text. */
  isText?: boolean
  /** The exact value, where `value` is shortened. */
  title?: string
  children?: React.ReactNode
}

export function StatCard({ label, icon, value, isMoney, isText, title, children }: StatCardProps) {
  return (
    <Card className={classes.stat} data-money={isMoney || undefined}>
      <div className={classes.head}>
        <Title order={2} className={classes.label}>
          {label}
        </Title>
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
      </div>
      <div className={classes.value} data-text={isText || undefined} title={title}>
        {value}
      </div>
      <Text size="sm" c="dimmed" component="div" className={classes.note}>
        {children}
      </Text>
    </Card>
  )
}
