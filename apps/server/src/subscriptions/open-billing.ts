import { StartError } from '../platform/process/start-error.ts'
import { type Billing, manualBilling } from './billing.ts'

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
