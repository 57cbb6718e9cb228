/**
 * Changes the plans of organizations. `stripe/` has the checkouts, the webhooks, the refunds, and the job that reads a
 * customer's state from Stripe.
 */

export { type Billing, manualBilling, openBilling } from './billing.ts'
export { recordCommandPackage } from './command-package.ts'
export { createStripeWebhook, stripeWebhookPath } from './stripe/webhook.ts'
export { subscriptionJobs } from './subscription-jobs.ts'
export { subscriptionRoutes } from './subscriptions.ts'
