import { isRecurring, listPlanLosses, type PackageName, type PaymentPeriod, type PricingPlan, type Subscription } from '@linkshelf/contract'
import { formatDate } from '../../ui/formats/dates.ts'
import { describeLifetimeConsequence, formatPlanPrice, type Term } from './plan-choice.ts'

/** A plan change that an owner requests. */
export interface PlanRequest {
  subscription: Subscription
  plan: PricingPlan
  term: Term
  /** The limits that the operator raised for the organization. */
  raisedLimits: Readonly<Record<string, number>>
}

interface PlanConsequences {
  title: string
  /** The text of the button that confirms the change. */
  action: string
  change: string
  when: string
  price: string
  losses: string[]
  /** An additional sentence. Can be empty. */
  note: string
}

/**
 * Describes the consequences of a plan change. The payment provider affects only when the plan changes and how it is
 * paid.
 */
export function describeConsequences(request: PlanRequest): PlanConsequences {
  const { subscription, plan, raisedLimits } = request
  const { package: current, payment_period } = subscription
  const next = findNextPackage(request)
  const losses = listPlanLosses(current, next, raisedLimits)
  return {
    title: formatTitle(request),
    action: isPaidAtCheckout(request) ? 'Continue to payment' : formatTitle(request),
    change: `From ${describePlan(current, payment_period)} to ${describePlan(next, toPaymentPeriod(request))}`,
    when: describeWhen(request),
    price: describePrice(request),
    losses,
    note: formatNote(plan.name, subscription, losses.length > 0),
  }
}

/**
 * Returns the package after the change. If the organization has bought Lifetime, choosing Free ends its higher plan,
 * and Lifetime becomes its plan again.
 */
function findNextPackage({ plan, subscription }: PlanRequest): PackageName {
  return plan.name === 'Free' && subscription.hasLifetime ? 'Lifetime' : plan.name
}

function formatTitle({ plan: { name }, subscription: { package: current, hasLifetime } }: PlanRequest): string {
  if (name === 'Free') return hasLifetime ? `End ${current}` : 'Switch to Free'
  return name === 'Lifetime' ? 'Get Lifetime' : `Change to ${name}`
}

function toPaymentPeriod({ plan: { name }, term }: PlanRequest): PaymentPeriod | null {
  if (!isRecurring(name)) return null
  return term === 'yearly' ? 'yearly' : 'monthly'
}

function describePlan(name: PackageName, period: PaymentPeriod | null): string {
  return period === null ? name : `${name} (${period === 'monthly' ? 'monthly' : 'annual'})`
}

/**
 * Returns whether the change is paid on the provider's page. This is so for Lifetime, and for a plan that replaces a
 * plan without renewals, such as Free. All other changes happen without a payment page.
 */
function isPaidAtCheckout({ plan: { name }, subscription: { provider, currentPeriodEnd } }: PlanRequest): boolean {
  return provider === 'stripe' && name !== 'Free' && (name === 'Lifetime' || currentPeriodEnd === null)
}

function describeWhen(request: PlanRequest): string {
  const { plan, subscription } = request
  if (isPaidAtCheckout(request)) return 'As soon as you have paid on the next page.'
  if (plan.name !== 'Free') return 'Now.'
  const { package: current, hasLifetime } = subscription
  const then = hasLifetime ? 'Lifetime is your plan again' : 'the limits of Free apply'
  return `${describeStay(subscription) ?? `${current} ends now.`} After it ${then}.`
}

/** Says until when the plan stays active. Undefined if the plan ends at once. */
function describeStay({ planTitle, provider, status, currentPeriodEnd, trialEndsAt }: Subscription): string | undefined {
  if (provider !== 'stripe' || status !== 'active') return undefined
  if (trialEndsAt !== null) return `${planTitle} stays until ${formatDate(trialEndsAt)}, the end of the trial.`
  return currentPeriodEnd === null ? undefined : `${planTitle} stays until ${formatDate(currentPeriodEnd)}, which you have paid for.`
}

function describePrice(request: PlanRequest): string {
  const { plan, term, subscription } = request
  const { provider, planTitle, trialEndsAt } = subscription
  if (plan.name === 'Free') return 'Nothing more is charged.'
  const price = formatPlanPrice(plan, term)
  const amount = price === undefined ? '' : `${price.amount} ${price.unit}`
  if (provider === 'manual') return `${amount}, billed by the operator of this service.`
  if (plan.name === 'Lifetime')
    return [`${amount}.`, describeLifetimeConsequence(subscription)].filter((text) => text !== undefined).join(' ')
  if (isPaidAtCheckout(request)) return `${amount}.`
  if (trialEndsAt !== null) return `${amount}. The trial continues until ${formatDate(trialEndsAt)}. You are not charged before that day.`
  return `${amount}. The unused part of ${planTitle} is credited, and the difference is charged to your payment method.`
}

function formatNote(name: PackageName, { package: current, hasLifetime }: Subscription, isLosing: boolean): string {
  if (name === 'Lifetime') return 'Lifetime is yours for good. It never has to be renewed, and you can’t change to a smaller plan later.'
  if (hasLifetime && current === 'Lifetime') return `Lifetime stays yours: it is your plan again once ${name} ends.`
  return isLosing ? 'Your links still redirect, and nothing is deleted.' : ''
}
