import { type Subscription, subscriptionMessages } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { formatDate } from '../../ui/formats/dates.ts'
import { WarningNotice } from '../../ui/states/warning-notice.tsx'
import { showToast } from '../../ui/toasts/toast.tsx'

interface PaymentNoticeProps {
  subscription: Subscription
  /** Null if the user may not manage billing. */
  onPortal: (() => void) | null
  isOpeningPortal: boolean
}

/** Shown while a payment is overdue. Says until when the plan stays active, and how to pay. */
export function PaymentNotice({ subscription, onPortal, isOpeningPortal }: PaymentNoticeProps) {
  const { status, planTitle, payment_period, graceEndsAt } = subscription
  if (status !== 'past_due') return null
  // A plan is in its grace period only if it has a payment period. After the grace period, the organization has the
  // Free or the Lifetime plan, and neither has a payment period.
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
        ? `Your ${planTitle} plan stays until ${formatDate(graceEndsAt)}. Pay before then to continue with this plan.`
        : `Your plan is paused, and the limits of ${planTitle} apply. Nothing was deleted. Once the payment succeeds, the plan is back.`}
    </WarningNotice>
  )
}

/**
 * Shows a toast about the result of a checkout, and calls `onPaid` after a payment. The result is in the URL to which
 * the payment page returns.
 */
export function useCheckoutReturn(onPaid: () => void): void {
  const [search, setSearch] = useSearchParams()
  const outcome = search.get('checkout')
  const handled = useRef<string>(undefined)

  useEffect(() => {
    if (outcome === null || handled.current === outcome) return
    handled.current = outcome
    if (outcome === 'success') {
      onPaid()
      void showToast({ title: subscriptionMessages.paid, message: 'Thank you! Your plan is active as soon as the payment is confirmed.' })
    }
    if (outcome === 'canceled')
      void showToast({ title: subscriptionMessages.paymentCanceled, message: subscriptionMessages.nothingCharged })
    setSearch({}, { replace: true })
  }, [outcome, onPaid, setSearch])
}
