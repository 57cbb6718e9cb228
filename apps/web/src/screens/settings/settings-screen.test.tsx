import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { inProject, openDashboard } from '../../../test/open-dashboard.tsx'

const labels = { [`GET ${inProject}/labels`]: () => [] }

async function findShownTab(): Promise<string | null | undefined> {
  const tabs = within(await screen.findByRole('navigation', { name: 'Settings' })).getAllByRole('link')
  return tabs.find((tab) => tab.getAttribute('aria-current') === 'page')?.textContent
}

describe('the settings', () => {
  it.each(['/settings', '/settings/profile', '/settings/nonsense'])('show the profile at %s', async (address) => {
    openDashboard(address, {})

    expect(await screen.findByRole('heading', { level: 2, name: 'Profile' })).toBeTruthy()
    expect(await findShownTab()).toBe('Profile')
  })

  it('open a tab by its URL', async () => {
    openDashboard('/settings/labels', labels)

    expect(await screen.findByRole('heading', { level: 2, name: 'No labels yet' })).toBeTruthy()
    expect(await findShownTab()).toBe('Labels')
  })

  it('open another tab by its link, and have one heading above it', async () => {
    openDashboard('/settings/nonsense', labels)
    await userEvent.click(await screen.findByRole('link', { name: 'Labels' }))

    expect(await screen.findByRole('heading', { level: 2, name: 'No labels yet' })).toBeTruthy()
    expect(screen.getAllByRole('heading', { level: 1 }).map((heading) => heading.textContent)).toEqual(['Settings'])
  })

  it("have the tab's name in the page title", async () => {
    openDashboard('/settings/projects', {})

    await screen.findByRole('table', { name: 'Projects' })
    expect(document.title).toBe('Projects · Settings · Linkshelf')
  })

  it('list the tabs in groups: user, organization and project', async () => {
    openDashboard('/settings', {})
    const lists = within(await screen.findByRole('navigation', { name: 'Settings' })).getAllByRole('list')

    expect(lists.map((list) => [list.getAttribute('aria-labelledby'), list.textContent])).toEqual([
      [expect.stringMatching(/You$/), 'ProfileNotifications'],
      [expect.stringMatching(/Organization$/), 'ProjectsMembersDomainsSubscriptionAPIActivity logData'],
      [expect.stringMatching(/Project$/), 'Labels'],
    ])
  })

  it('open the list with a button on small screens, and close it when a tab is chosen', async () => {
    openDashboard('/settings/profile', labels)
    const button = within(await screen.findByRole('navigation', { name: 'Settings' })).getByRole('button', { name: 'You Profile' })
    await userEvent.click(button)
    expect(button.getAttribute('aria-expanded')).toBe('true')
    await userEvent.click(screen.getByRole('link', { name: 'Labels' }))

    expect(await screen.findByRole('button', { name: 'Project Labels', expanded: false })).toBeTruthy()
  })

  it('close the list with Escape, and return the focus to its button', async () => {
    openDashboard('/settings/profile', labels)
    const button = within(await screen.findByRole('navigation', { name: 'Settings' })).getByRole('button', { name: 'You Profile' })
    await userEvent.click(button)
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Profile' }))

    await userEvent.keyboard('{Escape}')

    expect(button.getAttribute('aria-expanded')).toBe('false')
    expect(document.activeElement).toBe(button)
  })
})
