import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './warning-notice.module.css'

interface WarningNoticeProps {
  title: string
  /** A button or link that solves the problem. */
  action?: React.ReactNode
  children: React.ReactNode
}

/** Says that something stopped working. It is shown above the affected part of a screen. */
export function WarningNotice({ title, action, children }: WarningNoticeProps) {
  return (
    <div className={classes.notice} role="status">
      <IconAlertTriangle aria-hidden size={20} stroke={1.7} className={classes.icon} />
      <div>
        <p className={classes.title}>{title}</p>
        <p className={classes.text}>{children}</p>
      </div>
      {action}
    </div>
  )
}
