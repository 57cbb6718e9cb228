import type { Subscription } from '@linkshelf/contract'
import type { Page } from 'playwright-core'
import { anOrganization, errorReply, internalError, noReply } from '../../test/api-answers.ts'
import { aProSubscription, aSubscription, createSubscriptionAnswers, subscriptionPath } from '../../test/sample-subscription.ts'
import type { Scene, Scenes } from '../scene.ts'
import { confirm, press } from '../steps.ts'

const change = `POST ${subscriptionPath}/change`

function choose(term: string, button?: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByText(term, { exact: true }).click()
    if (button !== undefined) await press(button)(page)
  }
}

function createPlanScene(name: string, subscription: Subscription, says: Scene['says'], steps?: Scene['steps']): Scene {
  return { name, answers: createSubscriptionAnswers(() => subscription), shows: ['list', 'Paid plans'], says, ...(steps && { steps }) }
}

const lifetime: Partial<Subscription> = {
  planTitle: 'Lifetime',
  package: 'Lifetime',
  payment_period: null,
  hasLifetime: true,
  interval: null,
  currentPeriodEnd: null,
}

const business: Partial<Subscription> = { planTitle: 'Business', package: 'Business' }

export const subscriptionScenes: Scenes = {
  screen: 'settings-subscription',
  address: '/settings/subscription',
  title: 'Subscription · Settings · Linkshelf',
  answers: createSubscriptionAnswers(),
  states: [
    { name: 'loading', answers: { [`GET ${subscriptionPath}`]: noReply }, shows: ['status', 'Loading'] },
    {
      name: 'error',
      answers: { [`GET ${subscriptionPath}`]: internalError },
      shows: ['heading', 'Your subscription could not be loaded'],
    },
    { name: 'ready', shows: ['list', 'Paid plans'], says: ['Current Plan', 'Popular', 'Contact for pricing', '4 / 10'] },
    { name: 'annual', steps: choose('Annual (Save 15%)'), shows: ['list', 'Other plans'], says: ['$296', 'Save $52 a year'] },
    { name: 'lifetime', steps: choose('Lifetime'), shows: ['list', 'Lifetime plan'], says: ['$399', 'One payment, no renewals.'] },
    createPlanScene('pro', aProSubscription(), ['Renews on Dec 30, 2025', 'Invoices and payment', 'Monthly']),
    {
      name: 'lifetime instead of pro',
      answers: createSubscriptionAnswers(aProSubscription),
      steps: choose('Lifetime'),
      shows: ['list', 'Lifetime plan'],
      says: [/Its unused time is refunded to you/],
    },
    {
      name: 'on lifetime',
      answers: createSubscriptionAnswers(() => aProSubscription(lifetime)),
      shows: ['list', 'Lifetime plan'],
      says: ['Paid once, never renews'],
    },
    createPlanScene('trial', aProSubscription({ trialEndsAt: '2025-12-14T12:00:00Z' }), ['Free trial until Dec 14, 2025, then it renews']),
    createPlanScene('canceled', aProSubscription({ cancelsAt: '2025-12-30T12:00:00Z' }), ['Ends on Dec 30, 2025, then Free', 'Keep Pro']),
    createPlanScene('payment failed', aProSubscription({ status: 'past_due', graceEndsAt: '2025-12-14T12:00:00Z', interval: 'year' }), [
      'Annual',
      'The last payment failed',
      'Your Pro plan stays until Dec 14, 2025. Pay before then to continue with this plan.',
      'Inactive',
    ]),
    createPlanScene('paused after a failed payment', { ...aSubscription({ status: 'past_due', hasPortal: true, provider: 'stripe' }) }, [
      /Your plan is paused/,
    ]),
    createPlanScene(
      'over the limits',
      aSubscription({ usage: { links: { used: 412, limit: 10, project: 'Everyday Reviews' }, apiCalls: { used: 840, limit: 1_000 } } }),
      ['412 / 10'],
    ),
    createPlanScene(
      'set by the operator',
      aSubscription({
        planTitle: 'Enterprise',
        package: 'Enterprise',
        usage: { links: { used: 81_204, limit: null, project: 'Everyday Reviews' }, apiCalls: { used: 0, limit: null } },
      }),
      ['As agreed with the operator', '81,204 / Unlimited'],
    ),
    {
      name: 'member',
      answers: { 'GET /v1/organizations': () => [anOrganization({ role: 'member' })] },
      shows: ['list', 'Paid plans'],
      says: ['The plan of Everyday Media. Its owners can change it.'],
    },
    { name: 'processing', answers: { [change]: noReply }, steps: press('Choose Pro', 'Change to Pro'), shows: ['button', 'Processing...'] },
    {
      name: 'changed',
      answers: { [change]: () => ({ message: 'You are now on the Pro plan, billed monthly.' }) },
      steps: press('Choose Pro', 'Change to Pro'),
      shows: ['alert'],
      says: ['Plan changed', 'You are now on the Pro plan, billed monthly.'],
    },
    {
      name: 'changing failed',
      answers: { [change]: internalError },
      steps: press('Choose Pro', 'Change to Pro'),
      shows: ['alert'],
      says: [/Failed to change subscription plan\. Please try again\./],
    },
    {
      name: 'payment failed while changing',
      answers: {
        ...createSubscriptionAnswers(aProSubscription),
        [change]: () => errorReply(402, 'PAYMENT_FAILED', 'The payment failed. Update your payment method, and try again.'),
      },
      steps: press('Choose Business', 'Change to Business'),
      shows: ['alert'],
      says: [/The payment failed\./],
    },
    {
      name: 'lifetime checkout',
      answers: { [change]: noReply },
      steps: async (page) => {
        await choose('Lifetime', 'Get Lifetime')(page)
        await confirm(page, 'Get Lifetime')
      },
      shows: ['alert'],
      says: ['Redirecting to checkout'],
    },
    {
      name: 'switch to Free confirmation',
      answers: createSubscriptionAnswers(aProSubscription),
      steps: press('Switch to Free'),
      shows: ['dialog', 'Switch to Free'],
      says: ['10 instead of 5,000 links per project'],
    },
    {
      name: 'change confirmation',
      answers: createSubscriptionAnswers(aProSubscription),
      steps: press('Choose Business'),
      shows: ['dialog', 'Change to Business'],
      says: [/the difference is charged/],
    },
    {
      name: 'change confirmation under manual billing',
      answers: createSubscriptionAnswers(() => aProSubscription({ provider: 'manual', hasPortal: false })),
      steps: press('Choose Business'),
      shows: ['dialog', 'Change to Business'],
      says: ['$79 a month, billed by the operator of this service.'],
    },
    {
      name: 'lifetime confirmation',
      steps: choose('Lifetime', 'Get Lifetime'),
      shows: ['dialog', 'Get Lifetime'],
      says: ['From Free to Lifetime', /Lifetime is yours for good/],
    },
    {
      name: 'below lifetime',
      answers: createSubscriptionAnswers(() => aProSubscription(lifetime)),
      steps: choose('Monthly'),
      shows: ['list', 'Paid plans'],
      says: ['Included in Lifetime'],
    },
    {
      name: 'end of a plan above lifetime',
      answers: createSubscriptionAnswers(() => aProSubscription({ ...business, hasLifetime: true })),
      steps: press('End Business'),
      shows: ['dialog', 'End Business'],
      says: ['From Business (monthly) to Lifetime'],
    },
    { name: 'after checkout', address: '/settings/subscription?checkout=success', shows: ['alert'], says: ['Payment received'] },
    {
      name: 'after a canceled checkout',
      address: '/settings/subscription?checkout=canceled',
      shows: ['alert'],
      says: ['Checkout canceled'],
    },
    {
      name: 'enterprise',
      address: '/settings/subscription/enterprise',
      title: 'Enterprise · Linkshelf',
      shows: ['heading', 'Contact us'],
      says: [/The answer comes to mia@example\.org\./, 'Unlimited links per project'],
    },
  ],
}
