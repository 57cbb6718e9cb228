import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import {
  type Answer,
  aLink,
  anAlias,
  anAuditEntry,
  anOrganization,
  errorReply,
  inProject,
  internalError,
  noReply,
  openDashboard,
  orgId,
  Reply,
  someAddressClicks,
  someDays,
} from '../../../test/open-dashboard.tsx'
import { addDays, countDays } from '../../features/analytics/range/date-range.ts'
import { formatInstant, toBrowserDay } from '../../ui/formats/dates.ts'

const link = aLink()
const find = `GET ${inProject}/urls/${link.url_id}`
const clicks = `GET ${inProject}/analytics/urls/${link.url_id}`
const totals = `${clicks}/dashboard`
const aliases = `${find}/aliases`
const byAddress = `${clicks}/addresses`
const changes = `GET /v1/${orgId}/audit-logs`
const qrConfig = `GET ${inProject}/urls/${link.url_id}/qr_code/config`

function openLink(answers: Record<string, Answer>): void {
  openDashboard(`/links/${link.url_id}`, {
    [clicks]: () => someDays(1, 2, 3),
    [totals]: ({ query }) => ({ totalClicks: query.get('range') === 'all' ? 1_234 : 5, visitors: 5, countries: 2 }),
    [qrConfig]: noReply,
    ...answers,
  })
}

/** Returns the text of the card with this heading. */
function readCard(name: string): string | null | undefined {
  return screen.getByRole('heading', { name }).parentElement?.parentElement?.textContent
}

