import { isRecurring, type PackageName, type PaymentPeriod } from '@linkshelf/contract'
import type Stripe from 'stripe'
import type { Plan } from '../billing.ts'
import { callStripe } from './call-stripe.ts'

/** A plan with a price at Stripe. Lifetime has no period. */
export interface PricedPlan {
  package: PackageName
  period: PaymentPeriod | null
}

const priced: PricedPlan[] = [
  ...(['Starter', 'Pro', 'Business'] as const).flatMap((name) => [
    { package: name, period: 'monthly' as const },
    { package: name, period: 'yearly' as const },
  ]),
  { package: 'Lifetime', period: null },
]

/** Returns the lookup key of the plan's price, for example `linkshelf_pro_yearly` or `linkshelf_lifetime`. */
export function toLookupKey({ package: name, period }: PricedPlan): string {
  const key = `linkshelf_${name.toLowerCase()}`
  return period !== null && isRecurring(name) ? `${key}_${period}` : key
}

const plansByKey = new Map(priced.map((plan) => [toLookupKey(plan), plan]))

/**
 * Returns the plan that the price's lookup key names. If a newer price has taken over the key, the price's metadata
 * names the plan. Undefined if the price is unknown.
 */
export function findPlanOfPrice({ lookup_key, metadata }: Pick<Stripe.Price, 'lookup_key' | 'metadata'>): PricedPlan | undefined {
  return plansByKey.get(lookup_key ?? '') ?? plansByKey.get(metadata.linkshelf_key ?? '')
}

/** Returns the price at which the plan is sold now. Throws an internal error if the operator has created no price. */
export async function getPrice(stripe: Stripe, plan: Plan): Promise<Stripe.Price> {
  const key = toLookupKey(plan)
  const { data } = await callStripe(stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 }))
  if (data[0] === undefined) throw new Error(`Stripe has no active price with the lookup key ${key}`)
  return data[0]
}
