// What organizations pay for: plans, and the providers that bill them.
export { type Billing, manualBilling } from './billing.ts'
export { billingRoutes } from './billing-routes.ts'
