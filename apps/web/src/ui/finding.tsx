import type { Icon } from '@tabler/icons-react'
import classes from './finding.module.css'

interface FindingProps {
  tone: 'neutral' | 'good' | 'warning' | 'bad'
  Icon: Icon
  title: string
  /** The explanation, in one sentence or two. */
  children: React.ReactNode
  /** Buttons that repeat the check or solve its problem. */
  actions?: React.ReactNode
}

/** Shows the result of a check, and its consequence. */
export function Finding({ tone, Icon, title, children, actions }: FindingProps) {
  return (
    <div className={classes.finding} data-tone={tone} role="status">
      <Icon aria-hidden size={22} stroke={1.7} className={classes.icon} />
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        <p className={classes.reason}>{children}</p>
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}
