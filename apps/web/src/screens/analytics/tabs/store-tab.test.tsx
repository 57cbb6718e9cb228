import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Answers, anAuditEntry, anOrganization, aStore, inProject, openDashboard, orgId } from '../../../../test/open-dashboard.tsx'

const store = `GET ${inProject}/analytics/store`
const earnings = `GET ${inProject}/analytics/store/earnings`
const stores = `GET ${inProject}/stores`

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-11-30T12:00:00Z') })
  return () => vi.useRealTimers()
})

const traffic = {
  views: 1_200,
  visitors: 800,
  clicks: 300,
  click_through: 0.25,
  byDay: [
    { date: '2025-11-29', views: 700, clicks: 200 },
    { date: '2025-11-30', views: 500, clicks: 100 },
  ],
  products: [
    { product_id: '0197a000-0000-7000-8000-000000000301', name: 'Lamp', views: 40, clicks: 200, page_clicks: 20, click_through: 0.5 },
    { product_id: '0197a000-0000-7000-8000-000000000302', name: null, views: 90, clicks: 100, page_clicks: 9, click_through: 0.1 },
    { product_id: '0197a000-0000-7000-8000-000000000303', name: 'Kettle', views: 0, clicks: 0, page_clicks: 0, click_through: null },
  ],
}
const noTraffic = { views: 0, visitors: 0, clicks: 0, click_through: null, byDay: [], products: [] }

const nothingEarned = { clicks: 300, ordered_items: 0, totals: [], estimate: null, byDay: [] }

function openStoreTab(answers: Answers = {}, search = ''): void {
  openDashboard(`/analytics?tab=store${search}`, {
    'GET /v1/organizations': () => [anOrganization({ package: 'Pro' })],
    [store]: ({ query }) => (query.get('to') === '2025-11-30' ? traffic : { ...traffic, views: 1_000 }),
    [stores]: () => [aStore()],
    [earnings]: () => nothingEarned,
    ...answers,
  })
}

it('shows views, visitors, clicks and click-through, compared with the previous period', async () => {
  openStoreTab()

  const views = (await screen.findByRole('heading', { name: 'Page views' })).closest('[class*="stat"]') as HTMLElement
  expect(within(views).getByText('1,200')).toBeTruthy()
  expect(await within(views).findByText('+20%')).toBeTruthy()
  expect(screen.getByText('25%')).toBeTruthy()
  expect(screen.getByText(/^Views and clicks per day, /)).toBeTruthy()
  const days = screen.getByRole('table', { name: 'Views and clicks over time' })
  expect(within(days).getByRole('row', { name: /Nov 30.* 100 500$/ })).toBeTruthy()
})

it('lists the changes of the store in the period', async () => {
  const requests: object[] = []
  openStoreTab({
    [`GET /v1/${orgId}/audit-logs`]: ({ query }) => {
      requests.push(Object.fromEntries(query))
      return [anAuditEntry(1, { description: 'Changed main color of store “Finds”', date: '2025-11-29T10:00:00.000Z' })]
    },
  })

  await userEvent.click(await screen.findByText('1 change in this period'))

  expect(screen.getByText(/^Changed main color of store “Finds”/)).toBeTruthy()
  expect(requests).toEqual([expect.objectContaining({ marked: 'true', group: 'store', from: '2025-11-01', to: '2025-11-30' })])
})

it('lists products by clicks, and sorts them by another number', async () => {
  openStoreTab()

  const products = within(await screen.findByRole('table', { name: 'Products' }))
  const names = () => products.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(names()).toEqual(['Lamp', 'Deleted product', 'Kettle'])
  expect(products.getByRole('row', { name: 'Lamp 40 20 50% 200' })).toBeTruthy()
  expect(products.getByRole('row', { name: 'Kettle 0 0 – 0' })).toBeTruthy()
  await userEvent.click(products.getByRole('button', { name: /^Views/ }))
  expect(names()).toEqual(['Deleted product', 'Lamp', 'Kettle'])
})

it('searches products if there are many', async () => {
  const products = Array.from({ length: 11 }, (_, nth) => ({
    ...traffic.products[0],
    product_id: `product ${nth}`,
    name: `Lamp ${nth + 1}`,
  }))
  openStoreTab({ [store]: () => ({ ...traffic, products }) })
  const search = await screen.findByRole('textbox', { name: 'Search products' })

  await userEvent.type(search, ' LAMP 1')
  const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(names().filter((name) => name?.startsWith('Lamp'))).toEqual(['Lamp 1', 'Lamp 10', 'Lamp 11'])
  await userEvent.type(search, '2')
  expect(await screen.findByText('No product like “LAMP 12”.')).toBeTruthy()
})

it('shows the earnings of its products, by currency and per click', async () => {
  const amounts = {
    pending: 0,
    approved: 5_400,
    reversed: 0,
    sales: 90_000,
    by_click: 4_000,
    by_estimate: 1_400,
    by_product: 0,
    unassigned: 0,
  }
  const total = { currency: 'EUR', earned: 5_400, ...amounts, conversions: 7, epc: 18 }
  openStoreTab({ [earnings]: ({ query }) => ({ ...nothingEarned, totals: query.get('to') === '2025-11-30' ? [total] : [] }) })

  expect(await screen.findByText('€54.00')).toBeTruthy()
  expect(screen.getByText('€0.180 per click · 7 conversions · €14.00 of it is an estimate')).toBeTruthy()
})

it('requests bots according to the filter', async () => {
  openStoreTab({ [store]: ({ query }) => ({ ...traffic, views: query.get('bots') === 'only' ? 7 : 0 }) }, '&bots=only')

  expect(await screen.findByText('7')).toBeTruthy()
  expect(screen.getAllByText(/^views by bots/).length).toBeGreaterThan(0)
})

it('offers to copy the address of a store without views, and to set up a store if there is none', async () => {
  openStoreTab({ [store]: () => noTraffic })

  expect(await screen.findByRole('heading', { name: 'No views of your store in this period' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Copy store address' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Store' }).getAttribute('aria-current')).toBe('page')
})
