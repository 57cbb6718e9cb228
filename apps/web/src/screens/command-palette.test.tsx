import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type Answer, aLink, inProject, noReply, openDashboard, someDays } from '../../test/open-dashboard.tsx'

const overview = () => ({ totalClicks: 5, clicksLastMonth: 5, activeLinks: 1, topPerformingLinks: [], clicksByDay: someDays(2, 3) })

async function openPalette(links: Answer): Promise<HTMLElement> {
  openDashboard('/', { [`GET ${inProject}/analytics/overview`]: overview, [`GET ${inProject}/urls`]: links })
  await screen.findByText('Active links')
  await userEvent.click(screen.getByRole('button', { name: /Find/ }))
  return screen.findByRole('textbox', { name: 'Find a link, a screen or an action' })
}

describe('the command palette', () => {
  it('hides links that do not match while the search loads', async () => {
    const field = await openPalette(({ query }) => (query.get('search') === null ? [aLink()] : noReply()))
    await screen.findByText('Wireless headphones')

    await userEvent.type(field, 'kettle')

    await waitFor(() => expect(screen.queryByText('Wireless headphones')).toBeNull())
  })

  it('shows matching links while the next search loads', async () => {
    const field = await openPalette(({ query }) => (query.get('search') === null ? [aLink()] : noReply()))
    await screen.findByText('Wireless headphones')

    await userEvent.type(field, 'headph')

    expect(screen.getByText('Wireless headphones')).toBeTruthy()
  })

  it('closes with its keyboard shortcut', async () => {
    const field = await openPalette(() => [])
    await userEvent.click(field)

    await userEvent.keyboard('{Control>}k{/Control}')

    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Find a link, a screen or an action' })).toBeNull())
  })
})
