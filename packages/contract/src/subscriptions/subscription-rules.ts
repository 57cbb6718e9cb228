import type { PackageName } from '../plans.ts'

export type PaymentPeriod = 'monthly' | 'yearly'

export const subscriptionMessages = {
  changeFailed: 'Failed to change subscription plan. Please try again.',
  loadFailed: 'Your subscription could not be loaded',
  planRequired: 'Choose a plan',
  periodRequired: 'Choose monthly or yearly',
  nameRequired: 'Enter the name for the bill',
  changed: 'Plan changed',
  redirecting: 'Redirecting to checkout',
  redirectingToPayment: 'You will be taken to the secure payment page.',
  paid: 'Payment received',
  paymentCanceled: 'Checkout canceled',
  nothingCharged: 'Nothing was charged, and your plan stays as it is.',
} as const

export const subscriptionNameMaxLength = 120

/** Packages that are billed again each month or year. */
export function isRecurring(name: PackageName): boolean {
  return name === 'Starter' || name === 'Pro' || name === 'Business'
}

/** The sentence about a plan that took effect. */
export function planChangedMessage(name: PackageName, period: PaymentPeriod): string {
  if (!isRecurring(name)) return `You are now on the ${name} plan.`
  return `You are now on the ${name} plan, billed ${period === 'monthly' ? 'monthly' : 'annually'}.`
}
