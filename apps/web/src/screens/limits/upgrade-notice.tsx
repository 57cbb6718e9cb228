import { Button } from '@mantine/core'
import { Link as RouteLink } from 'react-router'
import classes from './upgrade-notice.module.css'

export const plansPath = '/settings/subscription'

interface UpgradeNoticeProps {
  /** Owners may change the plan; members learn who can. */
  isOwner: boolean
  /** `line`: one line without a frame. */
  look?: 'panel' | 'line'
  children: React.ReactNode
}

/** A limit of the plan, and the way to raise it. */
export function UpgradeNotice({ isOwner, look = 'panel', children }: UpgradeNoticeProps) {
  return (
    <div className={classes.notice} data-look={look} role="note">
      <span className={classes.text}>
        {children}
        {!isOwner && ' An owner of this organization can upgrade the plan.'}
      </span>
      {isOwner && (
        <Button
          component={RouteLink}
          to={plansPath}
          size="compact-sm"
          variant={look === 'panel' ? 'filled' : 'light'}
          className={classes.action}
        >
          Upgrade
        </Button>
      )}
    </div>
  )
}
