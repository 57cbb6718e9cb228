import { listPricingPlans, type Subscription } from '@linkshelf/contract'
import { type Answers, orgId } from './api-answers.ts'

export const subscriptionPath = `/v1/${orgId}/subscription`

/** A subscription to Free, with four of ten links used. */
export function aSubscription(changes: Partial<Subscription> = {}): Subscription {
  return {
    name: 'Everyday Media',
    planTitle: 'Free',
    package: 'Free',
    payment_period: null,
    hasLifetime: false,
    interval: null,
    status: 'active',
    currentPeriodEnd: null,
    cancelsAt: null,
    trialEndsAt: null,
    graceEndsAt: null,
    provider: 'manual',
    hasPortal: false,
    usage: { links: { used: 4, limit: 10, project: 'Everyday Reviews' }, apiCalls: { used: 120, limit: 1_000 } },
    ...changes,
  }
}

/** A subscription to Pro, billed monthly through Stripe. */
export function aProSubscription(changes: Partial<Subscription> = {}): Subscription {
  return aSubscription({
    planTitle: 'Pro',
    package: 'Pro',
    payment_period: 'monthly',
    interval: 'month',
    currentPeriodEnd: '2025-12-30T12:00:00.000Z',
    provider: 'stripe',
    hasPortal: true,
    usage: { links: { used: 1_204, limit: 5_000, project: 'Everyday Reviews' }, apiCalls: { used: 431_907, limit: 500_000 } },
    ...changes,
  })
}

export function createSubscriptionAnswers(subscription: () => Subscription = aSubscription): Answers {
  return { [`GET ${subscriptionPath}`]: subscription, 'GET /v1/public/pricing': () => listPricingPlans() }
}
