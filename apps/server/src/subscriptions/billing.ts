import type { PackageName, PaymentPeriod } from '@linkshelf/contract'
import type Stripe from 'stripe'
import { StartError } from '../platform/process/start-error.ts'

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

/** Changes plans at the provider that bills, or reads their state there. */
export interface BillingDeps {
  billing: Billing
}

/** Calls Stripe. */
export interface StripeDeps {
  billing: StripeBilling
}

export const manualBilling: Billing = { provider: 'manual' }

/** The plan that an organization requests. */
export interface Plan {
  package: PackageName
  /** The period counts only where the package renews. */
  period: PaymentPeriod
  /** The name on the bill; undefined leaves it unchanged. */
  name?: string
}

/** The result of a change: the sentence for the user, and where to pay if it has to be paid. */
export interface PlanChangeResult {
  message: string
  url?: string
}

interface StripeSettings {
  secretKey: string | undefined
  webhookSecrets: readonly string[]
  /** The URL of Stripe's API. */
  apiUrl: string
  graceDays: number
  trialDays: number
}

/**
 * The provider that the operator configured; without settings of Stripe, none. Throws StartError for incomplete ones.
 */
export async function openBilling(settings: StripeSettings | undefined): Promise<Billing> {
  if (settings === undefined) return manualBilling
  const { secretKey, apiUrl, ...others } = settings
  if (secretKey === undefined || others.webhookSecrets.length === 0)
    throw new StartError('BILLING=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.')
  // The library is imported here, so that only a process that bills loads it.
  const { default: Stripe } = await import('stripe')
  const { protocol, hostname, port } = new URL(apiUrl)
  const isPlain = protocol === 'http:'
  const stripe = new Stripe(secretKey, {
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    maxNetworkRetries: 2, // with an idempotency key of the library's own
    timeout: 20_000,
    telemetry: false,
  })
  return { provider: 'stripe', stripe, ...others }
}
