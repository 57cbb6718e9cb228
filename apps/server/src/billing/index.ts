// Plans of organizations, and the providers that bill them.
export { type Billing, manualBilling } from './billing.ts'
export { billingJobs } from './billing-jobs.ts'
export { billingRoutes } from './billing-routes.ts'
export { openBilling } from './open-billing.ts'
export { createStripeWebhook, stripeWebhookPath } from './webhook-route.ts'
