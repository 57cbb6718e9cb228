import { Text, Title } from '@mantine/core'
import classes from './message-panel.module.css'

interface EmptyStateProps {
  icon: React.ReactNode
  title: string
  /** 1 if this is the only heading of the page. */
  headingOrder?: 1 | 2
  /** The next action of the user, in one sentence. */
  children: React.ReactNode
  action?: React.ReactNode
}

export function EmptyState({ icon, title, headingOrder = 2, children, action }: EmptyStateProps) {
  return (
    <div className={classes.panel}>
      <span className={classes.shelf} aria-hidden>
        <span className={classes.icon}>{icon}</span>
      </span>
      <Title order={headingOrder} size="h2">
        {title}
      </Title>
      <Text c="dimmed" maw={460}>
        {children}
      </Text>
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  )
}
