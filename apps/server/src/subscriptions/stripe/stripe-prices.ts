import { isRecurring, type PackageName, type PaymentPeriod } from '@linkshelf/contract'
import type Stripe from 'stripe'
import type { Plan } from '../billing.ts'
import { callStripe } from './call-stripe.ts'

/** A plan as Stripe knows it; Lifetime has no period. */
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

/** The lookup key of a plan's price: `linkshelf_pro_yearly`, `linkshelf_lifetime`. */
export function lookupKeyOf({ package: name, period }: PricedPlan): string {
  const key = `linkshelf_${name.toLowerCase()}`
  return period !== null && isRecurring(name) ? `${key}_${period}` : key
}

const plansByKey = new Map(priced.map((plan) => [lookupKeyOf(plan), plan]))

/**
 * Returns the plan of the price's key, or, when a newer price took over the key, of its metadata. Returns undefined for
 * an unknown price.
 */
export function planOfPrice({ lookup_key, metadata }: Pick<Stripe.Price, 'lookup_key' | 'metadata'>): PricedPlan | undefined {
  return plansByKey.get(lookup_key ?? '') ?? plansByKey.get(metadata.linkshelf_key ?? '')
}

/** The price that is sold now. Throws an internal error when the operator has made none. */
export async function getPrice(stripe: Stripe, plan: Plan): Promise<Stripe.Price> {
  const key = lookupKeyOf(plan)
  const { data } = await callStripe(stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 }))
  if (data[0] === undefined) throw new Error(`Stripe has no active price with the lookup key ${key}`)
  return data[0]
}
