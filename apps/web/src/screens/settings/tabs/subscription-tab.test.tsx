import { listPricingPlans } from '@linkshelf/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Answer,
  type Answers,
  anOrganization,
  errorReply,
  internalError,
  noReply,
  openDashboard,
} from '../../../../test/open-dashboard.tsx'
import { aProSubscription, aSubscription, createSubscriptionAnswers, subscriptionPath } from '../../../../test/sample-subscription.ts'

const goToPayment = vi.hoisted(() => vi.fn())
vi.mock('../../../features/subscriptions/go-to-payment.ts', () => ({ goToPayment }))
beforeEach(() => goToPayment.mockReset())

const lifetime = {
  planTitle: 'Lifetime',
  package: 'Lifetime',
  payment_period: null,
  hasLifetime: true,
  interval: null,
  currentPeriodEnd: null,
} as const
const change = `POST ${subscriptionPath}/change`

function open(answers: Answers = {}, address = '/settings/subscription'): void {
  openDashboard(address, { ...createSubscriptionAnswers(), ...answers })
}

async function press(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }))
}

/** Presses the button of a plan, and confirms the change in its dialog. */
async function choosePlan(button: string, dialogName: string, action = dialogName): Promise<void> {
  await press(button)
  const dialog = await screen.findByRole('dialog', { name: dialogName })
  await userEvent.click(within(dialog).getByRole('button', { name: action }))
}

async function chooseTerm(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('radio', { name }))
}

async function findCard(title: string): Promise<HTMLElement> {
  const heading = await screen.findByRole('heading', { level: 3, name: title })
  return heading.closest('li') as HTMLElement
}

/** Returns the texts of a dialog's list by their terms. */
function readTerms(dialog: HTMLElement): Record<string, string> {
  const terms = within(dialog).getAllByRole('term')
  const definitions = within(dialog).getAllByRole('definition')
  return Object.fromEntries(terms.map((term, nth) => [term.textContent, definitions[nth]?.textContent ?? '']))
}

/** Returns answers that reply to a change and record its body. */
function recordChanges(answer: Answer): { sent: unknown[]; answers: Answers } {
  const sent: unknown[] = []
  return {
    sent,
    answers: {
      [change]: (call) => {
        sent.push(call.body)
        return answer(call)
      },
    },
  }
}

describe('the subscription', () => {
  it('shows a skeleton while it loads', async () => {
    open({ [`GET ${subscriptionPath}`]: noReply })
    await screen.findByRole('navigation', { name: 'Settings' })

    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
  })

  it.each([`GET ${subscriptionPath}`, 'GET /v1/public/pricing'])('shows the error of %s, and loads again on retry', async (call) => {
    let isDown = true
    const answer = createSubscriptionAnswers()[call] as Answer
    open({ [call]: (sent) => (isDown ? internalError() : answer(sent)) })
    expect(await screen.findByRole('heading', { name: 'Your subscription could not be loaded' })).toBeTruthy()

    isDown = false
    await press('Retry')

    expect(await screen.findByRole('heading', { name: 'Current Plan' })).toBeTruthy()
  })

  it('shows plan, period, renewal and that it is active', async () => {
    open(createSubscriptionAnswers(aProSubscription))

    const card = (await screen.findByRole('heading', { name: 'Current Plan' })).closest('div[class*=card]') as HTMLElement
    expect(card.textContent).toContain('ProMonthlyRenews on Dec 30, 2025')
    expect(within(card).getByText('Active')).toBeTruthy()
  })

  it('shows Annual for every interval except a month, and Inactive for every status except active', async () => {
    open(createSubscriptionAnswers(() => aProSubscription({ payment_period: 'yearly', interval: 'year', status: 'past_due' })))

    expect(await screen.findByText('Annual')).toBeTruthy()
    expect(screen.getByText('Inactive')).toBeTruthy()
  })

  it('shows how many links and API requests of the limits are used, in text and as bars', async () => {
    open(createSubscriptionAnswers(aProSubscription))

    const links = await screen.findByRole('progressbar', { name: 'Links' })
    expect([links.getAttribute('aria-valuenow'), links.getAttribute('aria-valuemax')]).toEqual(['1204', '5000'])
    expect(screen.getByRole('progressbar', { name: 'API requests' }).getAttribute('aria-valuetext')).toBe('431,907 of 500,000')
    expect(screen.getByText('/ 5,000', { exact: false }).textContent).toBe('1,204 / 5,000')
  })

  it('is fetched again from the payment provider on Refresh', async () => {
    let stored = aSubscription()
    const queries: (string | null)[] = []
    open({
      [`GET ${subscriptionPath}`]: ({ query }) => {
        queries.push(query.get('refresh'))
        return stored
      },
    })
    await screen.findByRole('heading', { name: 'Current Plan' })

    stored = aProSubscription()
    await press('Refresh')

    expect(await screen.findByText('Renews on Dec 30, 2025')).toBeTruthy()
    expect(queries).toContain('true')
  })
})

