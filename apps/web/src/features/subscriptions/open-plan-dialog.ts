import type { PackageName, Subscription } from '@linkshelf/contract'
import { openDialog } from '../../ui/overlays/dialogs.tsx'

/** Runs `change`, after a confirmation where it costs money at once or takes something away. */
export function confirmPlan(subscription: Subscription, target: PackageName, change: () => void, opener: HTMLElement): void {
  const { package: current, provider, payment_period } = subscription
  const isCharged = provider === 'stripe' && payment_period !== null && target !== 'Lifetime'
  if (current === 'Free' || (target !== 'Free' && !isCharged)) change()
  else void openDialog(() => import('./plan-dialogs.tsx').then(({ planDialog }) => planDialog(subscription, target, change)), opener)
}
