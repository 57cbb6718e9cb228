import type { Subscription } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { showDate } from '../../ui/formats/dates.ts'
import { WarningNotice } from '../../ui/states/warning-notice.tsx'

interface PaymentNoticeProps {
  subscription: Subscription
  /** Null for members who may not. */
  onPortal: (() => void) | null
  isOpeningPortal: boolean
}

/** Shown while a payment is overdue: until when the plan stays, and how to pay. */
export function PaymentNotice({ subscription, onPortal, isOpeningPortal }: PaymentNoticeProps) {
  const { status, planTitle, payment_period, graceEndsAt } = subscription
  if (status !== 'past_due') return null
  // After the grace period, the remaining plan is Free or Lifetime, neither of them with a payment period.
  const isInGrace = payment_period !== null && graceEndsAt !== null
  return (
    <WarningNotice
      title="The last payment failed"
      action={
        onPortal !== null && (
          <Button color="dark" variant="default" loading={isOpeningPortal} onClick={onPortal}>
            Update payment method
          </Button>
        )
      }
    >
      {isInGrace
        ? `Your ${planTitle} plan stays until ${showDate(graceEndsAt)}. Pay until then to keep it.`
        : `Your plan is paused, and the limits of ${planTitle} apply. Nothing was deleted. Once the payment succeeds, the plan is back.`}
    </WarningNotice>
  )
}
