import { errorCatalog } from '@linkshelf/contract'
import { screen, waitFor, waitForElementToBeRemoved, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import {
  type Answers,
  aLink,
  anAuditEntry,
  anOrganization,
  errorReply,
  inOther,
  inProject,
  internalError,
  noReply,
  openDashboard,
  orgId,
  Reply,
  someDays,
  twoProjects,
} from '../../../../test/open-dashboard.tsx'

const link = aLink()
const find = `GET ${inProject}/urls/${link.url_id}`
const inLink = `${inProject}/analytics/urls/${link.url_id}`
const days = `GET ${inLink}`
const numbers = `GET ${inLink}/dashboard`
const visitors = `GET ${inLink}/visitors`
const earnings = `GET ${inLink}/earnings`
const breakdown = `GET ${inProject}/analytics/breakdown`

/** The correlation id in all error responses of the tests. */
const correlationId = 'c0ffee00-0000-4000-8000-000000000001'

const withFullAnalytics = { 'GET /v1/organizations': () => [anOrganization({ full_analytics_enabled: true, package: 'Pro' })] }
const unclicked = { [numbers]: () => ({ totalClicks: 0, visitors: 0, countries: 0 }), [days]: () => createScannedDays(0, 0) }

function openAnalytics(answers: Answers = {}, search = ''): void {
  openDashboard(`/analytics/link/${link.url_id}${search}`, {
    [find]: () => link,
    [days]: () => createScannedDays(4, 2, 6),
    [numbers]: ({ query }) => ({ totalClicks: query.get('range') === 'all' ? 56_789 : 1_204, visitors: 987, countries: 3 }),
    [breakdown]: ({ query }) => [{ name: `a ${query.get('by')}`, clicks: 7, visits: 5 }],
    [earnings]: () => ({ clicks: 12, ordered_items: 0, totals: [], estimate: null, byDay: [] }),
    ...answers,
  })
}

/** Returns days with these clicks. Half of the clicks are scans. */
function createScannedDays(...clicks: number[]) {
  return someDays(...clicks).map((day) => ({ ...day, scans: day.clicks / 2 }))
}

function aVisitor(id: string, changes: object = {}) {
  const [device, browser, os] = ['phone', 'Safari', 'iOS']
  const [country, city, subdivision1] = ['DE', 'Munich', 'Bavaria']
  return { id, device, browser, os, country, city, subdivision1, firstAt: '2025-11-05T14:03:00.000Z', views: 1, ...changes }
}

describe('the analytics of a link', () => {
  it('show skeletons while they load', async () => {
    openAnalytics({ [find]: noReply })

    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Link' })).toBeTruthy()
  })

  it('show the error of each part with its own retry', async () => {
    openAnalytics({ [numbers]: internalError, [days]: internalError })

    for (const part of ['The numbers of this link could not be loaded', 'The clicks of this link could not be loaded']) {
      const alert = (await screen.findByRole('heading', { name: part })).closest<HTMLElement>('[role=alert]')
      expect(alert?.textContent).toContain(correlationId)
      expect(within(alert as HTMLElement).getByRole('button', { name: 'Retry' })).toBeTruthy()
    }
  })

  it('show an empty state with the next step when there are no clicks', async () => {
    openAnalytics(unclicked)

    expect(await screen.findByRole('heading', { name: 'No clicks yet' })).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Copy Short Link' })).toHaveLength(2)
    expect(screen.queryByRole('heading', { name: 'Clicks by day' })).toBeNull()
  })

  it('show the bot clicks of a link without human clicks', async () => {
    openAnalytics({
      ...unclicked,
      [numbers]: ({ query }) => ({ totalClicks: query.get('bots') === 'only' ? 5 : 0, visitors: 0, countries: 0 }),
    })
    await screen.findByRole('heading', { name: 'No clicks yet' })

    await userEvent.click(screen.getByRole('radio', { name: 'Bots only' }))

    expect(await screen.findByRole('heading', { name: 'Clicks by day' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Total bots' })).toBeTruthy()
  })

  it('show clicks and scans separately, below the same header as the other tabs', async () => {
    openAnalytics()

    expect(await screen.findByRole('heading', { level: 1, name: 'Wireless headphones' })).toBeTruthy()
    expect(await screen.findByText('1,204')).toBeTruthy()
    expect(screen.getByText('987')).toBeTruthy()
    expect(await screen.findByText(/56,789 clicks all time/)).toBeTruthy()
    expect(await screen.findByText(/6 by QR code/)).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'Clicks by day' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Scans by day' })).toBeTruthy()
    const main = within(screen.getByRole('main'))
    expect(main.getAllByRole('link', { name: 'Analytics' }).map((to) => to.getAttribute('href'))).toEqual([
      '/analytics',
      `/analytics/link/${link.url_id}`,
    ])
    expect(main.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(`/links/${link.url_id}`)
    const target = main.getByRole('link', { name: 'Visit Original' })
    expect([target.getAttribute('href'), target.getAttribute('target')]).toEqual([link.target, '_blank'])
  })

  it('have no chart of scans if there are no scans', async () => {
    openAnalytics({ [days]: () => someDays(4, 2, 6).map((day) => ({ ...day, scans: 0 })) })

    expect(await screen.findByRole('heading', { name: 'Clicks by day' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Scans by day' })).toBeNull()
  })

  it('list the changes of the link in the period', async () => {
    const requests: object[] = []
    openAnalytics({
      [`GET /v1/${orgId}/audit-logs`]: ({ query }) => {
        requests.push(Object.fromEntries(query))
        return [anAuditEntry(1, { description: 'Changed destination of link “spring”', date: '2025-11-02T10:00:00.000Z' })]
      },
    })

    await userEvent.click(await screen.findByText('1 change in this period'))

    expect(screen.getByText(/^Changed destination of link “spring”/)).toBeTruthy()
    expect(requests).toEqual([expect.objectContaining({ marked: 'true', url_id: link.url_id })])
  })

  it('request the range and the bot filter of the URL', async () => {
    const requests: string[] = []
    openAnalytics(
      { [days]: ({ query }) => [requests.push(query.toString()), createScannedDays(1)][1] },
      '?from=2025-11-01&to=2025-11-03&bots=include&compare=false',
    )

    await screen.findByRole('heading', { name: 'Clicks by day' })

    expect(new Set(requests)).toEqual(new Set([expect.stringMatching(/from=2025-11-01&to=2025-11-03&bots=include$/)]))
  })

  it('show one note when the plan does not include the range', async () => {
    const createLockedReply = () => errorReply(402, 'ANALYTICS_HISTORY_LOCKED', errorCatalog.ANALYTICS_HISTORY_LOCKED.message)
    openAnalytics({
      [numbers]: ({ query }) => (query.get('range') !== 'all' ? createLockedReply() : { totalClicks: 9, visitors: 9, countries: 1 }),
      [days]: createLockedReply,
    })

    expect(await screen.findByRole('heading', { name: 'Not in your plan' })).toBeTruthy()
    expect(screen.getByText(errorCatalog.ANALYTICS_HISTORY_LOCKED.message)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('a link that is not in the current project', () => {
  it('shows that it does not exist, with a link back', async () => {
    openAnalytics({ [find]: () => errorReply(404, 'LINK_NOT_FOUND', 'x') })

    expect(await screen.findByRole('heading', { level: 1, name: 'Link Not Found' })).toBeTruthy()
    expect(screen.getByText("The link you're looking for doesn't exist or has been removed.")).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to Analytics' }).getAttribute('href')).toBe('/analytics')
  })

  it('is shown in the user’s project that has it', async () => {
    openAnalytics({
      ...twoProjects,
      [find]: () => errorReply(404, 'LINK_NOT_FOUND', 'x'),
      [`GET ${inOther}/urls/${link.url_id}`]: () => link,
      [`GET ${inOther}/analytics/live`]: noReply,
      [`GET ${inOther}/analytics/urls/${link.url_id}`]: () => createScannedDays(2),
      [`GET ${inOther}/analytics/urls/${link.url_id}/dashboard`]: () => ({ totalClicks: 321, visitors: 3, countries: 1 }),
    })

    expect(await screen.findByText('321')).toBeTruthy()
    expect(await screen.findByText('Now showing Gear Lab')).toBeTruthy()
  })
})

describe('the tabs of a link', () => {
  it('are hidden without full analytics, and send no requests', async () => {
    openAnalytics({ [breakdown]: () => expect.unreachable(), [visitors]: () => expect.unreachable() }, '?tab=visitors')

    await screen.findByRole('heading', { name: 'Clicks by day' })

    expect(screen.queryByRole('navigation', { name: 'Breakdowns' })).toBeNull()
  })

  it('start with devices, and link to the others with the same filter', async () => {
    openAnalytics(withFullAnalytics, '?bots=include')
    const tabs = within(await screen.findByRole('navigation', { name: 'Breakdowns' }))
    expect(tabs.getAllByRole('link').map((tab) => tab.textContent)).toEqual(['Device', 'Browser', 'Country', 'Sources', 'Visitors'])
    expect(await screen.findByRole('table', { name: 'Devices' })).toBeTruthy()
    expect(await screen.findByRole('table', { name: 'Operating systems' })).toBeTruthy()

    await userEvent.click(tabs.getByRole('link', { name: 'Browser' }))

    expect(await screen.findByRole('rowheader', { name: 'a browser' })).toBeTruthy()
    expect(tabs.getByRole('link', { name: 'Browser' }).getAttribute('aria-current')).toBe('page')
    expect(tabs.getByRole('link', { name: 'Country' }).getAttribute('href')).toMatch(/\?bots=include&tab=country$/)
  })

  it('request only this link', async () => {
    const requests: (string | null)[] = []
    openAnalytics({ ...withFullAnalytics, [breakdown]: ({ query }) => [requests.push(query.get('url_id')), []][1] }, '?tab=country')

    expect(await screen.findByRole('heading', { name: 'Countries' })).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'Cities' })).toBeTruthy()
    expect(new Set(requests)).toEqual(new Set([link.url_id]))
  })
})

describe('the visitors of a link', () => {
  it('are shown with location, device and time', async () => {
    const unknown = aVisitor('two', { device: '', browser: '', os: '', country: '', city: '', subdivision1: '', views: 2 })
    openAnalytics({ ...withFullAnalytics, [visitors]: () => [aVisitor('one'), unknown] }, '?tab=visitors')

    const table = within(await screen.findByRole('table', { name: 'Visitors' }))

    const [first, second] = table.getAllByRole('row').slice(1)
    expect(
      within(first as HTMLElement)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['MunichBavaria, Germany', 'Phone', 'Safari', 'iOS', '1 view'])
    expect(within(second as HTMLElement).getAllByText('Unknown')).toHaveLength(4)
    expect(screen.getByText(/returns on another day counts as another visitor; IP addresses are not stored/)).toBeTruthy()
  })

  it('are sorted when all are loaded', async () => {
    const pages = {
      first: new Reply(200, [aVisitor('one')], { 'x-next-cursor': 'next' }),
      next: [aVisitor('two', { city: 'Oslo', views: 9 })],
    }
    openAnalytics(
      { ...withFullAnalytics, [visitors]: ({ query }) => (query.get('cursor') === 'next' ? pages.next : pages.first) },
      '?tab=visitors',
    )
    const table = within(await screen.findByRole('table', { name: 'Visitors' }))
    expect(table.queryByRole('button', { name: 'Views' })).toBeNull()

    await userEvent.click(screen.getByRole('button', { name: 'Load More' }))
    await userEvent.click(await table.findByRole('button', { name: 'Views' }))

    const views = () => table.getAllByRole('cell', { name: /views?$/ }).map(({ textContent }) => textContent)
    await waitFor(() => expect(views()).toEqual(['9 views', '1 view']))
  })

  it('load the next page, and move the focus to it', async () => {
    const more = {
      [visitors]: ({ query }) => (query.get('cursor') === 'next' ? [aVisitor('two', { city: 'Oslo' })] : firstPage),
    } satisfies Answers
    const firstPage = new Reply(200, [aVisitor('one')], { 'x-next-cursor': 'next' })
    openAnalytics({ ...withFullAnalytics, ...more }, '?tab=visitors')

    await userEvent.click(await screen.findByRole('button', { name: 'Load More' }))

    expect(await screen.findByText('Oslo')).toBeTruthy()
    expect(screen.getByText('Munich')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull()
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Oslo'))
  })

  it('stay on screen when the next page fails to load', async () => {
    const firstPage = new Reply(200, [aVisitor('one')], { 'x-next-cursor': 'next' })
    openAnalytics({ ...withFullAnalytics, [visitors]: ({ query }) => (query.has('cursor') ? internalError() : firstPage) }, '?tab=visitors')

    await userEvent.click(await screen.findByRole('button', { name: 'Load More' }))

    expect(await screen.findByText(correlationId)).toBeTruthy()
    expect(screen.getByText('Munich')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Load More' })))
  })

  it.each([
    ['empty', () => [], 'No visitors in this period.'],
    ['failed', internalError, 'The visitors could not be loaded'],
    ['not in the plan', () => errorReply(402, 'FULL_ANALYTICS_REQUIRED', 'Upgrade to see it.'), 'Not in your plan'],
  ])('show a message: %s', async (_title, answer, words) => {
    openAnalytics({ ...withFullAnalytics, [visitors]: answer }, '?tab=visitors')

    expect(await screen.findByText(words)).toBeTruthy()
  })
})

describe('deleting the clicks of a link', () => {
  async function openConfirmation(): Promise<HTMLElement> {
    await userEvent.click(await screen.findByRole('button', { name: 'More actions of Wireless headphones' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete clicks' }))
    return screen.findByRole('dialog', { name: 'Delete clicks' })
  }

  it('confirms with the name of the link, then shows zero clicks', async () => {
    let isDeleted = false
    let isRunning = true
    openAnalytics({
      [numbers]: () => ({
        totalClicks: isDeleted ? 0 : 31,
        visitors: 1,
        countries: 1,
        ...(isDeleted && isRunning && { deletion: 'running' }),
      }),
      [`DELETE ${inLink}`]: () => {
        isDeleted = true
        return new Reply(204, undefined)
      },
    })
    const dialog = within(await openConfirmation())
    expect(dialog.getByText('Wireless headphones')).toBeTruthy()
    expect(dialog.getByText(/The link itself is not deleted/)).toBeTruthy()

    await userEvent.click(dialog.getByRole('button', { name: 'Delete clicks' }))

    expect(await screen.findByText('Clicks deleted')).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'No clicks yet' })).toBeTruthy()
    expect(await screen.findByText(/^Deleting clicks…/)).toBeTruthy()
    isRunning = false
    await waitForElementToBeRemoved(() => screen.queryByText(/^Deleting clicks…/))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^More actions/ })))
  })

  it('deletes nothing if the user cancels', async () => {
    openAnalytics({ [`DELETE ${inLink}`]: () => expect.unreachable() })
    const dialog = within(await openConfirmation())

    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText('1,204')).toBeTruthy()
  })

  it('shows the error', async () => {
    openAnalytics({ [`DELETE ${inLink}`]: internalError })

    await userEvent.click(within(await openConfirmation()).getByRole('button', { name: 'Delete clicks' }))

    expect(await screen.findByText(/Failed to delete the clicks/)).toBeTruthy()
  })
})