describe('the plans', () => {
  it('have title, price, features, badge, note and a button each', async () => {
    open()
    for (const plan of listPricingPlans().filter(({ name }) => name !== 'Lifetime')) {
      const card = await findCard(plan.title)
      for (const text of [...plan.features, plan.description, plan.note ?? '']) expect(card.textContent).toContain(text)
      const label = plan.name === 'Free' ? 'Current Plan' : plan.buttonLabel
      expect(within(card).getByText(label)).toBeTruthy()
      expect(within(card).queryByText('Popular') !== null).toBe(plan.popular)
    }
    expect((await findCard('Pro')).textContent).toContain('$29 a month')
    expect((await findCard('Enterprise')).textContent).toContain('Contact for pricing')
  })

  it('cost 15 percent less per year on Annual, and show the saving', async () => {
    open()
    await chooseTerm('Annual (Save 15%)')

    const shown = await Promise.all(['Starter', 'Pro', 'Business'].map(async (title) => (await findCard(title)).textContent))
    expect(shown.map((text) => /\$[^E]*?a year(?=Choose)/.exec(text ?? '')?.[0])).toEqual([
      '$92 a yearSave $16 a year',
      '$296 a yearSave $52 a year',
      '$806 a yearSave $142 a year',
    ])
  })

  it('show only Lifetime on Lifetime', async () => {
    open()
    await chooseTerm('Lifetime')

    expect((await findCard('Lifetime')).textContent).toContain('$399 once')
    expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      'Current Plan',
      'Usage',
      'Lifetime',
    ])
  })

  it('open with the period of the current plan, whose button is disabled', async () => {
    open(createSubscriptionAnswers(() => aProSubscription({ payment_period: 'yearly', interval: 'year' })))

    expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Annual (Save 15%)' })).checked).toBe(true)
    expect(within(await findCard('Pro')).getByRole<HTMLButtonElement>('button', { name: 'Current Plan' }).disabled).toBe(true)

    await chooseTerm('Monthly')
    expect(within(await findCard('Pro')).getByRole<HTMLButtonElement>('button', { name: 'Switch to Monthly' }).disabled).toBe(false)
  })

  it('say that Lifetime refunds the remaining time of a paid plan', async () => {
    open(createSubscriptionAnswers(aProSubscription))
    await chooseTerm('Lifetime')

    expect(await screen.findByText(/^Lifetime ends your Pro plan\. Its unused time is refunded/)).toBeTruthy()
  })

  it('promise no refund of a trial', async () => {
    open(createSubscriptionAnswers(() => aProSubscription({ trialEndsAt: '2025-12-14T12:00:00Z' })))
    await chooseTerm('Lifetime')

    expect(await screen.findByText('Lifetime ends your Pro plan.')).toBeTruthy()
  })

  it('are not offered if the payment provider would reject them', async () => {
    let stored = aProSubscription({ planTitle: 'Business', package: 'Business' })
    open(createSubscriptionAnswers(() => stored))
    await chooseTerm('Lifetime')
    expect(within(await findCard('Lifetime')).getByRole<HTMLButtonElement>('button', { name: 'Included in Business' }).disabled).toBe(true)

    stored = aProSubscription(lifetime)
    await press('Refresh')
    await chooseTerm('Monthly')
    expect(await within(await findCard('Free')).findByRole('button', { name: 'Included in Lifetime' })).toHaveProperty('disabled', true)
  })

  it('are shown to members, but members cannot choose a plan', async () => {
    open({ 'GET /v1/organizations': () => [anOrganization({ role: 'member' })] })

    await findCard('Pro')
    const names = listPricingPlans().map(({ buttonLabel }) => buttonLabel)
    const buttons = screen.getAllByRole<HTMLButtonElement>('button').filter(({ textContent }) => names.includes(textContent))
    expect(buttons.map(({ disabled }) => disabled)).toEqual([true, true, true])
  })
})

