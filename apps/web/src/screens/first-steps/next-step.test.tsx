import { integrationDefaults } from '@linkshelf/contract'
import { notifications } from '@mantine/notifications'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type Answers,
  aLink,
  anOrganization,
  aProduct,
  aProject,
  aQrConfig,
  aStore,
  inProject,
  openDashboard,
  orgId,
  otherId,
  projectId,
  Reply,
  type SentCall,
  savedIntegrations,
} from '../../../test/open-dashboard.tsx'

const [link, store, product] = [aLink(), aStore(), aProduct()]

/** The content of the project before the user saves something. */
interface Before {
  link_count?: number
  clicks?: number
  hasRetailer?: boolean
  hasStore?: boolean
  hasProduct?: boolean
  role?: 'owner' | 'member'
  store_page_enabled?: boolean
}

const overview = `GET ${inProject}/analytics/overview`
const lastRetailer = `GET ${inProject}/integrations/aliexpress`

/** Opens the dashboard. Its responses change after each save. Returns the queries and the calls that were sent. */
function openProject(path: string, before: Before) {
  const { link_count = 1, clicks = 0, hasRetailer, hasStore, hasProduct, role = 'owner', store_page_enabled = true } = before
  const has = { store: hasStore === true, product: hasProduct === true }
  const sent: string[] = []
  const answers: Answers = {
    'GET /v1/organizations': () => [anOrganization({ role, store_page_enabled, projects: [aProject({ link_count })] })],
    [overview]: () => ({ clicksAllTime: clicks, activeLinks: link_count, topPerformingLinks: [], clicksByDay: [] }),
    [`POST ${inProject}/urls`]: () => new Reply(201, link),
    [`GET ${inProject}/urls/${link.url_id}`]: () => link,
    ...(hasRetailer === true && { [`GET ${inProject}/integrations/amazon`]: () => savedIntegrations.amazon }),
    [lastRetailer]: () => integrationDefaults.aliexpress,
    [`PUT ${inProject}/integrations/ebay`]: () => savedIntegrations.ebay,
    [`GET ${inProject}/stores`]: () => (has.store ? [store] : []),
    [`POST ${inProject}/stores`]: () => {
      has.store = true
      return new Reply(201, store)
    },
    [`GET ${inProject}/products`]: () => (has.product ? [product] : []),
    [`POST ${inProject}/products`]: () => {
      has.product = true
      return new Reply(201, product)
    },
    [`GET ${inProject}/categories`]: () => [],
    [`GET ${inProject}/stores/${store.store_id}/shops`]: () => ({ hosts: [] }),
    [`GET ${inProject}/stores/${store.store_id}/qr_code/config`]: () => aQrConfig(),
    [`POST /v1/${orgId}/projects`]: () => new Reply(201, aProject({ project_id: otherId, id: otherId, name: 'Gear Lab' })),
  }
  const recorded = Object.entries(answers).map(([call, answer]) => [
    call,
    (details: SentCall) => {
      sent.push(call)
      return answer(details)
    },
  ])
  return { ...openDashboard(path, Object.fromEntries(recorded)), sent }
}

const fill = async (name: string, text: string) => userEvent.type(await screen.findByRole('textbox', { name }), text)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

interface Save {
  path: string
  save: () => Promise<void>
  toast: string
}

const saves = {
  'a link': { path: '/links', save: () => fill('URL to shorten', 'shop.example/lamp{Enter}'), toast: 'Link created successfully' },
  'a retailer': {
    path: '/settings/integrations?retailer=ebay',
    save: async () => {
      await fill('Campaign ID', '5338123456')
      await fill('Publisher ID', '5574652453')
      await press('Save')
    },
    toast: 'eBay integration settings saved successfully',
  },
  'the store': {
    path: '/store/settings',
    save: async () => {
      await fill('Store name', 'Mia’s Finds')
      await press('Create store')
    },
    toast: 'Store created',
  },
  'a product': {
    path: '/store/products/new',
    save: async () => {
      await fill('Name', 'Brass lamp')
      await press('Create product')
    },
    toast: 'Product created',
  },
  'a project': {
    path: '/settings/projects',
    save: async () => {
      await press('New project')
      await fill('Name', 'Gear Lab')
      await fill('Description', 'Tests')
      await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Create project' }))
    },
    toast: 'Project created',
  },
} satisfies Record<string, Save>

/** Opens the page, saves, and returns the toast together with the queries and the calls of the page. */
async function saveAndFindToast({ path, save, toast }: Save, before: Before = {}) {
  const page = openProject(path, before)
  await save()
  const text = await screen.findByText(toast)
  return { ...page, toast: within(text.closest<HTMLElement>('[role=alert]') ?? document.body) }
}

beforeEach(() => localStorage.clear())
afterEach(() => notifications.clean())

describe('after a save, a new project', () => {
  it.each<[keyof typeof saves, Before, string, string]>([
    ['a project', {}, 'Next: Shorten its first link', `/?organization=${orgId}&project=${otherId}`],
    ['a link', {}, 'Next: Connect a retailer', '/settings/integrations'],
    ['a link', { role: 'member' }, 'Next: Open your store', '/store'],
    ['a retailer', { link_count: 0 }, 'Next: Shorten a link', '/'],
    ['a retailer', {}, 'Next: Open your store', '/store'],
    ['the store', { hasRetailer: true }, 'Next: Add a product', '/store/products/new'],
    ['a product', { hasStore: true }, 'Next: Connect a retailer', '/settings/integrations'],
    ['a retailer', { hasStore: true, store_page_enabled: false }, 'Next: Add a product', '/store/products/new'],
  ])('of %s offers, if the project had %j before, “%s”', async (name, before, label, address) => {
    const { toast } = await saveAndFindToast(saves[name], before)

    const next = await toast.findByRole('link', { name: label })

    expect(next.getAttribute('href')).toBe(address)
  })

  it('opens the screen of the next step, and closes the toast', async () => {
    const { toast } = await saveAndFindToast(saves['a retailer'])

    await userEvent.click(await toast.findByRole('link', { name: 'Next: Open your store' }))

    expect(await screen.findByRole('heading', { name: 'No store found. Please create a store first.' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('eBay integration settings saved successfully')).toBeNull())
  })

  it.each<[string, Before, string[], string]>([
    ['all are done', { hasStore: true, hasProduct: true }, [], `GET ${inProject}/products`],
    ['a store is missing that the organization can’t have', { store_page_enabled: false }, [], `GET ${inProject}/stores`],
    ['the other steps are skipped', {}, ['store'], lastRetailer],
    ['the project has a hundred clicks', { clicks: 100 }, [], overview],
  ])('offers nothing if %s', async (_why, before, skipped, lastCall) => {
    localStorage.setItem(`linkshelf.skipped-steps.${projectId}`, JSON.stringify(skipped))
    const { queryClient, sent, toast } = await saveAndFindToast(saves['a retailer'], before)

    await waitFor(() => expect(sent).toContain(lastCall))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))

    expect(toast.queryByRole('link')).toBeNull()
  })
})
