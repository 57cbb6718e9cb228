import {
  computeAnnualPrice,
  formatMoney,
  type PackageName,
  type PaymentPeriod,
  type PricingPlan,
  type Subscription,
} from '@linkshelf/contract'

/** How a plan is paid: monthly, yearly, or once for Lifetime. */
export type Term = PaymentPeriod | 'lifetime'

export const terms = [
  { name: 'monthly', label: 'Monthly' },
  { name: 'yearly', label: 'Annual (Save 15%)' },
  { name: 'lifetime', label: 'Lifetime' },
] as const satisfies readonly { name: Term; label: string }[]

/** Returns the term of the current plan, which is shown first. */
export function findTerm({ package: name, payment_period }: Pick<Subscription, 'package' | 'payment_period'>): Term {
  return name === 'Lifetime' ? 'lifetime' : (payment_period ?? 'monthly')
}

/**
 * Groups the plans for the chosen term. `main` has the plans with a price for the term. `others` has the free plan and
 * the plans with a custom price, which have no term. For Lifetime, `main` has only Lifetime, and `others` is empty.
 */
export function groupPlans(plans: readonly PricingPlan[], term: Term): { main: PricingPlan[]; others: PricingPlan[] } {
  if (term === 'lifetime') return { main: plans.filter((plan) => plan.pricing_type === 'lifetime'), others: [] }
  const recurring = plans.filter((plan) => plan.pricing_type !== 'lifetime')
  return { main: recurring.filter((plan) => hasTerm(plan)), others: recurring.filter((plan) => !hasTerm(plan)) }
}

function hasTerm({ price }: PricingPlan): boolean {
  return price !== 'Custom' && price > 0
}

/** Returns the amount and its unit, for example "$29" and "a month". Undefined if the plan has a custom price. */
export function formatPlanPrice(plan: PricingPlan, term: Term): { amount: string; unit: string } | undefined {
  if (plan.price === 'Custom') return undefined
  const toAmount = (dollars: number) => formatMoney(100 * dollars, 'USD', 0)
  if (plan.pricing_type === 'lifetime') return { amount: toAmount(plan.price), unit: 'once' }
  if (plan.price === 0) return { amount: toAmount(0), unit: 'forever' }
  if (term === 'yearly') return { amount: toAmount(computeAnnualPrice(plan.price)), unit: 'a year' }
  return { amount: toAmount(plan.price), unit: 'a month' }
}

/**
 * Returns whether the organization has this plan with this term. If the operator set the plan, it has no term, so only
 * the plan is compared.
 */
export function isCurrentPlan({ name }: { name: PackageName }, subscription: Subscription, term: Term): boolean {
  const { package: current, payment_period } = subscription
  return name === current && (payment_period === null || payment_period === term)
}

/**
 * Returns whether the organization's plan includes this plan. The server rejects a change from Lifetime to a lower
 * plan, and a change from Business to Lifetime.
 */
export function isIncluded({ name }: { name: PackageName }, { package: current, hasLifetime }: Subscription): boolean {
  if (name === 'Lifetime') return current === 'Business' || (hasLifetime && current !== 'Lifetime')
  return hasLifetime && (name === 'Starter' || name === 'Pro' || (name === 'Free' && current === 'Lifetime'))
}

export function formatButtonLabel(plan: PricingPlan, subscription: Subscription, term: Term): string {
  const { package: current, hasLifetime } = subscription
  if (isCurrentPlan(plan, subscription, term)) return 'Current Plan'
  if (isIncluded(plan, subscription)) return `Included in ${hasLifetime && plan.name !== 'Lifetime' ? 'Lifetime' : current}`
  if (plan.name === current) return term === 'yearly' ? 'Switch to Annual' : 'Switch to Monthly'
  if (plan.name === 'Free' && hasLifetime) return `End ${current}`
  return plan.buttonLabel
}

/**
 * Says what happens to the recurring plan that ends when Lifetime starts. Undefined if there is no such plan. A trial
 * or an overdue plan has no paid time left, so nothing is refunded.
 */
export function describeLifetimeConsequence({
  package: current,
  provider,
  payment_period,
  status,
  trialEndsAt,
}: Subscription): string | undefined {
  if (provider !== 'stripe' || payment_period === null || current === 'Business') return undefined
  const ends = `Lifetime ends your ${current} plan.`
  if (status !== 'active' || trialEndsAt !== null) return ends
  return `${ends} Its unused time is refunded to you from your payment for Lifetime.`
}
