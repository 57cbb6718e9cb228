import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type Answer, aLink, inProject, internalError, noReply, openDashboard, someDays } from '../../../test/open-dashboard.tsx'

const link = aLink()

function openWith(overview: Answer, archived: object[] = []): void {
  openDashboard('/', {
    [`GET ${inProject}/analytics/overview`]: overview,
    [`GET ${inProject}/urls`]: () => archived,
  })
}

function anOverview(changes: object = {}) {
  return {
    totalClicks: 12_345,
    clicksLastMonth: 1_200,
    activeLinks: 3,
    topPerformingLinks: [{ url_id: link.url_id, clicks: 811, link }],
    clicksByDay: someDays(1, 0, 1_199),
    ...changes,
  }
}

describe('the dashboard', () => {
  it('shows a skeleton while it loads', async () => {
    openWith(noReply)

    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
  })

  it('shows the error, and loads again on retry', async () => {
    let isDown = true
    openWith(() => (isDown ? internalError() : anOverview()))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('c0ffee00-0000-4000-8000-000000000001')

    isDown = false
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }))

    expect(await screen.findByText('12,345')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Dashboard' }))
  })

  it('offers to add the first link', async () => {
    openWith(() => anOverview({ totalClicks: 0, activeLinks: 0, topPerformingLinks: [], clicksByDay: someDays(0, 0, 0) }))

    expect(await screen.findByRole('heading', { name: 'No links yet' })).toBeTruthy()
  })

  it('does not offer a first link when there are archived ones', async () => {
    openWith(
      () => anOverview({ totalClicks: 0, activeLinks: 0, topPerformingLinks: [], clicksByDay: someDays(0, 0, 0) }),
      [aLink({ archived: true })],
    )

    expect(await screen.findByRole('button', { name: 'Show archived links' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add your first link' })).toBeNull()
  })

  it('shows the numbers, the top link and its target', async () => {
    openWith(() => anOverview())

    expect(await screen.findByText('12,345')).toBeTruthy()
    const [best] = await screen.findAllByRole('link', { name: 'Wireless headphones' })
    expect(best?.getAttribute('href')).toBe(`/links/${link.url_id}`)
    expect(screen.getByRole('heading', { name: 'Active links' })).toBeTruthy()
  })

  it.each([
    ['there was none', { totalClicks: 0, clicksByDay: someDays(0, 0) }, 'Available after the first click'],
    ['none was in the window', { clicksByDay: someDays(0, 0) }, 'No clicks in the last 2 days'],
    ['all are of deleted links', { clicksByDay: someDays(3, 4) }, 'All clicks are of deleted links'],
  ])('says why no link has clicks when %s', async (_why, changes, words) => {
    openWith(() => anOverview({ topPerformingLinks: [], ...changes }))

    expect(await screen.findByText(words)).toBeTruthy()
  })

  it('says how many clicks of the totals are of deleted links', async () => {
    openWith(() => anOverview({ clicksByDay: someDays(800, 23) }))

    expect(await screen.findByText(/^Clicks of the last 2 days, and 12 clicks of deleted links$/)).toBeTruthy()
  })

  it('shows two labels of a link at most', async () => {
    const labeled = aLink({ labels: ['audio', 'travel', 'gear'] })
    openWith(() => anOverview({ topPerformingLinks: [{ url_id: labeled.url_id, clicks: 811, link: labeled }] }))

    expect(await screen.findByText('travel')).toBeTruthy()
    expect(screen.getByText('audio')).toBeTruthy()
    expect(screen.queryByText('gear')).toBeNull()
  })

  it('has the numbers of the chart as a table, newest day first', async () => {
    openWith(() => anOverview())

    const rows = within(await screen.findByRole('table')).getAllByRole('row')

    expect(rows.map((row) => row.textContent)).toEqual(['DayClicks', 'Mon, Nov 3, 20251,199', 'Sun, Nov 2, 20250', 'Sat, Nov 1, 20251'])
  })

  it('requests days in the time zone of the browser', async () => {
    let zone: string | null = null
    openWith(({ query }) => {
      zone = query.get('tz')
      return anOverview()
    })

    await screen.findByText('12,345')
    expect(zone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
  })
})