describe('changing the plan', () => {
  it('says Processing..., then the result, and shows the new plan', async () => {
    let stored = aSubscription()
    let finish: () => void = () => undefined
    const { sent, answers } = recordChanges(
      () =>
        new Promise((resolve) => {
          finish = () => resolve({ message: 'You are now on the Pro plan, billed annually.' })
        }),
    )
    open({ ...createSubscriptionAnswers(() => stored), ...answers })
    await chooseTerm('Annual (Save 15%)')
    await choosePlan('Choose Pro', 'Change to Pro')

    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Processing...' })).disabled).toBe(true)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Choose Business' }).disabled).toBe(true)
    stored = aProSubscription({ payment_period: 'yearly', interval: 'year' })
    finish()

    expect(await screen.findByText('You are now on the Pro plan, billed annually.')).toBeTruthy()
    expect(sent).toEqual([{ planTitle: 'Pro', period: 'yearly' }])
    expect(await within(await findCard('Pro')).findByRole('button', { name: 'Current Plan' })).toBeTruthy()
  })

  it('opens the payment page of the provider', async () => {
    const { answers } = recordChanges(() => ({ message: 'Pay', url: 'https://pay.example/session' }))
    open({ ...createSubscriptionAnswers(() => aSubscription({ provider: 'stripe' })), ...answers })

    await choosePlan('Choose Starter', 'Change to Starter', 'Continue to payment')

    await waitFor(() => expect(goToPayment).toHaveBeenCalledExactlyOnceWith('https://pay.example/session'))
  })

  it('announces the checkout of Lifetime, then opens it', async () => {
    const { sent, answers } = recordChanges(() => ({ message: 'Pay', url: 'https://pay.example/lifetime' }))
    open(answers)
    await chooseTerm('Lifetime')
    await choosePlan('Get Lifetime', 'Get Lifetime')

    expect(await screen.findByText('Redirecting to checkout')).toBeTruthy()
    await waitFor(() => expect(goToPayment).toHaveBeenCalledExactlyOnceWith('https://pay.example/lifetime'))
    expect(sent).toEqual([{ planTitle: 'Lifetime', period: 'monthly' }])
  })

  it.each([
    [internalError, 'Failed to change subscription plan. Please try again.'],
    [() => errorReply(402, 'PAYMENT_FAILED', 'The payment failed.'), 'The payment failed.'],
  ])('shows the error, and offers the plan again', async (answer, message) => {
    open({ [change]: answer })
    await choosePlan('Choose Pro', 'Change to Pro')

    expect(await screen.findByText(new RegExp(message))).toBeTruthy()
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Choose Pro' })).disabled).toBe(false)
  })

  it.each(['manual', 'stripe'] as const)(
    'asks the same question under %s billing, and changes nothing unless it is confirmed',
    async (provider) => {
      const { sent, answers } = recordChanges(() => ({ message: 'Pro ends.' }))
      open({ ...createSubscriptionAnswers(() => aProSubscription({ provider })), ...answers })

      await press('Choose Business')
      const dialog = await screen.findByRole('dialog', { name: 'Change to Business' })
      expect(readTerms(dialog)).toMatchObject({
        Plan: 'From Pro (monthly) to Business (monthly)',
        When: 'Now.',
        Price: expect.stringContaining('$79 a month'),
        'You lose': 'Nothing.',
      })
      await userEvent.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(sent).toEqual([])
      await press('Switch to Free')
      const downgrade = await screen.findByRole('dialog', { name: 'Switch to Free' })
      expect(readTerms(downgrade)['You lose']).toContain('10 instead of 5,000 links per project')
      expect(downgrade.textContent).toContain('Your links still redirect, and nothing is deleted.')
      await userEvent.dblClick(within(downgrade).getByRole('button', { name: 'Switch to Free' }))

      await waitFor(() => expect(sent).toEqual([{ planTitle: 'Free', period: 'monthly' }]))
    },
  )

  it.each([
    ['manual', 'Pro ends now.', '$79 a month, billed by the operator of this service.'],
    [
      'stripe',
      'Pro stays until Dec 30, 2025, which you have paid for.',
      'The unused part of Pro is credited, and the difference is charged',
    ],
  ] as const)('says with %s billing when a plan ends, and how the next plan is paid', async (provider, when, price) => {
    open(createSubscriptionAnswers(() => aProSubscription({ provider })))
    await press('Switch to Free')
    expect(readTerms(await screen.findByRole('dialog', { name: 'Switch to Free' })).When).toContain(when)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press('Choose Business')

    expect(readTerms(await screen.findByRole('dialog', { name: 'Change to Business' })).Price).toContain(price)
  })

  it('warns before Lifetime that the change is permanent', async () => {
    open()
    await chooseTerm('Lifetime')
    await press('Get Lifetime')

    const { textContent } = await screen.findByRole('dialog', { name: 'Get Lifetime' })
    expect(textContent).toContain('From Free to Lifetime')
    expect(textContent).toContain('you can’t change to a smaller plan later')
  })

  it('offers no plan below Lifetime, and names Lifetime before a higher plan begins and ends', async () => {
    let stored = aSubscription(lifetime)
    open(createSubscriptionAnswers(() => stored))
    await chooseTerm('Monthly')
    for (const title of ['Free', 'Starter', 'Pro'])
      expect(within(await findCard(title)).getByRole('button', { name: 'Included in Lifetime' })).toHaveProperty('disabled', true)
    await press('Choose Business')
    const above = await screen.findByRole('dialog', { name: 'Change to Business' })
    expect(above.textContent).toContain('Lifetime stays yours: it is your plan again once Business ends.')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    stored = aProSubscription({ planTitle: 'Business', package: 'Business', hasLifetime: true })
    await press('Refresh')
    expect(await within(await findCard('Pro')).findByRole('button', { name: 'Included in Lifetime' })).toHaveProperty('disabled', true)
    await press('End Business')

    const end = readTerms(await screen.findByRole('dialog', { name: 'End Business' }))
    expect(end.Plan).toBe('From Business (monthly) to Lifetime')
    expect(end.When).toContain('After it Lifetime is your plan again.')
  })

  it.each([
    ['an overdue plan', aProSubscription({ status: 'past_due' }), 'Pro ends now. After it the limits of Free apply.'],
    [
      'a trial',
      aProSubscription({ trialEndsAt: '2025-12-14T12:00:00Z' }),
      'Pro stays until Dec 14, 2025, the end of the trial. After it the limits of Free apply.',
    ],
  ])('says, before %s ends, what follows', async (_plan, subscription, words) => {
    open(createSubscriptionAnswers(() => subscription))
    await press('Switch to Free')

    expect((await screen.findByRole('dialog', { name: 'Switch to Free' })).textContent).toContain(words)
  })

  it('says that a change during a trial charges nothing before the trial ends', async () => {
    open(createSubscriptionAnswers(() => aProSubscription({ trialEndsAt: '2025-12-14T12:00:00Z' })))
    await press('Choose Business')

    const { textContent } = await screen.findByRole('dialog', { name: 'Change to Business' })
    expect(textContent).toContain('The trial continues until Dec 14, 2025. You are not charged before that day.')
    expect(textContent).not.toContain('the difference is charged')
  })

  it('is followed by Lifetime if the organization owns it', async () => {
    const canceled = { planTitle: 'Business', package: 'Business', hasLifetime: true, cancelsAt: '2025-12-30T12:00:00Z' } as const
    open(createSubscriptionAnswers(() => aProSubscription(canceled)))

    expect(await screen.findByText('Ends on Dec 30, 2025, then Lifetime')).toBeTruthy()
  })

  it('can be undone until a canceled plan ends', async () => {
    const { sent, answers } = recordChanges(() => ({ message: 'Your Pro plan continues.' }))
    open({ ...createSubscriptionAnswers(() => aProSubscription({ cancelsAt: '2025-12-30T12:00:00Z' })), ...answers })
    expect(await screen.findByText('Ends on Dec 30, 2025, then Free')).toBeTruthy()

    await press('Keep Pro')

    await waitFor(() => expect(sent).toEqual([{ planTitle: 'Pro', period: 'monthly' }]))
  })
})

