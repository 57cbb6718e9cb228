import { errorCatalog } from '@linkshelf/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Answers,
  aLink,
  anAuditEntry,
  anEarningsTotal,
  anOrganization,
  answerClicksOfLinks,
  errorReply,
  inProject,
  internalError,
  narrowWindow,
  noReply,
  openDashboard,
  orgId,
  projectId,
  Reply,
  type SentCall,
  someDays,
} from '../../../test/open-dashboard.tsx'

const link = aLink()
const overview = `GET ${inProject}/analytics/overview`
const numbers = `GET ${inProject}/analytics/dashboard`
const hours = `GET ${inProject}/analytics/hours`
const list = `GET ${inProject}/urls`
const ofLinks = `GET ${inProject}/analytics/urls`
const breakdown = `GET ${inProject}/analytics/breakdown`
const ownDomains = `GET /v1/${orgId}/domains`
const aDomain = { host: 'go.lamps.example', serving: true }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-11-30T12:00:00Z') })
  return () => vi.useRealTimers()
})

function openAnalytics(answers: Answers = {}, search = '', organization: object = {}): void {
  openDashboard(`/analytics${search}`, {
    'GET /v1/organizations': () => [anOrganization({ package: 'Pro', full_analytics_enabled: true, ...organization })],
    [overview]: ({ query }) => anOverview(isNow(query) ? [5, 0, 7] : [1, 2, 3]),
    [numbers]: ({ query }) => (isNow(query) ? createNumbers(12_345_678, 120, 14) : createNumbers(10_000_000, 150, 0)),
    [hours]: () => [{ at: '2025-11-03T10:00:00.000Z', clicks: 1 }],
    [list]: ({ query }) => (query.get('archived') === 'true' ? [] : [link]),
    [ofLinks]: ({ query }) => readLinkIds(query).map((url_id) => ({ url_id, clicks: 81, visits: 64 })),
    [breakdown]: ({ query }) => [
      { name: `a ${query.get('by')}`, clicks: 75, visits: 50 },
      { name: '', clicks: 25, visits: 25 },
    ],
    ...answers,
  })
}

/** Returns true if the range ends today, as the default range does. */
function isNow(query: URLSearchParams): boolean {
  return query.get('to') === '2025-11-30'
}

const storeTraffic = { views: 2, clicks: 1, visitors: 2, click_through: 0.5, byDay: [], products: [] }
const earnings = {
  clicks: 1,
  ordered_items: 0,
  totals: [anEarningsTotal()],
  estimate: null,
  byDay: [],
}

/** Returns an answer that records the distinct conditions of the requests, for example `country=DE`. */
function recordConditions(reply: () => unknown): { requests: Set<string>; answer: (call: SentCall) => unknown } {
  const requests = new Set<string>()
  return {
    requests,
    answer: ({ query }) => {
      const conditions = new URLSearchParams(query)
      for (const name of ['tz', 'from', 'to', 'bots', 'by', 'limit']) conditions.delete(name)
      requests.add(String(conditions))
      return reply()
    },
  }
}

function readLinkIds(query: URLSearchParams): string[] {
  return query.get('url_ids')?.split(',') ?? []
}

function anOverview(clicks: number[], changes: object = {}) {
  return {
    totalClicks: 12,
    clicksAllTime: 900,
    clicksLastMonth: 12,
    activeLinks: 1,
    topPerformingLinks: [{ url_id: link.url_id, clicks: 1_204, link }],
    clicksByDay: someDays(...clicks),
    ...changes,
  }
}

function createHours(day: string, ...clicks: number[]) {
  return clicks.map((count, hour) => ({ at: `${day}T${hour.toString().padStart(2, '0')}:00:00.000Z`, clicks: count }))
}

function createNumbers(totalClicks: number, visitors: number, countries: number) {
  return { totalClicks, visitors, countries }
}

/**
 * Returns an answer that records the distinct date ranges and bot filters of the requests. A live event can repeat a
 * request, so duplicates are ignored.
 */
function recordRequests(answer: (call: SentCall) => unknown) {
  const requests = new Set<string>()
  return {
    requests,
    answer: (call: SentCall) => {
      requests.add(['from', 'to', 'bots'].map((name) => call.query.get(name)).join(' '))
      return answer(call)
    },
  }
}

function createLockedReply(): Reply {
  return errorReply(402, 'ANALYTICS_HISTORY_LOCKED', 'Your plan does not show days this far back. Choose a later day, or upgrade.')
}