describe('the screen of a link', () => {
  it('shows a skeleton while it loads', async () => {
    openLink({ [find]: noReply })

    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Link' })).toBeTruthy()
  })

  it('shows the error with a retry', async () => {
    openLink({ [find]: internalError })

    expect(within(await screen.findByRole('alert')).getByRole('button', { name: 'Retry' })).toBeTruthy()
  })

  it('shows Link Not Found with a link back', async () => {
    openLink({ [find]: () => errorReply(404, 'LINK_NOT_FOUND', 'x') })

    expect(await screen.findByRole('heading', { level: 1, name: 'Link Not Found' })).toBeTruthy()
    expect(screen.getByText("The link you're looking for doesn't exist or has been removed.")).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to Links' }).getAttribute('href')).toBe('/links')
  })

  it('has the navigation of the sidebar and its tabs, and no breadcrumbs', async () => {
    openLink({ [find]: () => link })

    await screen.findByRole('heading', { level: 1, name: 'Wireless headphones' })

    expect(screen.getAllByRole('navigation').map((navigation) => navigation.getAttribute('aria-label'))).toEqual(['Main', 'Link'])
  })

  it('shows the link and its clicks', async () => {
    openLink({ [find]: () => aLink({ title: null, created_at: '2025-10-20T14:03:00.000Z' }) })

    expect(await screen.findByRole('heading', { level: 1, name: 'shop.example/headphones' })).toBeTruthy()
    expect(await screen.findByText('No title detected')).toBeTruthy()
    expect(await screen.findByText('Up')).toBeTruthy()
    expect(readCard('Clicks in the last 30 days')).toContain('6')
    expect((await screen.findByText('1,234 all time')).previousElementSibling?.textContent).toBe('Total clicks')
    expect(screen.getByRole('link', { name: 'Visit Original' }).getAttribute('href')).toBe(link.target)
  })

  it('shows each fact of the link once, apart from its names', async () => {
    openLink({ [find]: () => aLink({ labels: ['audio'] }) })
    await screen.findByText('1,234 all time')
    const text = screen.getByRole('main').textContent ?? ''
    for (const fact of [formatInstant(link.created_at), 'audio', link.target, 'Created', 'Labels']) expect(text.split(fact)).toHaveLength(2)
  })

  it('shows the trend of two weeks, and the clicks of the days in the organization’s range', async () => {
    openLink({
      [find]: () => aLink({ created_at: '2025-09-01T14:03:00.000Z' }),
      [clicks]: ({ query }) => {
        const to = toBrowserDay(new Date())
        const from = query.get('from') ?? to
        return Array.from({ length: countDays({ from, to }) }, (_, nth) => ({ date: addDays(from, nth), clicks: 2, scans: 0 }))
      },
      'GET /v1/organizations': () => [anOrganization({ dashboard_days: 7 })],
    })

    expect(await screen.findByText('Flat')).toBeTruthy()
    expect(readCard('Clicks in the last 7 days')).toContain('14')
  })

  it('shows no trend of a link that is younger than three days', async () => {
    openLink({ [find]: () => aLink({ created_at: '2025-11-02T14:03:00.000Z' }), [clicks]: () => someDays(0, 2, 30) })

    expect(await screen.findByText('Available from day 3')).toBeTruthy()
  })

  it('has no link to full analytics if the organization does not have it', async () => {
    openLink({ [find]: () => link })

    await screen.findByRole('heading', { level: 1, name: 'Wireless headphones' })

    expect(screen.queryByRole('link', { name: 'Full Analytics' })).toBeNull()
  })

  it('links to full analytics if the organization has it', async () => {
    openLink({ [find]: () => link, 'GET /v1/organizations': () => [anOrganization({ full_analytics_enabled: true })] })

    expect((await screen.findByRole('link', { name: 'Full Analytics' })).getAttribute('href')).toBe(`/analytics/link/${link.url_id}`)
  })

  it('opens the QR code at its former URL', async () => {
    openDashboard(`/links/${link.url_id}#qr-code`, { [find]: () => link, [clicks]: () => someDays(1), [qrConfig]: noReply })

    expect(await screen.findByRole('heading', { name: 'QR code' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'QR' }).getAttribute('aria-current')).toBe('page')
  })

  it('has a URL for each tab, and the same header on all tabs', async () => {
    openLink({ [find]: () => link })
    const header = await screen.findByRole('heading', { level: 1, name: 'Wireless headphones' })
    const tabs = within(screen.getByRole('navigation', { name: 'Link' }))

    await userEvent.click(tabs.getByRole('link', { name: 'QR' }))

    expect(await screen.findByText('Changes are saved immediately. Printed codes keep working.')).toBeTruthy()
    expect(header.isConnected).toBe(true)
    expect(tabs.getAllByRole('link').map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
      ['Overview', `/links/${link.url_id}`],
      ['Analytics', `/analytics/link/${link.url_id}`],
      ['QR', `/links/${link.url_id}/qr`],
      ['Settings', `/links/${link.url_id}/settings`],
    ])
  })

  it('is duplicated, and opens the duplicate', async () => {
    const copy = aLink({ url_id: '0197a000-0000-7000-8000-000000000777', title: 'Wireless headphones (copy)' })
    const sent: unknown[] = []
    openLink({
      [find]: () => link,
      [`POST ${inProject}/urls`]: ({ body }) => [sent.push(body), copy][1],
      [`GET ${inProject}/urls/${copy.url_id}`]: () => copy,
      [byAddress]: () => someAddressClicks(),
      [aliases]: () => [],
      [changes]: () => [],
    })

    await userEvent.click(await screen.findByRole('button', { name: 'More actions of Wireless headphones' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))

    expect(await screen.findByRole('heading', { level: 1, name: 'Wireless headphones (copy)' })).toBeTruthy()
    expect(sent).toEqual([expect.objectContaining({ target: link.target, title: 'Wireless headphones (copy)', affiliated: true })])
  })

  it('opens the list after the link is deleted', async () => {
    openLink({
      [find]: () => link,
      [`DELETE ${inProject}/urls/${link.url_id}`]: () => new Reply(204, undefined),
      [`GET ${inProject}/urls`]: () => [],
    })

    await userEvent.click(await screen.findByRole('button', { name: 'More actions of Wireless headphones' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete link' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))

    expect(await screen.findByRole('heading', { level: 1, name: 'Links' })).toBeTruthy()
    expect(await screen.findByText('Link deleted')).toBeTruthy()
  })

  it('lists its changes in its settings', async () => {
    const queries: (string | null)[] = []
    openDashboard(`/links/${link.url_id}/settings`, {
      [find]: () => link,
      [byAddress]: () => someAddressClicks(),
      [aliases]: () => [],
      [changes]: ({ query }) =>
        [
          queries.push(query.get('url_id')),
          [anAuditEntry(1, { description: 'Changed destination of link “spring”', before: { target: 'a' }, after: { target: 'b' } })],
        ][1],
    })

    const row = within(await screen.findByRole('table', { name: 'Changes' })).getAllByRole('row')[1]
    expect(row?.textContent).toMatch(/^Changed destination of link “spring”Destinationfrom a → {2}to b.*Mia/)
    expect(queries).toEqual([link.url_id])
  })

  it('lists, adds and releases addresses, and makes an address the main address', async () => {
    const sent: string[] = []
    let stored = link
    let others = [anAlias()]
    const alias = `${inProject}/urls/${link.url_id}/aliases/${anAlias().alias_id}`
    openDashboard(`/links/${link.url_id}/settings`, {
      [find]: () => stored,
      [byAddress]: () => someAddressClicks(),
      [aliases]: () => others,
      [`POST ${inProject}/urls/${link.url_id}/aliases`]: ({ body }) => {
        sent.push(JSON.stringify(body))
        if (JSON.stringify(body) === '{"slug":"taken"}') return errorReply(409, 'LINK_SLUG_TAKEN', 'Already taken.')
        const added = anAlias({ alias_id: '0197a000-0000-7000-8000-000000000151', slug: 'fones', url: 'https://sho.rt/fones' })
        others = [...others, added]
        return added
      },
      [`POST ${alias}/main`]: () => {
        others = others.map((one) => (one.slug === 'headphones' ? anAlias({ slug: 'spring', url: link.url }) : one))
        stored = { ...link, url: 'https://sho.rt/headphones' }
        return stored
      },
      [`DELETE ${alias}`]: () => {
        others = others.slice(1)
        return new Reply(204, undefined)
      },
      [changes]: () => [],
      [`GET ${inProject}/labels`]: () => [],
      [`GET ${inProject}/slugs`]: () => [],
      [`GET ${inProject}/utm-templates`]: () => [],
    })
    const list = await screen.findByRole('list', { name: 'Addresses' })
    const listAddresses = () =>
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent)
    await waitFor(() => expect(listAddresses()).toEqual(['sho.rt/springMain12 clicks', 'sho.rt/headphones3 clicks']))
    expect(await screen.findByText('together, 1 of them at earlier addresses', { exact: false })).toBeTruthy()

    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Add an address' })
    await userEvent.type(field, 'taken{Enter}')
    expect(await screen.findByText('Already taken.')).toBeTruthy()
    await userEvent.clear(field)
    await userEvent.type(field, 'fones{Enter}')
    await waitFor(() =>
      expect(listAddresses()).toEqual(['sho.rt/springMain12 clicks', 'sho.rt/headphones3 clicks', 'sho.rt/fones0 clicks']),
    )
    expect([sent, field.value]).toEqual([['{"slug":"taken"}', '{"slug":"fones"}'], ''])

    await userEvent.click(screen.getByRole('button', { name: 'Make main sho.rt/headphones' }))
    await waitFor(() =>
      expect(listAddresses()).toEqual(['sho.rt/headphonesMain12 clicks', 'sho.rt/spring3 clicks', 'sho.rt/fones0 clicks']),
    )

    await userEvent.click(screen.getByRole('button', { name: 'Release sho.rt/spring' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Release address' }))
    expect(dialog.getByText(/stops working immediately/).textContent).toMatch(/^sho.rt\/spring stops/)
    await userEvent.click(dialog.getByRole('button', { name: 'Release address' }))
    await waitFor(() => expect(listAddresses()).toEqual(['sho.rt/headphonesMain12 clicks', 'sho.rt/fones0 clicks']))
  })

  it('shows no clicks until they are loaded', async () => {
    openLink({ [find]: () => link, [clicks]: noReply, [totals]: noReply })

    await screen.findByRole('heading', { level: 1, name: 'Wireless headphones' })

    expect(screen.queryByText(/No clicks yet/)).toBeNull()
    expect(screen.queryByText('–')).toBeNull()
  })

  it('shows that the clicks could not be loaded, and no numbers', async () => {
    openLink({ [find]: () => link, [clicks]: internalError })

    const alert = await screen.findByRole('alert')

    expect(within(alert).getByRole('heading', { name: 'The clicks of this link could not be loaded' })).toBeTruthy()
    expect(screen.getAllByText('–')).toHaveLength(2)
    expect(await screen.findByText('1,234 all time')).toBeTruthy()
    expect(screen.queryByText(/No clicks yet/)).toBeNull()
  })

  it('shows that a short URL belongs to a product, with a read-only target', async () => {
    const page = { kind: 'product', id: 'a-lamp', name: 'Desk lamp' }
    openLink({ [find]: () => aLink({ title: null, own_title: false, target: 'https://sho.rt/@mia/p/a-lamp', page }) })

    expect(await screen.findByRole('heading', { level: 1, name: 'Desk lamp' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Product page' }).getAttribute('href')).toBe('/store/products/edit/a-lamp')
    expect(screen.queryByRole('button', { name: 'Add other shops' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'More actions of Desk lamp' }))
    expect(await screen.findByRole('menuitem', { name: 'Delete link' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Duplicate' })).toBeNull()
    await userEvent.keyboard('{Escape}')

    await userEvent.click(screen.getByRole('button', { name: 'Edit URL' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Edit details' }))
    expect(dialog.getByRole('textbox', { name: 'Target URL' }).hasAttribute('readonly')).toBe(true)
    expect(dialog.getByText(/it always leads to the page of the product/)).toBeTruthy()
    expect(dialog.getByRole('link', { name: 'Open Desk lamp' }).getAttribute('href')).toBe('/store/products/edit/a-lamp')
    expect(dialog.getByRole('textbox', { name: 'Title' })).toBeTruthy()
    for (const section of ['Other shops', 'Campaign (UTM)']) expect(dialog.queryByText(section)).toBeNull()
  })
})
