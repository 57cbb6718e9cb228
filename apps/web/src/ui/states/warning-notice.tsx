import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './warning-notice.module.css'

interface WarningNoticeProps {
  title: string
  /** The remedy. */
  action?: React.ReactNode
  children: React.ReactNode
}

/** Something that stopped working, above the part of a screen that it is about. */
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
