import type { PackageName, Subscription } from '@linkshelf/contract'
import { formatDate } from '../../ui/formats/dates.ts'
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
function FreeConsequences({ subscription }: { subscription: Subscription }) {
  const { planTitle, provider } = subscription
  const when = stayOf(subscription) ?? `${planTitle} ends now.`
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

/** Returns the text that says until when the plan stays; undefined where it ends at once. */
function stayOf({ planTitle, provider, status, currentPeriodEnd, trialEndsAt }: Subscription): string | undefined {
  if (provider !== 'stripe' || status !== 'active') return undefined
  if (trialEndsAt !== null) return `${planTitle} stays until ${formatDate(trialEndsAt)}, the end of the trial.`
  return currentPeriodEnd === null ? undefined : `${planTitle} stays until ${formatDate(currentPeriodEnd)}, which is paid.`
}

function ChangeConsequences({ subscription: { planTitle, trialEndsAt } }: { subscription: Subscription }) {
  if (trialEndsAt !== null)
    return <>The change takes effect now. The trial continues until {formatDate(trialEndsAt)}, and nothing is charged before.</>
  return <>The change takes effect now. The unused part of {planTitle} is credited, and the difference is charged to your payment method.</>
}
