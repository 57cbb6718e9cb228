import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import {
  type Answer,
  type Answers,
  aClickUsage,
  aLink,
  aLiveStream,
  anEarningsTotal,
  anOrganization,
  aProduct,
  aProject,
  aRecentClick,
  aReport,
  aStore,
  inProject,
  internalError,
  noReply,
  openDashboard,
  orgId,
  otherId,
  Reply,
  type SentCall,
  savedIntegrations,
  someDays,
} from '../../../test/open-dashboard.tsx'
import { toBrowserDay } from '../../ui/formats/dates.ts'

const link = aLink()

const newest = `GET ${inProject}/urls`

function openOverview(overview: Answer, answers: Answers = {}, path = '/') {
  return openDashboard(path, { [`GET ${inProject}/analytics/overview`]: overview, ...answers })
}

const noLinks = { clicksAllTime: 0, activeLinks: 0, topPerformingLinks: [], clicksByDay: someDays(0, 0, 0) }
const noClicks = { ...noLinks, activeLinks: 1 }

function anOverview(changes: object = {}) {
  return {
    clicksAllTime: 12_345,
    clicksLastMonth: 1_200,
    activeLinks: 3,
    topPerformingLinks: [{ url_id: link.url_id, clicks: 811, link }],
    clicksByDay: someDays(1, 0, 1_199),
    ...changes,
  }
}

async function findFirstField(): Promise<HTMLElement> {
  return within(await screen.findByRole('region', { name: 'Your first link' })).getByRole('textbox', { name: 'URL to shorten' })
}

function findCard(part: HTMLElement): HTMLElement {
  return part.closest<HTMLElement>('.mantine-Paper-root') ?? document.body
}

