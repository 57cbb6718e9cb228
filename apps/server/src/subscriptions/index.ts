/**
 * Changes the plans of organizations. `stripe/` has the checkouts, the webhooks, the refunds, and the job that reads
 * the state of a customer from Stripe.
 */

export { type Billing, manualBilling } from './billing.ts'
export { openBilling } from './open-billing.ts'
export { subscriptionJobs } from './subscription-jobs.ts'
export { subscriptionRoutes } from './subscription-routes.ts'
export { createStripeWebhook, stripeWebhookPath } from './webhook-route.ts'
