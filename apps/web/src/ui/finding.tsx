import type { Icon } from '@tabler/icons-react'
import classes from './finding.module.css'

interface FindingProps {
  tone: 'neutral' | 'good' | 'warning' | 'bad'
  Icon: Icon
  title: string
  /** One sentence or two. */
  children: React.ReactNode
}

/** What was found out about something, and what follows from it. */
export function Finding({ tone, Icon, title, children }: FindingProps) {
  return (
    <div className={classes.finding} data-tone={tone} role="status">
      <Icon aria-hidden size={22} stroke={1.7} className={classes.icon} />
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        <p className={classes.reason}>{children}</p>
      </div>
    </div>
  )
}