describe('the dashboard', () => {
  it('shows a skeleton while it loads', async () => {
    openOverview(noReply)

    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
  })

  it('shows the error, and loads again on retry', async () => {
    let isDown = true
    openOverview(() => (isDown ? internalError() : anOverview()))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('c0ffee00-0000-4000-8000-000000000001')

    isDown = false
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }))

    expect(await screen.findByText(/^12,345 all time/)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Dashboard' }))
  })

  it('shows the clicks if the earnings could not be loaded, and says so', async () => {
    openOverview(() => anOverview(), { [`GET ${inProject}/analytics/earnings`]: internalError })

    expect(await screen.findByText(/The earnings could not be loaded\.$/)).toBeTruthy()
    expect(screen.getByText(/^12,345 all time/)).toBeTruthy()
  })

  it('has one field for the first link, shortens its URL with Enter, and then copies the link with Enter', async () => {
    const user = userEvent.setup()
    let stored: object[] = []
    openOverview(() => anOverview(stored.length === 0 ? noLinks : noClicks), {
      [newest]: () => stored,
      [`POST ${inProject}/urls`]: ({ body }) => {
        stored = [link]
        return new Reply(201, { ...link, target: (body as { target: string }).target })
      },
    })
    const field = await findFirstField()
    expect(screen.getAllByRole('textbox')).toEqual([field])
    expect(screen.queryByRole('button', { name: /^Last 30 days/ })).toBeNull()
    await user.type(field, 'not a url{Enter}')
    expect(await screen.findByText('Please enter a valid URL')).toBeTruthy()

    await user.clear(field)
    await user.type(field, 'shop.example/headphones{Enter}')

    expect(await screen.findByRole('heading', { name: 'Your link is ready' })).toBeTruthy()
    expect(screen.getByText(/^Open it to see your first click/)).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'New link' })).toBeNull()
    expect(screen.getByRole('textbox', { name: 'URL to shorten' })).toBeTruthy()
    await navigator.clipboard.writeText('')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Copy'))
    await user.keyboard('{Enter}')
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(link.url))
  })

  it('has no second field while it loads in a project without links', async () => {
    const organizations = [anOrganization({ projects: [aProject({ link_count: 0 })] })]
    const overview = Promise.withResolvers<object>()
    openOverview(() => overview.promise, { 'GET /v1/organizations': () => organizations, [newest]: noReply })
    await screen.findByRole('status', { name: 'Loading' })
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())

    overview.resolve(anOverview(noLinks))

    const field = await findFirstField()
    expect(screen.getAllByRole('textbox')).toEqual([field])
  })

  it('creates a link for each of several pasted URLs in the first run', async () => {
    openOverview(() => anOverview(noLinks), { [newest]: () => [] })

    await userEvent.click(await findFirstField())
    await userEvent.paste('a.example\nb.example')

    expect(await screen.findByRole('button', { name: 'Create 2 links' })).toBeTruthy()
    expect(await findFirstField()).toHaveProperty('value', '')
  })

  it('offers an archived link that has the same destination', async () => {
    openOverview(() => anOverview(noLinks), {
      [newest]: ({ query }) =>
        query.has('target') ? [aLink({ archived: true })] : query.get('archived') === 'true' ? internalError() : [],
    })

    await userEvent.type(await findFirstField(), 'shop.example/headphones{Enter}')

    expect(await screen.findByRole('region', { name: 'Existing link' })).toBeTruthy()
  })

  it('shows the first click when it arrives, and the next steps', async () => {
    let clicksAllTime = 0
    let publish = () => {}
    openOverview(() => anOverview({ ...noClicks, clicksAllTime }), {
      [newest]: () => [link],
      [`GET ${inProject}/analytics/live`]: () =>
        aLiveStream((send) => {
          publish = send
        }),
    })
    await screen.findByText(/^Open it to see your first click/)

    clicksAllTime = 1
    publish()

    expect(await screen.findByText(/^Your first click is here/)).toBeTruthy()
    expect((await screen.findByRole('link', { name: 'Next: Connect a retailer' })).getAttribute('href')).toBe('/settings/integrations')
  })

  it('says that a bot visited the link, and continues to wait for the first click', async () => {
    let bots = 0
    let publish = () => {}
    openOverview(() => anOverview(noClicks), {
      [newest]: () => [link],
      [`GET ${inProject}/analytics/dashboard`]: ({ query }) => ({
        totalClicks: query.get('bots') === 'only' ? bots : 0,
        visitors: bots,
        countries: 0,
      }),
      [`GET ${inProject}/analytics/live`]: () =>
        aLiveStream((send) => {
          publish = send
        }),
    })
    await screen.findByText(/^Open it to see your first click/)

    bots = 1
    publish()

    expect((await screen.findByText(/^Seen: 1 visit by bots/)).textContent).toBe(
      'Seen: 1 visit by bots, such as the preview of a messenger. Bots are not counted. Open it to see your first click. Waiting…',
    )
  })

  it('lists the next steps of a new project, except steps that are done or skipped', async () => {
    const answers = {
      [newest]: () => [link],
      [`GET ${inProject}/integrations/amazon`]: () => savedIntegrations.amazon,
    }
    openOverview(() => anOverview(noClicks), answers)
    expect(await screen.findByText('Connect a retailer')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Skip: Connect a retailer' })).toBeNull()

    await userEvent.click(screen.getByRole('button', { name: 'Skip: Open your store' }))
    expect(screen.queryByText('Open your store')).toBeNull()
    cleanup()
    openOverview(() => anOverview(noClicks), answers)
    await screen.findByText('Import your links')
    expect(screen.queryByText('Open your store')).toBeNull()

    await userEvent.click(screen.getByRole('button', { name: 'Skip: Import your links' }))
    expect(screen.queryByRole('heading', { name: 'Next steps' })).toBeNull()
  })

  it('offers to add a product if there is a store', async () => {
    let products: object[] = []
    const { queryClient } = openOverview(() => anOverview(noClicks), {
      [newest]: () => [link],
      [`GET ${inProject}/stores`]: () => [aStore()],
      [`GET ${inProject}/products`]: () => products,
    })
    const add = await screen.findByRole('link', { name: 'Add product' })
    expect(add.getAttribute('href')).toBe('/store/products/new')

    products = [aProduct()]
    await queryClient.invalidateQueries()

    await waitFor(() => expect(screen.queryByRole('button', { name: 'Skip: Add a product' })).toBeNull())
    expect(screen.getByText('Add a product')).toBeTruthy()
  })

  it('shows no figures of a project without clicks and earnings, and its links if it has several', async () => {
    openOverview(() => anOverview(noClicks), { [newest]: () => [link] })
    await screen.findByRole('heading', { name: 'Your link is ready' })
    for (const name of ['Total clicks', 'Active links', 'Top performing', 'Top performing links', 'Recent links', 'Recent clicks'])
      expect(screen.queryByRole('heading', { name })).toBeNull()

    cleanup()
    openOverview(() => anOverview({ ...noClicks, activeLinks: 2 }), { [newest]: () => [link] })
    expect(await screen.findByRole('heading', { name: 'Recent links' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Total clicks' })).toBeNull()
  })

  it('compares the clicks of the chosen range with the previous range', async () => {
    const today = toBrowserDay(new Date())
    openOverview(
      ({ query }) => anOverview({ clicksByDay: query.get('to') === today ? someDays(5, 15) : someDays(10, 0) }),
      {},
      '/?range=7d',
    )

    expect(await screen.findByRole('button', { name: /^Last 7 days/ })).toBeTruthy()
    expect(await screen.findByText(/^vs 10 in /)).toBeTruthy()
  })

  it('lists problems and near limits that need attention', async () => {
    openOverview(() => anOverview(), {
      [`GET /v1/${orgId}/analytics/usage`]: () => aClickUsage({ used: 900 }),
      [`GET ${inProject}/link-report`]: () => aReport({ dead: 2, untagged: 1 }),
    })

    const dead = await screen.findByRole('link', { name: 'Broken 2 links' })
    expect(dead.getAttribute('href')).toBe('/links/report?problem=dead')
    expect(screen.getByRole('link', { name: 'Earning nothing: connect this shop 1 link' })).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'Clicks of your plan 900 of 1,000 this month' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'See all problems' })).toBeNull()
  })

  it('shows no card of problems if nothing needs attention', async () => {
    openOverview(() => anOverview())

    await screen.findByRole('heading', { name: 'Top performing links' })
    expect(screen.queryByRole('heading', { name: 'Needs attention' })).toBeNull()
  })

  it('says that links could not be checked', async () => {
    openOverview(() => anOverview(), { [`GET ${inProject}/link-report`]: internalError })

    expect(await screen.findByText('Your links could not be checked')).toBeTruthy()
  })

  it('shows the three most urgent problems, and links to the report for the others', async () => {
    openOverview(() => anOverview(), {
      [`GET ${inProject}/link-report`]: () => aReport({ replaced: 1, redirected: 3, foreign_tag: 1, untagged: 4, dead: 2 }),
    })

    const all = await screen.findByRole('link', { name: 'See all problems' })
    expect(all.getAttribute('href')).toBe('/links/report')
    const problems = await within(findCard(all)).findAllByRole('listitem')
    expect(problems.map(({ textContent }) => textContent)).toEqual([
      'Broken 2 links',
      'Earning nothing: connect this shop 4 links',
      'Redirects elsewhere 3 links',
    ])
  })

  it('compares earnings with the previous period, unless nothing was earned in it', async () => {
    const today = toBrowserDay(new Date())
    let before = [anEarningsTotal({ earned: 80, conversions: 2 }), anEarningsTotal({ currency: 'GBP', earned: 20, conversions: 1 })]
    const totals = [anEarningsTotal({ earned: 100, conversions: 4 }), anEarningsTotal({ currency: 'USD', earned: 50, conversions: 1 })]
    const answers = {
      [`GET ${inProject}/analytics/earnings`]: ({ query }: SentCall) => ({
        clicks: 10,
        ordered_items: 0,
        totals: query.get('to') === today ? totals : before,
        estimate: null,
        byDay: [],
      }),
    }
    openOverview(() => anOverview(noClicks), answers, '/?range=7d')

    expect(await screen.findByTitle(/^\+25% vs €0\.80 in /)).toBeTruthy()
    expect(findCard(screen.getByRole('button', { name: 'Earned' })).textContent).toMatch(/^Earned€1\.00\+25% vs €0\.80 in [^$£]*$/)
    const others = screen.getByText('$0.50').closest('p')?.textContent
    expect(others).toMatch(/^Also earned\$0\.50New vs \$0\.00 in .*£0\.00−100% vs £0\.20 in [^$£€]*$/)
    expect(screen.getByRole('link', { name: 'See earnings' }).getAttribute('href')).toBe('/analytics?tab=earnings')
    // Conversions have no currency, so those of all currencies are counted.
    expect(findCard(screen.getByRole('button', { name: 'Conversions' })).textContent).toMatch(/^Conversions5\+2 vs 3 in /)

    cleanup()
    before = []
    openOverview(() => anOverview(noClicks), answers, '/?range=7d')

    expect(await screen.findByText('€1.00')).toBeTruthy()
    await waitFor(() => expect(screen.queryByTitle('The previous period is not available')).toBeNull())
    expect(screen.queryByTitle(/ vs [€$]/)).toBeNull()
  })

  it('draws the chosen figure, and offers figures other than clicks only if there are earnings', async () => {
    const days = [{ date: '2025-11-30', clicks: 10, amounts: [{ currency: 'EUR', earned: 100, conversions: 2 }] }]
    openOverview(() => anOverview(), {
      [`GET ${inProject}/analytics/earnings`]: () => ({
        clicks: 10,
        ordered_items: 0,
        totals: [anEarningsTotal({ earned: 100, epc: 10, conversions: 2 })],
        estimate: null,
        byDay: days,
      }),
    })
    expect(await screen.findByText('Clicks over time')).toBeTruthy()

    await userEvent.click(await screen.findByRole('button', { name: 'Per click' }))
    expect(await screen.findByText('Earnings per click over time')).toBeTruthy()
    expect(screen.getByRole('cell', { name: '€0.10' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Conversions' }))
    expect(screen.getByRole('cell', { name: '2' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Total clicks' }))
    expect(await screen.findByText('Clicks over time')).toBeTruthy()
  })

  it('offers to connect a retailer or to import a file if nothing was earned', async () => {
    openOverview(() => anOverview())

    expect((await screen.findByRole('link', { name: 'Connect a retailer' })).getAttribute('href')).toBe('/settings/integrations')
    expect(screen.getByRole('link', { name: 'import an earnings file' }).getAttribute('href')).toBe('/analytics?tab=earnings')
    expect(screen.queryByRole('heading', { name: 'Earned' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Total clicks' })).toBeNull()
  })

  it('offers only to import a file if nothing was earned and a shop is connected', async () => {
    openOverview(() => anOverview(), { [`GET ${inProject}/integrations/amazon`]: () => savedIntegrations.amazon })

    expect(await screen.findByRole('link', { name: 'Import an earnings file' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Connect a retailer' })).toBeNull()
  })

  it('lists recent clicks, with country and source only on paid plans', async () => {
    let click = aRecentClick({ country: 'DE', city: 'Berlin', device: 'phone', referrer: '', utm_source: 'newsletter' })
    openOverview(() => anOverview(), { [`GET ${inProject}/analytics/recent`]: () => [click, aRecentClick({ id: otherId, link: null })] })
    const list = await screen.findByRole('list', { name: 'Recent clicks' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Wireless headphonesBerlin, Germany · newsletterJust now', 'Deleted linkUnknown · Direct or unknownJust now'])

    cleanup()
    click = aRecentClick({ country: null, city: null, device: null, referrer: null, utm_source: null })
    openOverview(() => anOverview(), { [`GET ${inProject}/analytics/recent`]: () => [click] })
    const plain = await screen.findByRole('list', { name: 'Recent clicks' })
    expect(within(plain).getByRole('listitem').textContent).toBe('Wireless headphonesJust now')
    expect(screen.getByRole('link', { name: 'See plans' })).toBeTruthy()
  })

  it('adds a new click to the recent clicks', async () => {
    let clicks = [aRecentClick()]
    let publish = () => {}
    openOverview(() => anOverview(), {
      [`GET ${inProject}/analytics/recent`]: () => clicks,
      [`GET ${inProject}/analytics/live`]: () =>
        aLiveStream((send) => {
          publish = send
        }),
    })
    const list = within(await screen.findByRole('list', { name: 'Recent clicks' }))
    expect(list.getAllByRole('listitem')).toHaveLength(1)

    clicks = [
      aRecentClick({
        id: otherId,
        link: { url_id: otherId, url: 'https://sho.rt/lamp', target: 'https://shop.example/lamp', title: 'Brass lamp' },
      }),
      ...clicks,
    ]
    publish()

    expect(await list.findByRole('link', { name: 'Brass lamp' })).toBeTruthy()
    expect(list.getAllByRole('listitem')).toHaveLength(2)
  })

  it('lists the newest links, and opens and copies them', async () => {
    const user = userEvent.setup()
    let isDown = true
    openOverview(() => anOverview({ topPerformingLinks: [] }), {
      [newest]: ({ query }: SentCall) => (isDown ? internalError() : query.get('limit') === '5' && [link]),
    })
    const card = within(await screen.findByRole('heading', { name: 'Recent links' }).then(findCard))
    const retry = await card.findByRole('button', { name: 'Retry' })
    isDown = false
    await user.click(retry)

    const name = await card.findByRole('link', { name: 'Wireless headphones' })
    expect(name.getAttribute('href')).toBe(`/links/${link.url_id}`)
    expect(card.getByRole('link', { name: 'See all links' }).getAttribute('href')).toBe('/links')

    await user.click(card.getByRole('button', { name: 'Copy short URL of Wireless headphones' }))
    expect(await navigator.clipboard.readText()).toBe(link.url)
  })

  it('says that every link is archived if there is no active link', async () => {
    openOverview(() => anOverview())

    expect(await screen.findByText('Every link is archived.')).toBeTruthy()
  })

  it('does not offer to create a first link if there are archived links', async () => {
    openOverview(() => anOverview(noLinks), { [newest]: () => [aLink({ archived: true })] })

    expect(await screen.findByRole('button', { name: 'Show archived links' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Your first link' })).toBeNull()
  })

  it('shows the numbers, the top link and its target', async () => {
    openOverview(() => anOverview())

    expect(await screen.findByText(/^12,345 all time/)).toBeTruthy()
    const [best] = await screen.findAllByRole('link', { name: 'Wireless headphones' })
    expect(best?.getAttribute('href')).toBe(`/links/${link.url_id}`)
    expect(screen.getByRole('heading', { name: 'Active links' })).toBeTruthy()
  })

  it.each([
    ['none was in the window', { clicksByDay: someDays(0, 0) }, 'No clicks: last 30 days'],
    ['all are of deleted links', { clicksByDay: someDays(3, 4) }, 'All clicks were on deleted links'],
  ])('explains that no link has clicks: %s', async (_why, changes, words) => {
    openOverview(() => anOverview({ topPerformingLinks: [], ...changes }))

    expect(await screen.findByText(words)).toBeTruthy()
  })

  it('says how many clicks in the totals are clicks of deleted links', async () => {
    openOverview(() => anOverview({ clicksByDay: someDays(800, 23) }))

    expect(await screen.findByText(/^Last 30 days · plus 12 clicks of deleted links$/)).toBeTruthy()
  })

  it('shows at most two labels of a link', async () => {
    const labeled = aLink({ labels: ['audio', 'travel', 'gear'] })
    openOverview(() => anOverview({ topPerformingLinks: [{ url_id: labeled.url_id, clicks: 811, link: labeled }] }))

    expect(await screen.findByText('travel')).toBeTruthy()
    expect(screen.getByText('audio')).toBeTruthy()
    expect(screen.queryByText('gear')).toBeNull()
  })

  it('has a table with the numbers of the chart, newest day first', async () => {
    openOverview(() => anOverview())

    const rows = within(await screen.findByRole('table')).getAllByRole('row')

    expect(rows.map((row) => row.textContent)).toEqual(['DayClicks', 'Mon, Nov 3, 20251,199', 'Sun, Nov 2, 20250', 'Sat, Nov 1, 20251'])
  })

  it('shows the clicks of a short range by hour', async () => {
    const today = toBrowserDay(new Date())
    openOverview(
      () => anOverview(),
      { [`GET ${inProject}/analytics/hours`]: () => [{ at: `${today}T12:00:00.000Z`, clicks: 4 }] },
      '/?range=1d',
    )

    expect(await screen.findByText(/^Clicks per hour, /)).toBeTruthy()
    expect(await screen.findByRole('cell', { name: '4' })).toBeTruthy()
  })

  it('requests days in the time zone of the browser', async () => {
    let zone: string | null = null
    openOverview(({ query }) => {
      zone = query.get('tz')
      return anOverview()
    })

    await screen.findByText(/^12,345 all time/)
    expect(zone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
  })
})
