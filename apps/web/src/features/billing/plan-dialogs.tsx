import type { PackageName, Subscription } from '@linkshelf/contract'
import { showDate } from '../../ui/formats/dates.ts'
import { ConfirmForm } from '../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../ui/overlays/dialogs.tsx'

/** Asks before a change that costs money or takes something away. */
export function planDialog(subscription: Subscription, target: PackageName, onConfirm: () => void): Dialog {
  const isFree = target === 'Free'
  return {
    title: isFree ? 'Switch to Free' : `Change to ${target}`,
    body: (close) => (
      <ConfirmForm
        action={isFree ? 'Switch to Free' : `Change to ${target}`}
        isDangerous={isFree}
        onConfirm={() => {
          close()
          onConfirm()
        }}
        onClose={close}
      >
        {isFree ? <FreeConsequences subscription={subscription} /> : <ChangeConsequences subscription={subscription} />}
      </ConfirmForm>
    ),
  }
}

/** Under Stripe, a plan that is overdue ends at once, and Lifetime remains below Business. */
function FreeConsequences({ subscription: { planTitle, provider, status, currentPeriodEnd } }: { subscription: Subscription }) {
  const when =
    provider === 'stripe' && status === 'active' && currentPeriodEnd !== null
      ? `${planTitle} stays until ${showDate(currentPeriodEnd)}, which is paid.`
      : `${planTitle} ends now.`
  const then =
    provider === 'stripe' && planTitle === 'Business'
      ? 'the limits of Free apply, or of Lifetime if you have it'
      : 'the limits of Free apply'
  return (
    <>
      {when} After it {then}. Your links still redirect, and nothing is deleted.
    </>
  )
}

function ChangeConsequences({ subscription: { planTitle } }: { subscription: Subscription }) {
  return <>It takes effect now. What is left of {planTitle} is credited, and the difference is charged to your payment method.</>
}
