// Lifetime does not expire. No lower plan replaces it. While the organization has a higher plan, Lifetime has no
// effect; when the higher plan ends, the plan is Lifetime again. Lifetime ends if its payment is refunded or the
// operator's command ends it.
import type { PackageName } from '@linkshelf/contract'
import { fail } from '../access/index.ts'

/**
 * `paid` means paid at Stripe, which can refund it. `granted` means granted by the operator's command or chosen under
 * manual billing.
 */
export type Lifetime = 'paid' | 'granted'

interface StoredPlan {
  package: PackageName
  /** The stored value. If the organization was set to Lifetime before this column existed, there is no value. */
  lifetime: Lifetime | null | undefined
}

const packagesAboveLifetime: readonly PackageName[] = ['Business', 'Enterprise']

/** Returns how the organization got its present Lifetime; null if it has no Lifetime. */
export function toCurrentLifetime({ package: name, lifetime = null }: StoredPlan): Lifetime | null {
  if (name === 'Lifetime') return lifetime ?? 'granted'
  return packagesAboveLifetime.includes(name) ? lifetime : null
}

/** Throws PLAN_INCLUDED if the organization's plan already includes the requested plan. */
export function assertPlanNotIncluded(current: { package: PackageName; hasLifetime: boolean }, requested: PackageName): void {
  // An organization with Lifetime can still buy Business, which is higher. While it has a higher plan, it can also
  // choose Free, which ends the higher plan, and then it has Lifetime again.
  const isAllowed = requested === 'Business' || (requested === 'Free' && current.package !== 'Lifetime')
  if (current.hasLifetime && !isAllowed) fail('PLAN_INCLUDED', undefined, requested === 'Free' ? nothingToCancel : undefined)
  if (requested === 'Lifetime' && current.package === 'Business') fail('PLAN_INCLUDED', undefined, businessIncludesLifetime)
}

const nothingToCancel = 'Lifetime never renews, so there is nothing to cancel. Ask the operator if you want to give it up.'
const businessIncludesLifetime =
  'Business includes what Lifetime has. Switch to Free first, and buy Lifetime once your Business plan has ended.'