describe('the analytics screen', () => {
  it('shows skeletons while it loads', async () => {
    openAnalytics({ [numbers]: noReply })

    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
  })

  it('shows the error, and loads again on retry', async () => {
    let isDown = true
    openAnalytics({ [numbers]: () => (isDown ? internalError() : createNumbers(7, 7, 1)) })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('c0ffee00-0000-4000-8000-000000000001')

    isDown = false
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }))

    expect(await screen.findByRole('heading', { name: 'Total traffic' })).toBeTruthy()
  })

  it.each(['ANALYTICS_TIMEOUT', 'ANALYTICS_UNAVAILABLE'] as const)(
    'says in a sentence why nothing is counted: %s, and does not request it again by itself',
    async (code) => {
      let requests = 0
      const { status, message } = errorCatalog[code]
      openAnalytics({
        [numbers]: ({ query }) => {
          if (isNow(query)) requests += 1
          return errorReply(status, code, message)
        },
      })
      const alert = await screen.findByRole('alert')
      expect(within(alert).getByText(message)).toBeTruthy()
      expect(requests).toBe(1)
    },
  )

  it('shows a note with a link to the default range when the plan does not include the range', async () => {
    openAnalytics(
      { [numbers]: ({ query }) => (isNow(query) ? createNumbers(7, 7, 1) : createLockedReply()) },
      '?from=2019-01-01&to=2019-02-01',
    )
    expect(await screen.findByRole('heading', { name: 'Not in your plan' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()

    await userEvent.click(screen.getByRole('link', { name: 'Reset date range' }))

    expect(await screen.findByRole('heading', { name: 'Total traffic' })).toBeTruthy()
  })

  it('shows an empty state with the next step when there are no clicks', async () => {
    openAnalytics({ [overview]: () => anOverview([0, 0], { clicksAllTime: 0, topPerformingLinks: [] }) })

    expect(await screen.findByRole('heading', { name: 'No clicks yet' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Copy a link to share' }).getAttribute('href')).toBe('/links')
  })

  it.each([
    [true, 'The first click appears here within seconds, with its location and device.'],
    [false, 'The first click is counted here within seconds: clicks per day, visitors, countries and top links.'],
  ])('says what the plan shows of the first click, if full analytics is %j', async (full_analytics_enabled, promise) => {
    openAnalytics({
      'GET /v1/organizations': () => [anOrganization({ full_analytics_enabled })],
      [overview]: () => anOverview([0, 0], { totalClicks: 0, clicksAllTime: 0, topPerformingLinks: [] }),
    })

    expect(await screen.findByText(new RegExp(`${promise}$`))).toBeTruthy()
  })

  it('offers to create the first link when there is none', async () => {
    openAnalytics({ [overview]: () => anOverview([0], { clicksAllTime: 0, activeLinks: 0, topPerformingLinks: [] }), [list]: () => [] })

    expect(await screen.findByRole('button', { name: 'Add your first link' })).toBeTruthy()
  })
})

describe('the three totals', () => {
  it('are total traffic, unique visitors and locations, in this order', async () => {
    openAnalytics()

    const card = async (name: string) => (await screen.findByRole('heading', { name })).parentElement?.parentElement?.textContent
    expect(await card('Total traffic')).toMatch(/^Total traffic12,345,678total clicks/)
    expect(await card('Unique visitors')).toMatch(/^Unique visitors120counted per day/)
    expect(await card('Locations')).toMatch(/^Locations14countries/)
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(titles.slice(0, 3)).toEqual(['Total traffic', 'Unique visitors', 'Locations'])
  })

  it('use the singular for one country', async () => {
    openAnalytics({ [numbers]: () => createNumbers(7, 7, 1) })

    expect((await screen.findByRole('heading', { name: 'Locations' })).parentElement?.parentElement?.textContent).toMatch(
      /^Locations1country/,
    )
  })

  it('show the change from the previous period, with the previous value', async () => {
    openAnalytics()

    const card = (await screen.findByText('12,345,678')).parentElement?.parentElement
    expect(card?.textContent).toContain('Total traffic')
    expect(await screen.findByTitle('+23% vs 10,000,000 in Oct 2 – 31, 2025')).toHaveProperty(
      'textContent',
      expect.stringMatching(/^\+23%/),
    )
    expect(screen.getByTitle('−20% vs 150 in Oct 2 – 31, 2025').textContent).toMatch(/^−20%/)
    expect(screen.getByRole('heading', { name: 'Unique visitors' })).toBeTruthy()
  })

  it('show New when the previous value is zero', async () => {
    openAnalytics()

    expect((await screen.findByTitle('New vs 0 in Oct 2 – 31, 2025')).textContent).toMatch(/^New/)
  })

  it("do not request a previous period outside the plan's history", async () => {
    const { requests, answer } = recordRequests(() => createNumbers(7, 7, 1))
    openAnalytics({ [numbers]: answer, [overview]: () => anOverview([1]) }, '', { package: 'Free' })

    await screen.findByRole('table', { name: 'Top Links' })
    expect([...requests]).toEqual(['2025-11-01 2025-11-30 exclude'])
  })
})

describe('the tabs', () => {
  it('are overview, links, sources, geography, devices, store and earnings with full analytics and a store', async () => {
    openAnalytics()

    await screen.findByRole('heading', { name: 'Top Links' })

    const tabs = within(screen.getByRole('navigation', { name: 'Analytics' })).getAllByRole('link')
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      'Overview',
      'Links',
      'Sources',
      'Geography',
      'Devices',
      'Store',
      'Earnings',
    ])
  })

  it.each(['', '?tab=links', '?tab=geography', '?tab=devices', '?tab=store', '?tab=nonsense'])(
    'are the overview and earnings without full analytics and a store, even at “%s”',
    async (search) => {
      openAnalytics({}, search, { full_analytics_enabled: false, store_page_enabled: false, product_page_enabled: false })

      expect(await screen.findByRole('heading', { name: 'Top Links' })).toBeTruthy()
      const tabs = within(screen.getByRole('navigation', { name: 'Analytics' })).getAllByRole('link')
      expect(tabs.map(({ textContent }) => textContent)).toEqual(['Overview', 'Earnings'])
    },
  )

  it('are links whose URLs contain the selected range', async () => {
    openAnalytics({}, '?range=7d')

    await userEvent.click(await screen.findByRole('link', { name: 'Devices' }))

    expect(await screen.findByRole('table', { name: 'Browsers' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Devices' }).getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('button', { name: /^Last 7 days/ })).toBeTruthy()
  })

  it('show the overview if the URL names an unknown tab', async () => {
    openAnalytics({}, '?tab=nonsense')

    expect(await screen.findByRole('heading', { name: 'Top Links' })).toBeTruthy()
  })
})

describe('the overview', () => {
  it('has a table with the clicks of each day', async () => {
    openAnalytics({}, '?compare=false')

    const rows = within(await screen.findByRole('table', { name: 'Clicks over time' })).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toEqual(['DayClicks', 'Mon, Nov 3, 20257', 'Sun, Nov 2, 20250', 'Sat, Nov 1, 20255'])
  })

  it('has sort buttons in the table that replaces the chart, but not in the table for screen readers', async () => {
    openAnalytics({}, '?compare=false')
    const name = 'Clicks over time'
    expect(within(await screen.findByRole('table', { name })).queryByRole('button')).toBeNull()

    await userEvent.click(screen.getByRole('button', { name: 'Show table' }))
    const table = within(screen.getByRole('table', { name }))
    await userEvent.click(table.getByRole('button', { name: 'Clicks' }))

    expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['7', '5', '0'])
  })

  it('compares with the previous period until comparison is turned off', async () => {
    const { requests, answer } = recordRequests(({ query }) => anOverview(isNow(query) ? [5, 0, 7] : [1, 2, 3]))
    openAnalytics({ [overview]: answer })
    expect(await screen.findByRole('columnheader', { name: 'Previous period' })).toBeTruthy()
    expect(screen.getByRole('cell', { name: '7' }).parentElement?.textContent).toBe('Mon, Nov 3, 202573')
    expect(screen.getAllByTitle(/ vs /)).toHaveLength(3)

    await userEvent.click(screen.getByRole('switch', { name: 'Compare with previous period' }))

    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Previous period' })).toBeNull())
    expect(screen.queryByTitle(/ vs /)).toBeNull()
    expect([...requests]).toEqual(['2025-11-01 2025-11-30 exclude', '2025-10-02 2025-10-31 exclude'])
  })

  it('lists the changes of the chosen links in the period', async () => {
    const requests: object[] = []
    openAnalytics(
      {
        [`GET /v1/${orgId}/audit-logs`]: ({ query }) =>
          [
            requests.push(Object.fromEntries(query)),
            [anAuditEntry(1, { description: 'Changed destination of link “spring”', date: '2025-11-29T10:00:00.000Z' })],
          ][1],
      },
      '?from=2025-11-01&to=2025-11-30&label=audio',
    )

    await userEvent.click(await screen.findByText('1 change in this period'))

    expect(screen.getByText(/^Changed destination of link “spring”/).textContent).toBe(
      'Changed destination of link “spring” by Mia Lindqvist',
    )
    expect(requests).toEqual([
      expect.objectContaining({ marked: 'true', project_id: projectId, from: '2025-11-01', to: '2025-11-30', label: 'audio' }),
    ])
  })

  it('shows the clicks of at most two days by hour', async () => {
    openAnalytics(
      { [hours]: ({ query }) => (isNow(query) ? createHours('2025-11-30', 4, 9) : createHours('2025-11-29', 1, 2)) },
      '?from=2025-11-30&to=2025-11-30',
    )

    const table = within(await screen.findByRole('table', { name: 'Clicks over time' }))
    await waitFor(() =>
      expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
        'HourClicksPrevious period',
        expect.stringMatching(/^Sun, Nov 30, 2025, \d\d:0092$/),
        expect.stringMatching(/, \d\d:0041$/),
      ]),
    )
    expect(screen.getByText(/^Clicks per hour, Nov 30, 2025, /)).toBeTruthy()
  })

  it('leaves the hours on screen while the hours for other conditions load', async () => {
    openAnalytics(
      { [hours]: ({ query }) => (query.has('country') ? createHours('2025-11-30', 4, 9) : new Promise(() => undefined)) },
      '?from=2025-11-30&to=2025-11-30&country=DE',
    )
    const rows = () => screen.queryAllByRole('row', { name: /, \d\d:00/ })
    await waitFor(() => expect(rows()).toHaveLength(2))

    const chip = await screen.findByRole('link', { name: 'Remove filter Country: Germany' })
    await userEvent.click(chip)

    await waitFor(() => expect(chip.isConnected).toBe(false))
    expect(rows()).toHaveLength(2)
  })

  it('does not compare with a period that begins before clicks were counted', async () => {
    openAnalytics({}, '?range=12m')

    // Clicks are counted since the day on which the project was created.
    const comparison = await screen.findByRole('switch', { name: 'No comparison: counted since Jun 24, 2025' })

    expect(comparison.hasAttribute('disabled')).toBe(true)
    expect(screen.queryByText(/^vs /)).toBeNull()
  })

  it('does not compare if the previous period has no clicks', async () => {
    openAnalytics({ [numbers]: ({ query }) => (isNow(query) ? createNumbers(7, 7, 1) : createNumbers(0, 0, 0)) })

    const comparison = await screen.findByRole('switch', { name: 'No earlier clicks to compare' })

    expect(comparison.hasAttribute('disabled')).toBe(true)
    expect(await screen.findByText('Total traffic')).toBeTruthy()
    expect(screen.queryByTitle(/ vs /)).toBeNull()
    expect(screen.queryByRole('columnheader', { name: 'Previous period' })).toBeNull()
  })

  it('shows six breakdowns of earnings, the others in a menu, and how sales were joined only if it differs', async () => {
    const byClick = { ...earnings.totals[0], by_click: 80, by_estimate: 0, by_product: 0, clicks: 3 }
    const byEstimate = { ...byClick, by_click: 0, by_estimate: 80 }
    const answerRows = ({ query }: SentCall) => ({
      rows: [
        { ...byClick, id: 'one', name: 'One' },
        { ...(query.get('by') === 'sub_id' ? byEstimate : byClick), id: 'two', name: 'Two' },
      ],
      unassigned: [],
    })
    openAnalytics(
      {
        [`GET ${inProject}/analytics/earnings`]: () => earnings,
        [`GET ${inProject}/analytics/earnings/breakdown`]: answerRows,
        [`GET ${inProject}/earnings/imports`]: () => [],
      },
      '?tab=earnings',
    )
    const table = within(await screen.findByRole('table', { name: 'Earnings by link' }))
    await table.findByText('Two')
    const group = within(screen.getByRole('group', { name: 'Earnings by' }))
    expect(group.getAllByRole('radio')).toHaveLength(6)
    expect(table.queryByRole('columnheader', { name: 'Joined by' })).toBeNull()

    await userEvent.click(screen.getByRole('button', { name: 'More' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sub-ids' }))

    const bySubId = within(await screen.findByRole('table', { name: 'Earnings by sub-id' }))
    expect(await bySubId.findByRole('columnheader', { name: 'Joined by' })).toBeTruthy()
    expect(group.getByRole('radio', { name: 'Sub-ids' })).toHaveProperty('checked', true)
  })

  it('compares earnings with the previous period, unless nothing was earned in it', async () => {
    const before = { ...earnings, totals: earnings.totals.map((total) => ({ ...total, earned: 80 })) }
    const ofEarnings = `GET ${inProject}/analytics/earnings`
    const imports = { [`GET ${inProject}/earnings/imports`]: () => [] }
    openAnalytics({ ...imports, [ofEarnings]: ({ query }) => (isNow(query) ? earnings : before) }, '?tab=earnings')

    expect(await screen.findByTitle('+25% vs €0.80 in Oct 2 – 31, 2025')).toBeTruthy()

    cleanup()
    openAnalytics(
      { ...imports, [ofEarnings]: ({ query }) => (isNow(query) ? { ...earnings, totals: [] } : before) },
      '?tab=earnings&country=DE',
    )

    expect(await screen.findByTitle('−100% vs €0.80 in Oct 2 – 31, 2025')).toBeTruthy()

    cleanup()
    openAnalytics({ ...imports, [ofEarnings]: ({ query }) => (isNow(query) ? earnings : { ...earnings, totals: [] }) }, '?tab=earnings')

    expect(await screen.findByRole('switch', { name: 'No earlier earnings to compare' })).toBeTruthy()
    expect(screen.queryByTitle(/ vs /)).toBeNull()
  })

  it('does not compare views of the store if the previous period has none', async () => {
    const ofStore = `GET ${inProject}/analytics/store`
    openAnalytics({ [ofStore]: ({ query }) => (isNow(query) ? storeTraffic : { ...storeTraffic, views: 0, clicks: 0 }) }, '?tab=store')

    expect(await screen.findByRole('switch', { name: 'No earlier views to compare' })).toBeTruthy()
    expect(screen.queryByTitle(/ vs /)).toBeNull()
  })

  it('shows the columns of a link, and links to its analytics', async () => {
    const long = aLink({ archived: true, labels: ['audio', 'travel', 'gear'] })
    openAnalytics({ [overview]: () => anOverview([1], { topPerformingLinks: [{ url_id: link.url_id, clicks: 1_204, link: long }] }) })

    const table = within(await screen.findByRole('table', { name: 'Top Links' }))
    const row = within((await table.findByRole('rowheader')).closest('tr') ?? document.body)
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Link',
      'Labels',
      'Short URL',
      'Created',
      'Clicks',
      'Actions',
    ])
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'Archivedaudiotravel',
      'sho.rt/spring',
      expect.stringMatching(/^Nov 05, 2025 \d\d:03$/),
      '1,204',
      '',
    ])
    expect(row.getByText('Archived')).toBeTruthy()
    expect(row.getByRole('link', { name: /^Wireless headphones\s*shop.example\/headphones$/ }).getAttribute('href')).toBe(
      `/analytics/link/${link.url_id}`,
    )
    expect(row.getByRole('link', { name: /^Open target/ }).getAttribute('href')).toBe(link.target)
  })

  it('says how many clicks in the totals are clicks of deleted links', async () => {
    openAnalytics({ [overview]: () => anOverview([1_204, 16]) })

    expect(await screen.findByText('The totals also count 16 clicks of deleted links.')).toBeTruthy()
  })

  it('does not ask for a longer range when all clicks are of deleted links', async () => {
    openAnalytics({ [overview]: () => anOverview([5, 2], { topPerformingLinks: [] }) })

    expect(await screen.findByText('All clicks in this period were on deleted links.')).toBeTruthy()
  })

  it('copies a short URL', async () => {
    const user = userEvent.setup()
    openAnalytics()

    await user.click(await screen.findByRole('button', { name: 'Copy short URL of Wireless headphones' }))

    expect(await screen.findByText('Copied! Link copied to clipboard')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe(link.url)
  })
})

describe('the links', () => {
  it('are listed with clicks and visits, archived links last', async () => {
    const archived = aLink({ url_id: '0197a000-0000-7000-8000-000000000101', target: 'https://old.example/', archived: true })
    openAnalytics({ [list]: ({ query }) => (query.get('archived') === 'true' ? [archived] : [link]) }, '?tab=links')

    const table = within(await screen.findByRole('table', { name: 'Links' }))
    await table.findAllByRole('cell', { name: '81' })
    expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      'Wireless headphonesshop.example/headphones',
      'Wireless headphonesold.example',
    ])
    expect(table.getAllByText('Archived')).toHaveLength(1)
    expect(table.getAllByRole('cell', { name: '64' })).toHaveLength(2)
    expect(table.getAllByRole('link', { name: /^Analytics of/ })[0]?.getAttribute('href')).toBe(`/analytics/link/${link.url_id}`)
    expect(table.getAllByRole('link', { name: /^Open target/ }).map((openAnalytics) => openAnalytics.getAttribute('href'))).toEqual([
      link.target,
      archived.target,
    ])
    expect(table.getAllByRole('cell', { name: /^Nov 05, 2025/ })).toHaveLength(2)
  })

  it('can be searched, can be limited to a label, and can be sorted when all are loaded', async () => {
    const [cheap, dear] = [
      aLink({ url_id: '0197a000-0000-7000-8000-000000000201', title: 'Cheap' }),
      aLink({ url_id: '0197a000-0000-7000-8000-000000000202', title: 'Dear' }),
    ]
    const queries: string[] = []
    openAnalytics(
      {
        [list]: ({ query }) => {
          queries.push(`${query.get('label')} ${query.get('search')}`)
          return query.get('archived') === 'true' ? [] : [cheap, dear]
        },
        [ofLinks]: ({ query }) => readLinkIds(query).map((url_id) => ({ url_id, clicks: url_id === cheap.url_id ? 1 : 50, visits: 1 })),
      },
      '?tab=links&label=gear',
    )
    const table = within(await screen.findByRole('table', { name: 'Links' }))
    const names = () => table.getAllByRole('rowheader').map(({ textContent }) => textContent?.replace('shop.example/headphones', ''))
    await table.findByRole('cell', { name: '50' })
    expect(names()).toEqual(['Cheap', 'Dear'])

    await userEvent.click(table.getByRole('button', { name: 'Clicks' }))
    expect(names()).toEqual(['Dear', 'Cheap'])

    await userEvent.type(screen.getByRole('textbox', { name: 'Search links' }), 'dear')
    await waitFor(() => expect(queries.at(-1)).toBe('gear dear'))
  })

  it('are sorted by the server, by name or clicks, while some are not loaded', async () => {
    let sent = ''
    openAnalytics(
      {
        [list]: ({ query }) => {
          sent = ['sort', 'from', 'to'].map((name) => query.get(name)).join(' ')
          return new Reply(200, [link], { 'x-next-cursor': 'second' })
        },
      },
      '?tab=links&from=2025-11-03&to=2025-11-05',
    )
    const table = within(await screen.findByRole('table', { name: 'Links' }))
    const header = (name: string) => table.getByRole('columnheader', { name })
    const readSort = (name: string) => header(name).getAttribute('aria-sort')
    await table.findByRole('cell', { name: '81' })
    expect(table.getAllByRole('columnheader').filter((one) => within(one).queryByRole('button'))).toEqual([
      header('Link'),
      header('Clicks'),
    ])

    await userEvent.click(table.getByRole('button', { name: 'Link' }))
    await waitFor(() => expect([sent, readSort('Link')]).toEqual(['name  ', 'ascending']))
    await userEvent.click(table.getByRole('button', { name: 'Clicks' }))
    await waitFor(() => expect([sent, readSort('Clicks')]).toEqual(['clicks 2025-11-03 2025-11-05', 'descending']))
    await userEvent.click(table.getByRole('button', { name: 'Clicks' }))
    await waitFor(() => expect(readSort('Clicks')).toBeNull())
  })

  it('can be sorted by another column while an order loads', async () => {
    const sent: (string | null)[] = []
    openAnalytics(
      {
        [list]: ({ query }) => {
          sent.push(query.get('sort'))
          return query.get('sort') === 'name' ? noReply() : new Reply(200, [link], { 'x-next-cursor': 'second' })
        },
      },
      '?tab=links',
    )
    const table = within(await screen.findByRole('table', { name: 'Links' }))

    await userEvent.click(table.getByRole('button', { name: 'Link' }))
    await waitFor(() => expect(sent).toEqual([null, 'name']))
    await userEvent.click(table.getByRole('button', { name: 'Clicks' }))

    await waitFor(() => expect(sent).toEqual([null, 'name', 'clicks']))
  })

  it('cannot be sorted by clicks under conditions while some are not loaded', async () => {
    openAnalytics({ [list]: () => new Reply(200, [link], { 'x-next-cursor': 'second' }) }, '?tab=links&country=DE')

    const table = within(await screen.findByRole('table', { name: 'Links' }))
    expect(table.getByRole('button', { name: 'Link' })).toBeTruthy()
    expect(table.queryByRole('button', { name: 'Clicks' })).toBeNull()
  })

  it('load in pages of twenty, and need one call for the numbers of each page', async () => {
    const pages = [0, 1].map((page) =>
      Array.from({ length: 20 }, (_, index) =>
        aLink({ url_id: `0197a000-0000-7000-8000-00000000${page}${index.toString().padStart(3, '0')}`, title: `Link ${page} ${index}` }),
      ),
    )
    const requests: number[] = []
    openAnalytics(
      {
        [list]: ({ query }) => {
          if (query.get('archived') === 'true') return []
          return query.has('cursor') ? pages[1] : new Reply(200, pages[0], { 'x-next-cursor': 'second' })
        },
        [ofLinks]: ({ query }) => {
          requests.push(readLinkIds(query).length)
          return readLinkIds(query).map((url_id) => ({ url_id, clicks: 1, visits: 1 }))
        },
      },
      '?tab=links',
    )

    await userEvent.click(await screen.findByRole('button', { name: 'Load More' }))

    await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(40))
    await waitFor(() => expect(requests).toEqual([20, 20]))
    expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull()
  })
})

