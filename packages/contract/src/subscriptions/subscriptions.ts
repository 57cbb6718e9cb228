import { z } from 'zod'
import { call, instant, organizationParams, publicCall } from '../call.ts'
import { errors } from '../errors.ts'
import { type PackageName, packageName } from '../plan-limits.ts'
import { maxCharacters, nameText } from '../text.ts'

export type PaymentPeriod = 'monthly' | 'yearly'

export const subscriptionMessages = {
  changeFailed: 'Failed to change subscription plan. Please try again.',
  loadFailed: 'Your subscription could not be loaded',
  planRequired: 'Choose a plan',
  periodRequired: 'Choose monthly or yearly',
  nameRequired: 'Enter the name that invoices show',
  changed: 'Plan changed',
  redirecting: 'Redirecting to checkout',
  redirectingToPayment: 'You will be taken to the secure payment page.',
  paid: 'Payment received',
  paymentCanceled: 'Checkout canceled',
  nothingCharged: 'Nothing was charged, and your plan stays as it is.',
} as const

const subscriptionNameMaxLength = 120

/** Whether a package is billed every month or year. */
export function isRecurring(name: PackageName): boolean {
  return name === 'Starter' || name === 'Pro' || name === 'Business'
}

/** Returns the message about a plan change that has taken effect. */
export function formatPlanChangedMessage(name: PackageName, period: PaymentPeriod): string {
  if (!isRecurring(name)) return `You are now on the ${name} plan.`
  return `You are now on the ${name} plan, billed ${period === 'monthly' ? 'monthly' : 'annually'}.`
}

export * from './plan-catalog.ts'

const planTitle = z.enum(packageName.options, { error: subscriptionMessages.planRequired })
const paymentPeriod = z.enum(['monthly', 'yearly'], { error: subscriptionMessages.periodRequired })

const usage = z.object({
  used: z.number().int(),
  limit: z.number().int().nullable().describe('How many the plan includes; null if there is no limit'),
})

export const subscription = z.object({
  name: z.string().describe('The name on the bill; by default that of the organization'),
  planTitle: packageName,
  package: packageName,
  payment_period: z.enum(['monthly', 'yearly']).nullable(),
  hasLifetime: z.boolean().describe('Whether the organization owns Lifetime, which is the plan again when a higher plan ends'),
  interval: z.enum(['month', 'year']).nullable().describe('How often the plan renews; null if it does not renew'),
  status: z.enum(['active', 'past_due']),
  currentPeriodEnd: instant.nullable(),
  cancelsAt: instant.nullable().describe('When a canceled plan ends'),
  trialEndsAt: instant.nullable(),
  graceEndsAt: instant.nullable().describe('When the plan ends after a failed payment'),
  provider: z.enum(['manual', 'stripe']),
  hasPortal: z.boolean().describe('Whether the payment provider has a page for invoices and payment methods'),
  usage: z.object({
    links: usage.extend({
      project: z.string().nullable().describe('The name of the project with the most links: the limit is per project'),
    }),
    apiCalls: usage.describe('Requests with API keys in this calendar month (UTC)'),
  }),
})

const pricingPlan = z.object({
  id: z.string(),
  name: packageName,
  title: packageName,
  price: z.union([z.number(), z.literal('Custom')]).describe('The price in US dollars, of a month or once'),
  features: z.array(z.string()),
  popular: z.boolean(),
  pricing_type: z.enum(['recurring', 'lifetime']),
  description: z.string(),
  savings: z.string().nullable(),
  note: z.string().nullable(),
  buttonLabel: z.string(),
})

const subscriptionDraft = z.strictObject({
  name: nameText(subscriptionMessages.nameRequired).check(maxCharacters(subscriptionNameMaxLength)),
  package: planTitle,
  payment_period: paymentPeriod,
})

const planChange = z.strictObject({ planTitle, period: paymentPeriod })

/** URL of the payment provider's page. Missing if the plan change took effect at once. */
const url = z.url().optional()
const planErrors = errors(
  'PLANS_OFF',
  'PLAN_BY_CONTACT',
  'PLAN_INCLUDED',
  'ORGANIZATION_DELETION_SCHEDULED',
  'PAYMENT_FAILED',
  'BILLING_UNAVAILABLE',
)

export const subscriptions = {
  get: call({ method: 'GET', path: '/v1/{orgId}/subscription', summary: 'The plan of an organization, and what is used of it' })
    .input(
      z.object({
        params: organizationParams,
        query: z.object({ refresh: z.stringbool().default(false).describe('Asks the payment provider first') }),
      }),
    )
    .output(subscription)
    .errors(errors('BILLING_UNAVAILABLE')),
  create: call({
    method: 'POST',
    path: '/v1/{orgId}/subscription',
    summary: 'Subscribe to a plan; returns a payment page if the plan has to be paid',
    isForUsersOnly: true,
    ownerTask: 'plan',
  })
    .input(z.object({ params: organizationParams, body: subscriptionDraft }))
    .output(subscription.extend({ url }))
    .errors(planErrors),
  cancel: call({
    method: 'DELETE',
    path: '/v1/{orgId}/subscription',
    summary: 'Cancel the plan at the end of the paid period, or immediately if nothing is paid',
    isForUsersOnly: true,
    ownerTask: 'plan',
  })
    .input(z.object({ params: organizationParams }))
    .output(subscription)
    .errors(planErrors),
  change: call({
    method: 'POST',
    path: '/v1/{orgId}/subscription/change',
    summary: 'Change the plan; returns a payment page if the plan has to be paid',
    isForUsersOnly: true,
    ownerTask: 'plan',
  })
    .input(z.object({ params: organizationParams, body: planChange }))
    .output(z.object({ message: z.string(), url }))
    .errors(planErrors),
  portal: call({
    method: 'GET',
    path: '/v1/{orgId}/subscription/portal',
    summary: 'A page of the payment provider for invoices and payment methods',
    isForUsersOnly: true,
    ownerTask: 'plan',
  })
    .input(z.object({ params: organizationParams }))
    .output(z.object({ url: z.url() }))
    .errors(errors('BILLING_PORTAL_MISSING', 'BILLING_UNAVAILABLE')),
  listPlans: publicCall('/v1/public/pricing', 'The plans and their prices; empty if the instance sells no plans').output(
    z.array(pricingPlan),
  ),
}

export type Subscription = z.infer<typeof subscription>
export type PlanChange = z.output<typeof planChange>
