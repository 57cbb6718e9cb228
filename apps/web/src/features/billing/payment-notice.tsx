import type { Subscription } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { showDate } from '../../ui/dates.ts'
import classes from './payment-notice.module.css'

interface PaymentNoticeProps {
  subscription: Subscription
  /** Null for members who may not. */
  onPortal: (() => void) | null
  isOpeningPortal: boolean
}

/** Shown while a payment is overdue: until when the plan stays, and how to pay. */
export function PaymentNotice({ subscription, onPortal, isOpeningPortal }: PaymentNoticeProps) {
  const { status, planTitle, graceEndsAt } = subscription
  if (status !== 'past_due') return null
  const isInGrace = planTitle !== 'Free' && graceEndsAt !== null
  return (
    <div className={classes.notice} role="status">
      <IconAlertTriangle aria-hidden size={20} stroke={1.7} className={classes.icon} />
      <div>
        <p className={classes.title}>The last payment failed</p>
        <p className={classes.text}>
          {isInGrace
            ? `Your ${planTitle} plan stays until ${showDate(graceEndsAt)}. Pay until then to keep it.`
            : 'Your plan is paused, and the limits of Free apply. Nothing was deleted. Once the payment succeeds, the plan is back.'}
        </p>
      </div>
      {onPortal !== null && (
        <Button color="dark" variant="default" loading={isOpeningPortal} onClick={onPortal}>
          Update payment method
        </Button>
      )}
    </div>
  )
}
