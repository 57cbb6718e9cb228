import type { PackageName, PaymentPeriod } from '@linkshelf/contract'
import type Stripe from 'stripe'
import { StartError } from '../platform/process/start-error.ts'

/** Settings if Stripe bills. The customer's state at Stripe decides the plan. */
export interface StripeBilling {
  provider: 'stripe'
  stripe: Stripe
  /** The signing secrets of the webhook endpoint. While a secret is replaced, there are two. */
  webhookSecrets: readonly string[]
  /** How long a plan continues after a failed payment. */
  graceDays: number
  /** The free days of a user's or organization's first subscription; 0 for no trial. */
  trialDays: number
}

/** The provider that bills. If `manual`, the operator bills outside of the product. */
export type Billing = { provider: 'manual' } | StripeBilling

export interface BillingDeps {
  billing: Billing
}

export interface StripeDeps {
  billing: StripeBilling
}

export const manualBilling: Billing = { provider: 'manual' }

export interface Plan {
  package: PackageName
  /** If the package does not renew, the period has no effect. */
  period: PaymentPeriod
  /** The name on the bill. If undefined, the name does not change. */
  name?: string
}

/** The result of a change: the message for the user and, if the plan must be paid first, the payment page. */
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
 * Returns the provider that the operator configured. Without Stripe settings, returns `manual`. While `isPaused`
 * returns true, every request to Stripe fails. Throws StartError if the settings are incomplete.
 */
export async function openBilling(
  settings: StripeSettings | undefined,
  isPaused: () => Promise<boolean> = async () => false,
): Promise<Billing> {
  if (settings === undefined) return manualBilling
  const { secretKey, apiUrl, ...others } = settings
  if (secretKey === undefined || others.webhookSecrets.length === 0)
    throw new StartError('BILLING=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.')
  // Imported dynamically so that a process that does not bill does not load the library.
  const { default: Stripe } = await import('stripe')
  const { protocol, hostname, port } = new URL(apiUrl)
  const isPlain = protocol === 'http:'
  const stripe = new Stripe(secretKey, {
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    maxNetworkRetries: 2, // safe because the library sends its own idempotency key
    timeout: 20_000,
    telemetry: false,
    httpClient: pauseRequests(Stripe.createNodeHttpClient(), isPaused),
  })
  return { provider: 'stripe', stripe, ...others }
}

function pauseRequests(client: Stripe.HttpClient, isPaused: () => Promise<boolean>): Stripe.HttpClient {
  const makeRequest = client.makeRequest.bind(client)
  client.makeRequest = async (...request) => {
    if (await isPaused()) throw new Error('Requests to Stripe are paused')
    return makeRequest(...request)
  }
  return client
}
