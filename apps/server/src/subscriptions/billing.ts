import type Stripe from 'stripe'

/** Stripe bills: what it says of a customer decides the plan. */
export interface StripeBilling {
  provider: 'stripe'
  stripe: Stripe
  /** The signing secrets of the webhook endpoint: two while one is replaced. */
  webhookSecrets: readonly string[]
  /** How long a plan stays after a failed payment. */
  graceDays: number
  /** The free days of a user's first subscription, and of an organization's; 0 for none. */
  trialDays: number
}

/** The provider that bills: the operator elsewhere, or Stripe. */
export type Billing = { provider: 'manual' } | StripeBilling

export const manualBilling: Billing = { provider: 'manual' }
