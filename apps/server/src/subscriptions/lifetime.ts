// An organization has Lifetime for good. No plan below Lifetime replaces it, and a plan above only covers it: Lifetime
// is the plan again when that one ends. The refund of its payment ends it, and the operator's command.
import type { PackageName } from '@linkshelf/contract'
import { fail } from '../access/index.ts'

/** `paid` at Stripe, which can refund it. `granted` by the operator's command, or chosen under manual billing. */
export type Lifetime = 'paid' | 'granted'

interface StoredPlan {
  /** The package of the organization. */
  package: PackageName
  /** The stored value. An organization that was set to Lifetime before this was recorded has none. */
  lifetime: Lifetime | null | undefined
}

const packagesAboveLifetime: readonly PackageName[] = ['Business', 'Enterprise']

/** Returns how the organization got the Lifetime that it has now; null without it. */
export function lifetimeOf({ package: name, lifetime = null }: StoredPlan): Lifetime | null {
  if (name === 'Lifetime') return lifetime ?? 'granted'
  return packagesAboveLifetime.includes(name) ? lifetime : null
}

/** Throws PLAN_INCLUDED for a plan below what the organization has for good. */
export function assertPlanSold(current: { package: PackageName; hasLifetime: boolean }, requested: PackageName): void {
  // Free ends a plan above Lifetime, and leads back to it.
  const isCovered = requested === 'Business' || (requested === 'Free' && current.package !== 'Lifetime')
  if (current.hasLifetime && !isCovered) fail('PLAN_INCLUDED', undefined, requested === 'Free' ? nothingToCancel : undefined)
  if (requested === 'Lifetime' && current.package === 'Business') fail('PLAN_INCLUDED', undefined, businessIncludesLifetime)
}

const nothingToCancel = 'Lifetime never renews, so there is nothing to cancel. Ask the operator if you want to give it up.'
const businessIncludesLifetime =
  'Business includes what Lifetime has. Switch to Free first, and buy Lifetime once your Business plan has ended.'