describe('a breakdown', () => {
  it('shows name, clicks, share with its total, and visitors of each row', async () => {
    openAnalytics({}, '?tab=devices')

    const table = within(await screen.findByRole('table', { name: 'Browsers' }))
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'BrowserClicksShareVisitors',
      'a browser7575%50',
      'Unknown2525%25',
    ])
    expect(table.getAllByTitle('of 100')).toHaveLength(2)
  })

  it('shows the countries on a map and in a table, both of which filter', async () => {
    const inCountries = ['DE', 'SG', ''].map((name, index) => ({ name, clicks: 3 - index, visits: 1 }))
    openAnalytics({ [breakdown]: ({ query }) => (query.get('by') === 'country' ? inCountries : []) }, '?tab=geography')

    const table = within(await screen.findByRole('table', { name: 'Countries' }))
    expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Germany', 'Singapore', 'Unknown'])
    expect(await screen.findByRole('img', { name: /^World map/ })).toBeTruthy()
    expect(screen.getByText('1 country too small to draw')).toBeTruthy()

    await userEvent.click(document.querySelector('[role=img] [data-step]') ?? document.body)

    expect(await screen.findByRole('link', { name: 'Remove filter Country: Germany' })).toBeTruthy()
  })

  it('shows which shops visitors were redirected to, and why', async () => {
    const rows: Record<string, string[]> = { shop: ['amazon.de', ''], shop_reason: ['local_search', 'no_tag', ''] }
    const createRows = (by: string) => (rows[by] ?? []).map((name) => ({ name, clicks: 1, visits: 1 }))
    openAnalytics({ [breakdown]: ({ query }) => createRows(query.get('by') ?? '') }, '?tab=geography')

    const listNames = async (name: string) =>
      within(await screen.findByRole('table', { name }))
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent)
    expect(await listNames('Shops')).toEqual(['amazon.de', 'No shop'])
    await waitFor(async () =>
      expect(await listNames('How the shop was chosen')).toEqual([
        'A search in their own shop',
        'As pasted: no tag for their shop',
        'No choice of shops',
      ]),
    )
  })

  it('shows sources, campaigns by each parameter, and how to name a campaign', async () => {
    const rows: Record<string, string[]> = { source: ['Instagram', ''], utm_campaign: ['spring'], utm_source: [''], utm_content: ['top'] }
    const createRows = (by: string) => (rows[by] ?? []).map((name) => ({ name, clicks: 1, visits: 1 }))
    openAnalytics({ [breakdown]: ({ query }) => createRows(query.get('by') ?? '') }, '?tab=sources')

    const sources = within(await screen.findByRole('table', { name: 'Sources' })).getAllByRole('rowheader')
    expect(sources.map(({ textContent }) => textContent)).toEqual(['Instagram', 'Direct or unknown'])
    expect(await screen.findByRole('rowheader', { name: 'spring' })).toBeTruthy()
    expect(screen.queryByText(/to a short link where you share it/)).toBeNull()

    await userEvent.click(screen.getByRole('radio', { name: 'Source' }))

    expect(
      await within(await screen.findByRole('table', { name: 'Campaign sources' })).findByRole('rowheader', { name: 'Not set' }),
    ).toBeTruthy()
    expect(screen.getByText(/to a short link where you share it/).textContent).toContain('?utm_source=…')

    await userEvent.click(screen.getByRole('radio', { name: 'Content' }))

    expect(
      await within(await screen.findByRole('table', { name: 'Campaign contents' })).findByRole('rowheader', { name: 'top' }),
    ).toBeTruthy()
  })

  it('shows what each source, campaign and video earned, and no column if nothing was earned or a filter is unknown for sales', async () => {
    const names: Record<string, string[]> = { source: ['Instagram', 'YouTube', ''], utm_campaign: ['spring'], video: ['Lm4pReview1', ''] }
    const amounts: Record<string, [id: string, currency: string, earned: number][]> = {
      source: [
        ['YouTube', 'EUR', 450],
        ['YouTube', 'USD', 100],
        ['Instagram', 'EUR', 900],
      ],
      video: [['Lm4pReview1', 'EUR', 450]],
    }
    const answers: Answers = {
      [breakdown]: ({ query }) => (names[query.get('by') ?? ''] ?? []).map((name) => ({ name, clicks: 1, visits: 1 })),
      [`GET ${inProject}/analytics/earnings/breakdown`]: ({ query }) => ({
        rows: (amounts[query.get('by') ?? ''] ?? []).map(([id, currency, earned]) => ({
          ...anEarningsTotal({ currency, earned }),
          ...{ id, name: id, clicks: 1 },
        })),
        unassigned: [],
      }),
    }
    openAnalytics(answers, '?tab=sources')
    const listCells = async (table: string, role: 'columnheader' | 'row') =>
      within(await screen.findByRole('table', { name: table }))
        .getAllByRole(role)
        .map(({ textContent }) => textContent)

    expect(await listCells('Sources', 'columnheader')).toContain('Earned')
    expect((await listCells('Sources', 'row')).slice(1).map((text) => text.replace(/Show hosts of .*/, ''))).toEqual([
      'Instagram133%1€9.00',
      'YouTube133%1€4.50 +1',
      'Direct or unknown133%1–',
    ])
    expect(await listCells('Videos', 'columnheader')).toContain('Earned')
    expect(await listCells('Campaigns', 'columnheader')).not.toContain('Earned')

    cleanup()
    openAnalytics(answers, '?tab=sources&device=phone')
    expect(await listCells('Sources', 'columnheader')).not.toContain('Earned')
  })

  it('shows what the top links earned, unless the filters count only some clicks of a link', async () => {
    const answers: Answers = {
      [`GET ${inProject}/analytics/urls/clicks`]: (call) =>
        answerClicksOfLinks(call, {}, { [link.url_id]: [anEarningsTotal({ earned: 1_240 })] }),
    }
    openAnalytics(answers)
    expect(await screen.findByRole('cell', { name: '€12.40' })).toBeTruthy()

    cleanup()
    openAnalytics(answers, '?country=DE')
    await screen.findByRole('table', { name: 'Top Links' })
    expect(screen.queryByRole('columnheader', { name: 'Earned' })).toBeNull()
  })

  it('sorts links by earnings on the server while more links can be loaded', async () => {
    const sorts: (string | null)[] = []
    openAnalytics(
      {
        [`GET ${inProject}/analytics/earnings`]: () => earnings,
        [list]: ({ query }) => {
          sorts.push(query.get('sort'))
          return new Reply(200, [link], { 'x-next-cursor': 'next' })
        },
      },
      '?tab=links',
    )

    await userEvent.click(await screen.findByRole('button', { name: 'Earned' }))

    await waitFor(() => expect(sorts).toContain('earned'))
  })

  it('shows the hosts of a source when its row is expanded, and filters by a host', async () => {
    const findRows = (query: URLSearchParams) => {
      if (query.get('by') === 'source') return ['Facebook', 'blog.example', ''].map((name) => ({ name, clicks: 3, visits: 3 }))
      if (query.get('by') !== 'referrer') return []
      return query.get('source') === 'Facebook' ? ['l.facebook.com', ''].map((name) => ({ name, clicks: 1, visits: 1 })) : []
    }
    openAnalytics({ [breakdown]: ({ query }) => findRows(query) }, '?tab=sources')
    const table = within(await screen.findByRole('table', { name: 'Sources' }))
    expect(table.getAllByRole('button', { name: /^Show hosts/ })).toHaveLength(1)

    await userEvent.click(table.getByRole('button', { name: 'Show hosts of Facebook', expanded: false }))

    const hosts = within(await table.findByRole('list', { name: 'Hosts of Facebook' })).getAllByRole('listitem')
    expect(hosts.map(({ textContent }) => textContent)).toEqual(['l.facebook.com1', 'In the app1'])
    await userEvent.click(table.getByRole('link', { name: 'l.facebook.com' }))
    expect(await screen.findByRole('link', { name: 'Remove filter Source: Facebook' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Remove filter Referring host: l.facebook.com' })).toBeTruthy()
    await userEvent.click(table.getByRole('button', { name: 'Show hosts of Facebook', expanded: true }))
    expect(table.queryByRole('list')).toBeNull()
  })

  it('shows videos with title and picture, filters by a video, and links to YouTube', async () => {
    const kettles = { title: 'Three kettles', thumbnail_url: 'https://i.ytimg.com/vi/aBcDeFgHi01/mqdefault.jpg' }
    const rows = [
      { name: 'aBcDeFgHi01', ...kettles, clicks: 3, visits: 3 },
      { name: 'aBcDeFgHi99', clicks: 1, visits: 1 },
    ]
    openAnalytics({ [breakdown]: ({ query }) => (query.get('by') === 'video' ? rows : []) }, '?tab=sources')

    const videos = within(await screen.findByRole('table', { name: 'Videos' }))
    expect(videos.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Three kettles', 'aBcDeFgHi99'])
    const pictures = [...document.querySelectorAll('img')].filter(({ src }) => src.includes('ytimg'))
    expect(pictures.map(({ src, referrerPolicy }) => [src, referrerPolicy])).toEqual([[kettles.thumbnail_url, 'no-referrer']])
    expect(videos.getByRole('link', { name: 'Three kettles' }).getAttribute('href')).toContain('video=aBcDeFgHi01')
    expect(videos.getByRole('link', { name: 'Open at YouTube Three kettles' }).getAttribute('href')).toBe(
      'https://www.youtube.com/watch?v=aBcDeFgHi01',
    )
  })

  it('shows no videos if no click comes from a video', async () => {
    const isAnswered = new Set<string | null>()
    openAnalytics({ [breakdown]: ({ query }) => isAnswered.add(query.get('by')) && [{ name: '', clicks: 1, visits: 1 }] }, '?tab=sources')

    expect(await screen.findByRole('table', { name: 'Campaigns' })).toBeTruthy()
    await waitFor(() => expect(isAnswered).toContain('video'))
    expect(screen.queryByRole('table', { name: 'Videos' })).toBeNull()
  })

  describe('by domain', () => {
    const rows = [
      { name: '', title: 'links.example', clicks: 3, visits: 3 },
      { name: 'xn--lmpen-gra.example', title: 'lämpen.example', clicks: 1, visits: 1 },
    ]
    const byDomain: Answers = {
      [breakdown]: ({ query }) => {
        if (query.get('by') !== 'domain') return []
        return rows.filter(({ name }) => !query.has('domain') || query.get('domain') === name)
      },
    }

    it('names the domain of the instance, shows encoded domains in readable form, and filters by a domain', async () => {
      openAnalytics(byDomain, '?tab=sources')

      const domains = within(await screen.findByRole('table', { name: 'Domains' }))
      expect(domains.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['links.example', 'lämpen.example'])
      expect(domains.getByRole('link', { name: 'lämpen.example' }).getAttribute('href')).toContain('domain=xn--lmpen-gra.example')
      await userEvent.click(domains.getByRole('link', { name: 'links.example' }))

      expect(await screen.findByRole('link', { name: 'Remove filter Domain: links.example' })).toBeTruthy()
      await waitFor(() => expect(domains.getAllByRole('rowheader')).toHaveLength(1))
    })

    it('is shown if there is a domain, even without clicks, and is hidden if there is no domain', async () => {
      const isAnswered = new Set<string | null>()
      const onlyInstance: Answers = { [breakdown]: ({ query }) => isAnswered.add(query.get('by')) && rows.slice(0, 1) }
      openAnalytics({ ...onlyInstance, [ownDomains]: () => [{ ...aDomain, serving: false }] }, '?tab=sources')
      await waitFor(() => expect(isAnswered).toContain('domain'))
      expect(await screen.findByRole('table', { name: 'Campaigns' })).toBeTruthy()
      expect(screen.queryByRole('table', { name: 'Domains' })).toBeNull()
      cleanup()

      openAnalytics({ ...onlyInstance, [ownDomains]: () => [aDomain] }, '?tab=sources')
      expect(within(await screen.findByRole('table', { name: 'Domains' })).getAllByRole('rowheader')).toHaveLength(1)
    })

    it('is marked as unused on the store tab, because views are recorded without it', async () => {
      openAnalytics(byDomain, '?tab=store&domain=')
      const name = 'Remove filter Domain: links.example, not on this tab: Views of a store are recorded without it'
      expect(await screen.findByRole('link', { name })).toBeTruthy()
    })
  })

  it('shows the first eight rows until Show all is clicked', async () => {
    const rows = Array.from({ length: 12 }, (_, index) => ({ name: `City ${index}`, country: 'DE', clicks: 12 - index, visits: 1 }))
    openAnalytics({ [breakdown]: ({ query }) => (query.get('by') === 'city' ? rows : []) }, '?tab=geography')
    const table = within(await screen.findByRole('table', { name: 'Cities' }))
    expect(table.getAllByRole('rowheader')).toHaveLength(8)

    await userEvent.click(screen.getByRole('button', { name: 'Show all 12' }))

    expect(table.getAllByRole('rowheader')).toHaveLength(12)
  })

  it('is searched by the text in its rows', async () => {
    const rows = ['DE', 'FR', 'US', 'GB', 'CA', 'BR', 'JP', 'AU', 'IN'].map((name) => ({ name, clicks: 1, visits: 1 }))
    openAnalytics({ [breakdown]: ({ query }) => (query.get('by') === 'country' ? rows : []) }, '?tab=geography')

    await userEvent.type(await screen.findByRole('textbox', { name: 'Search countries' }), 'united')
    expect(
      within(screen.getByRole('table', { name: 'Countries' }))
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['United States', 'United Kingdom'])

    await userEvent.type(screen.getByRole('textbox', { name: 'Search countries' }), 'x')
    expect(screen.getByText('No country like “unitedx”.')).toBeTruthy()
  })

  it("calculates a city's share of all clicks when not every city is loaded", async () => {
    const cities = Array.from({ length: 1_000 }, (_, index) => ({ name: `City ${index}`, country: 'DE', clicks: 1, visits: 1 }))
    const countries = [{ name: 'DE', clicks: 4_000, visits: 4_000 }]
    openAnalytics({ [breakdown]: ({ query }) => (query.get('by') === 'city' ? cities : countries) }, '?tab=geography')

    const table = within(await screen.findByRole('table', { name: 'Cities' }))
    await waitFor(() => expect(table.getAllByTitle('of 4,000')).toHaveLength(8))
    expect(screen.getByRole('button', { name: 'Show the first 1,000' })).toBeTruthy()
  })

  it('shows its error without hiding other cards', async () => {
    openAnalytics({ [breakdown]: ({ query }) => (query.get('by') === 'os' ? internalError() : []) }, '?tab=devices')

    expect(await screen.findByRole('heading', { name: 'Operating systems could not be loaded' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Browsers' })).toBeTruthy()
  })
})

describe('conditions', () => {
  it('are set by the rows of breakdowns, apply to every number, and are removed separately or together', async () => {
    const queries: string[] = []
    const recordQuery = (name: string, answer: unknown) => (call: SentCall) => {
      queries.push(`${name} ${['country', 'city', 'device'].map((key) => call.query.get(key)).join(' ')}`)
      return answer
    }
    openAnalytics(
      {
        [overview]: recordQuery('overview', anOverview([1])),
        [numbers]: recordQuery('numbers', createNumbers(7, 7, 1)),
        [breakdown]: (call) =>
          recordQuery('breakdown', call.query.get('by') === 'city' ? [{ name: 'Berlin', country: 'DE', clicks: 1, visits: 1 }] : [])(call),
      },
      '?tab=geography&device=phone&compare=false',
    )

    await userEvent.click(await screen.findByRole('link', { name: /^Berlin/ }))

    const chips = within(await screen.findByRole('list', { name: 'Filters' }))
    await waitFor(() =>
      expect(chips.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
        'Country Germany',
        'City Berlin',
        'Device Phone',
        'Clear all',
      ]),
    )
    await waitFor(() =>
      expect(queries).toEqual(expect.arrayContaining(['overview DE Berlin phone', 'numbers DE Berlin phone', 'breakdown DE Berlin phone'])),
    )

    await userEvent.click(chips.getByRole('link', { name: 'Remove filter City: Berlin' }))
    await waitFor(() => expect(queries).toContain('overview DE  phone'))
    await userEvent.click(chips.getByRole('link', { name: 'Clear all' }))

    await waitFor(() => expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull())
    await waitFor(() => expect(queries).toContain('overview   '))
  })

  it.each(['overview', 'links', 'earnings'])('are set and removed by the rows of links too: on the tab %s', async (tab) => {
    const row = { ...earnings.totals[0], id: link.url_id, name: 'Wireless headphones', clicks: 3 }
    openAnalytics(
      {
        [`GET ${inProject}/urls/${link.url_id}`]: () => link,
        [`GET ${inProject}/analytics/earnings`]: () => earnings,
        [`GET ${inProject}/analytics/earnings/breakdown`]: () => ({ rows: [row], unassigned: [] }),
        [`GET ${inProject}/earnings/imports`]: () => [],
      },
      `?tab=${tab}`,
    )

    await userEvent.click(await screen.findByRole('link', { name: 'Show only Wireless headphones' }))
    expect(await screen.findByRole('link', { name: 'Remove filter Link: Wireless headphones' })).toBeTruthy()
    await userEvent.click(await screen.findByRole('link', { name: 'Remove filter Wireless headphones' }))

    await waitFor(() => expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull())
  })

  it('can be an unknown value, or a link, which is named by its title', async () => {
    openAnalytics({ [`GET ${inProject}/urls/${link.url_id}`]: () => link }, `?source=&url_id=${link.url_id}`)

    const chips = within(await screen.findByRole('list', { name: 'Filters' }))
    expect(await chips.findByRole('link', { name: 'Remove filter Link: Wireless headphones' })).toBeTruthy()
    expect(chips.getByRole('link', { name: 'Remove filter Source: Direct or unknown' })).toBeTruthy()
  })

  it('can be a deleted link', async () => {
    openAnalytics(
      { [`GET ${inProject}/urls/${link.url_id}`]: () => errorReply(404, 'LINK_NOT_FOUND', 'Link not found.') },
      `?url_id=${link.url_id}`,
    )

    expect(await screen.findByRole('link', { name: 'Remove filter Link: Unknown link' })).toBeTruthy()
  })

  it('can be a video, which is named by its title', async () => {
    const name = { video_id: 'aBcDeFgHi01', title: 'Three kettles', thumbnail_url: '' }
    openAnalytics({ [`GET ${inProject}/youtube/videos/aBcDeFgHi01`]: () => name }, '?video=aBcDeFgHi01')

    const chips = within(await screen.findByRole('list', { name: 'Filters' }))
    expect(await chips.findByRole('link', { name: 'Remove filter Video: Three kettles' })).toBeTruthy()
  })

  it('do not apply to an organization without full analytics', async () => {
    openAnalytics({}, '?country=DE', { full_analytics_enabled: false })

    expect(await screen.findByRole('link', { name: 'Overview' })).toBeTruthy()
    expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull()
  })

  it('apply to a store and its earnings if possible, and otherwise say in their chips that they do not apply', async () => {
    const { requests, answer } = recordConditions(() => storeTraffic)
    const { requests: earned, answer: answerEarned } = recordConditions(() => earnings)
    openAnalytics(
      { [`GET ${inProject}/analytics/store`]: answer, [`GET ${inProject}/analytics/store/earnings`]: answerEarned },
      '?tab=store&country=DE&device=phone&label=audio&source=YouTube&compare=false',
    )

    const chips = within(await screen.findByRole('list', { name: 'Filters' }))
    expect(chips.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Label audio not on this tab',
      'Country Germany',
      'Device Phone',
      'Source YouTube not on this tab',
      'Clear all',
    ])
    expect(
      chips.getByRole('link', { name: /^Remove filter Label: audio, not on this tab: Views of a store belong to no link$/ }),
    ).toBeTruthy()
    await waitFor(() => expect([...requests]).toEqual(['country=DE&device=phone']))
    expect(
      await screen.findByText('Not available with these filters, because sales are recorded without the device of their click.'),
    ).toBeTruthy()
    expect([...earned]).toEqual([''])
  })

  it('apply to earnings, and are set by its rows of countries, sources and shops too', async () => {
    const { requests, answer } = recordConditions(() => earnings)
    const row = { ...earnings.totals[0], id: 'AT', name: 'AT', clicks: 3 }
    openAnalytics(
      {
        [`GET ${inProject}/analytics/earnings`]: answer,
        [`GET ${inProject}/analytics/earnings/breakdown`]: () => ({ rows: [row], unassigned: [] }),
        [`GET ${inProject}/earnings/imports`]: () => [],
      },
      '?tab=earnings&label=audio&device=phone',
    )

    expect(await screen.findByRole('link', { name: /^Remove filter Device: Phone, not on this tab: / })).toBeTruthy()
    expect(screen.queryByText(/sales without one are not shown/)).toBeNull()
    await userEvent.click(await screen.findByRole('button', { name: 'More' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Countries' }))
    await userEvent.click(await screen.findByRole('link', { name: /^Austria/ }))

    expect(await screen.findByText(/sales without one are not shown/)).toBeTruthy()
    await waitFor(() => expect([...requests]).toEqual(['label=audio', 'label=audio&country=AT']))
  })
})

describe('the filter', () => {
  it('starts with human clicks in the default range', async () => {
    const { requests, answer } = recordRequests(() => anOverview([1]))
    openAnalytics({ [overview]: answer }, '?compare=false')
    await screen.findByRole('heading', { name: 'Total traffic' })

    await userEvent.click(screen.getByRole('radio', { name: 'Bots only' }))
    await userEvent.click(screen.getByRole('button', { name: /^Last 30 days/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Last month' }))

    await waitFor(() =>
      expect([...requests]).toEqual(['2025-11-01 2025-11-30 exclude', '2025-11-01 2025-11-30 only', '2025-10-01 2025-10-31 only']),
    )
  })

  it('is read from the URL', async () => {
    const { requests, answer } = recordRequests(() => anOverview([1]))
    openAnalytics({ [overview]: answer }, '?from=2025-11-03&to=2025-11-03&bots=include&compare=false')

    expect(await screen.findByRole('columnheader', { name: 'Clicks and bots' })).toBeTruthy()
    expect([...requests]).toEqual(['2025-11-03 2025-11-03 include'])
  })

  it('is in a sheet on a phone, and is counted and cleared there together with the conditions', async () => {
    narrowWindow()
    const { requests, answer } = recordRequests(() => anOverview([1]))
    openAnalytics({ [overview]: answer }, '?from=2025-11-03&to=2025-11-03&bots=include&country=DE')

    await userEvent.click(await screen.findByRole('button', { name: 'Filters 2 in use' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
    expect(sheet.getByRole('switch', { name: 'Compare with previous period' })).toBeTruthy()
    await userEvent.click(sheet.getByRole('button', { name: 'Clear all' }))

    await waitFor(() => expect(screen.queryByRole('list', { name: 'Filters', hidden: true })).toBeNull())
    expect([...requests].at(-1)).toBe('2025-11-03 2025-11-03 exclude')
    expect(sheet.getByRole<HTMLInputElement>('radio', { name: 'People' }).checked).toBe(true)
  })

  it('locks ranges outside the plan, with an explanation', async () => {
    openAnalytics({}, '', { package: 'Free' })

    await userEvent.click(await screen.findByRole('button', { name: /^Last 30 days/ }))

    expect((await screen.findByRole('button', { name: 'Last 90 days Not in your plan' })).hasAttribute('disabled')).toBe(true)
    expect(screen.getByRole('button', { name: 'Last 7 days' }).hasAttribute('disabled')).toBe(false)
    expect(screen.getByRole('switch', { name: /not in your plan/ }).hasAttribute('disabled')).toBe(true)
  })

  it("has the organization’s range even if the plan's history is shorter", async () => {
    const { requests, answer } = recordRequests(() => anOverview([1]))
    openAnalytics({ [overview]: answer }, '', { package: 'Free', dashboard_days: 90 })

    await userEvent.click(await screen.findByRole('button', { name: /^Last 90 days/ }))

    expect([...requests]).toEqual(['2025-09-02 2025-11-30 exclude'])
    expect((await screen.findByRole('button', { name: 'Last 90 days' })).hasAttribute('disabled')).toBe(false)
    expect(screen.getByRole('button', { name: 'Last 12 months Not in your plan' })).toBeTruthy()
  })

  it('explains how clicks are counted', async () => {
    openAnalytics()

    await userEvent.click(await screen.findByRole('heading', { name: 'How we count' }))

    expect(await screen.findByText(/visits on two days are two/)).toBeTruthy()
  })
})