it('cannot be undone if the organization will be deleted', async () => {
  open({
    ...createSubscriptionAnswers(() => aProSubscription({ cancelsAt: '2025-12-30T12:00:00Z' })),
    'GET /v1/organizations': () => [anOrganization({ deletes_at: '2025-12-20T12:00:00Z' })],
  })

  expect(await screen.findByText('Ends on Dec 30, 2025, then Free')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Keep Pro' })).toBeNull()
})

describe('payment', () => {
  it('that failed is announced with the end of the grace period, and links to the portal', async () => {
    open({
      ...createSubscriptionAnswers(() => aProSubscription({ status: 'past_due', graceEndsAt: '2025-12-14T12:00:00Z' })),
      [`GET ${subscriptionPath}/portal`]: () => ({ url: 'https://pay.example/portal' }),
    })
    expect(await screen.findByText('Your Pro plan stays until Dec 14, 2025. Pay before then to continue with this plan.')).toBeTruthy()

    await press('Update payment method')

    await waitFor(() => expect(goToPayment).toHaveBeenCalledExactlyOnceWith('https://pay.example/portal'))
  })

  it('that failed for a plan above Lifetime does not change the limits of Lifetime', async () => {
    open(createSubscriptionAnswers(() => aProSubscription({ ...lifetime, status: 'past_due', graceEndsAt: '2025-11-14T12:00:00Z' })))

    expect(await screen.findByText(/Your plan is paused, and the limits of Lifetime apply\./)).toBeTruthy()
  })

  it('that succeeded is announced once on return, and the plan is fetched again', async () => {
    let stored = aSubscription()
    open(
      {
        [`GET ${subscriptionPath}`]: ({ query }) => {
          if (query.get('refresh') === 'true') stored = aProSubscription()
          return stored
        },
      },
      '/settings/subscription?checkout=success',
    )

    expect(await screen.findByText('Payment received')).toBeTruthy()
    expect(await screen.findByText('Renews on Dec 30, 2025')).toBeTruthy()
  })

  it('that was canceled is announced on return', async () => {
    open({}, '/settings/subscription?checkout=canceled')

    expect(await screen.findByText('Checkout canceled')).toBeTruthy()
  })
})
