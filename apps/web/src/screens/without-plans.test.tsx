import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { type Answers, anOrganization, openDashboard } from '../../test/open-dashboard.tsx'
import { createSubscriptionAnswers } from '../../test/sample-subscription.ts'

const withoutPlans: Answers = {
  'GET /v1/organizations': () => [anOrganization({ has_plans: false, full_analytics_enabled: true })],
}

it.each(['/pricing', '/settings/subscription', '/settings/subscription/enterprise', '/settings/subscription?checkout=success'])(
  'leads from %s to the profile',
  async (address) => {
    openDashboard(address, withoutPlans)

    expect(await screen.findByRole('heading', { name: 'Profile' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Subscription' })).toBeNull()
  },
)

it('redirects /pricing to the plans if there are plans', async () => {
  openDashboard('/pricing', createSubscriptionAnswers())

  expect(await screen.findByRole('heading', { name: 'Plans' })).toBeTruthy()
})

it('is not in the command palette', async () => {
  openDashboard('/settings/profile', withoutPlans)
  await userEvent.click(await screen.findByRole('button', { name: /Find/ }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Find a link, a screen or an action' }), 'settings')

  expect(await screen.findByText('Settings: Notifications')).toBeTruthy()
  expect(screen.queryByText('Settings: Subscription')).toBeNull()
})

it('shows no notice of temporary access on store pages', async () => {
  openDashboard('/store/products', withoutPlans)

  expect(await screen.findByRole('heading', { name: 'Products', level: 1 })).toBeTruthy()
  expect(screen.queryByText(/temporary access/i)).toBeNull()
})
