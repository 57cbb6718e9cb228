import { subscriptionMessages } from '@linkshelf/contract'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { showToast } from '../../ui/toasts/toast.tsx'

/**
 * The payment page returns to an address that contains its result. Shows a toast for it, and calls
 * `onPaid` after a payment.
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
