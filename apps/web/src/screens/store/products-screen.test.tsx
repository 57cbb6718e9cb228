import { storeMessages } from '@linkshelf/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import {
  type Answer,
  type Answers,
  aCategory,
  aHealth,
  aLink,
  anOrganization,
  answerNumbersOfProducts,
  aProduct,
  aProject,
  aStore,
  errorReply,
  inProject,
  internalError,
  noReply,
  openDashboard,
  Reply,
} from '../../../test/open-dashboard.tsx'

const list = `GET ${inProject}/products`
const categories = ['Lighting', 'Kitchen', 'Gifts', 'Office'].map((name, index) => aCategory({ category_id: `category-${index}`, name }))
const products = ['Lamp', 'Kettle', 'Desk', 'Pan'].map((name) => aProduct({ product_id: name.toLowerCase(), name }))

function openProducts(answer: Answer, more: Answers = {}, address = '/store/products'): void {
  openDashboard(address, {
    [`GET ${inProject}/stores`]: () => [aStore()],
    [`GET ${inProject}/categories`]: () => categories,
    ...more,
    [list]: answer,
  })
}

/** Answers the first request with `body`, and never answers later requests. */
function answerOnce(body: unknown): Answer {
  let calls = 0
  return () => (calls++ === 0 ? body : noReply())
}

/** Records the moves of the products, in the order in which they arrive. */
function recordMoves(moves: unknown[], reply: Answer = () => new Reply(204, undefined)): Answers {
  return Object.fromEntries(
    products.map(({ product_id }) => [
      `POST ${inProject}/products/${product_id}/move`,
      (call) => {
        moves.push([product_id, call.body])
        return reply(call)
      },
    ]),
  )
}

function listShownNames(): (string | null)[] {
  return within(screen.getByRole('table', { name: 'Products' }))
    .getAllByRole('rowheader')
    .map((header) => within(header).getByRole('link').textContent)
}

async function move(name: string, item: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: `Move ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

describe('the products screen', () => {
  it('opens the form of a product from its picture, which is not a tab stop', async () => {
    openProducts(() => products)

    const name = await screen.findByRole('link', { name: 'Lamp' })
    const picture = name.closest('tr')?.querySelector<HTMLAnchorElement>('td a[tabindex="-1"]')
    expect([name, picture].map((link) => link?.getAttribute('href'))).toEqual(Array(2).fill('/store/products/edit/lamp'))
    expect(screen.getAllByRole('link', { name: 'Lamp' })).toHaveLength(1)
  })

  it('shows shops, whether they earn, price, clicks, click-through, earnings and the last check of each product', async () => {
    const { affiliation } = aLink()
    const health = aHealth({ checked_at: null })
    const broken = aHealth({ status: 'broken', reason: 'not_found', checked_at: '2025-11-28T09:41:00.000Z' })
    const soldOut = aHealth({ status: 'unavailable', reason: 'sold_out', checked_at: null })
    const shop = { url_id: 'link-1', name: 'Amazon', pending: false }
    const earning = { ...affiliation, state: 'earns', retailer: 'amazon', tag: 'mia-21' } as const
    const lamp = aProduct({
      name: 'Lamp',
      price: { amount: '49.90', currency: 'EUR', checked_on: '2025-11-26' },
      price_visible: false,
      shops: [
        { ...shop, affiliation: earning, health: soldOut },
        { ...shop, name: 'eBay', affiliation: { ...affiliation, state: 'none' }, health: broken },
        { ...shop, name: 'Etsy', affiliation: { ...affiliation, state: 'none' }, health },
      ],
    })
    const numbers = { clicks: 1_234, click_through: 0.25, earned: [{ currency: 'EUR', earned: 12_345 }] }
    openProducts(() => [lamp], {
      [`GET ${inProject}/analytics/products`]: (call) => answerNumbersOfProducts(call, { [lamp.product_id]: numbers }),
    })

    const row = await screen.findByRole('row', { name: /Lamp/ })
    await within(row).findByText('1,234')
    for (const text of ['Amazon +2', 'Broken', '€49.90, not shown', '25% CTR', '€123.45']) expect(row.textContent).toContain(text)
    expect(row.textContent).not.toContain('Earns')
  })

  it('still shows the numbers of products after a move', async () => {
    const calls: string[] = []
    const numbers = { clicks: 1_234, click_through: null, earned: [] }
    openProducts(answerOnce(products), {
      ...recordMoves([]),
      [`GET ${inProject}/analytics/products`]: (call) => {
        calls.push(call.query.get('product_ids') ?? '')
        return calls.length === 1 ? answerNumbersOfProducts(call, { lamp: numbers }) : noReply()
      },
    })
    await screen.findByText('1,234')

    await move('Kettle', 'Move up')
    await waitFor(() => expect(listShownNames()).toEqual(['Kettle', 'Lamp', 'Desk', 'Pan']))

    expect(screen.getByText('1,234')).toBeTruthy()
    expect(calls).toEqual(['lamp,kettle,desk,pan'])
  })

  it('is sorted by the server, and allows moves only in the order of the store', async () => {
    const sorts: (string | null)[] = []
    openProducts(({ query }) => {
      sorts.push(query.get('sort'))
      return products
    })
    await screen.findByRole('table', { name: 'Products' })

    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Earned')

    await waitFor(() => expect(sorts).toEqual([null, 'earned']))
    await userEvent.click(await screen.findByRole('button', { name: 'Move Lamp' }))
    expect(await screen.findByRole('menuitem', { name: 'Move to top' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Move up' })).toBeNull()
  })

  it('shows a skeleton while it loads', async () => {
    openProducts(noReply)

    expect(await screen.findByRole('heading', { name: 'Products' })).toBeTruthy()
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
  })

  it('shows the error with a retry and the correlation id', async () => {
    let isDown = true
    openProducts(() => (isDown ? internalError() : products))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('c0ffee00-0000-4000-8000-000000000001')

    isDown = false
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }))

    expect(await screen.findByRole('table', { name: 'Products' })).toBeTruthy()
  })

  it('says how to begin if there is no product', async () => {
    openProducts(() => [])

    expect(await screen.findByText('No products found. Add your first product to get started.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Add your first product' }).getAttribute('href')).toBe('/store/products/new')
  })

  it('shows two categories of a product, and the number of others', async () => {
    openProducts(() => [aProduct({ categories: categories.map(({ category_id }) => category_id), active: false })])

    const row = within(await screen.findByRole('row', { name: /Brass desk lamp/ }))
    expect(row.getByText('Lighting')).toBeTruthy()
    expect(row.getByText('Kitchen')).toBeTruthy()
    expect(row.queryByText('Gifts')).toBeNull()
    expect(row.getByText('+2')).toBeTruthy()
    expect(row.getByText('and Gifts, Office')).toBeTruthy()
    expect(row.getByText('Hidden by you')).toBeTruthy()
  })

  it.each([
    ['Visible', {}],
    ['Unavailable', { availability: 'unavailable' }],
    ['Hidden by you', { active: false, in_store: false }],
    ['Hidden by you', { availability: 'hidden' }],
    ['Not in the storeShow in store', { in_store: false }],
    ['Scheduledfrom Jan 01, 2199 18:00, Pacific/Port Moresby', { show_from: '2199-01-01T08:00:00.000Z' }],
    ['EndedJan 01, 2020 18:00, Pacific/Port Moresby', { show_until: '2020-01-01T08:00:00.000Z' }],
  ] as const)('shows that a product is %s, in the time zone of the project', async (text, fields) => {
    const project = aProject({ time_zone: 'Pacific/Port_Moresby' })
    openProducts(() => [aProduct(fields)], { 'GET /v1/organizations': () => [anOrganization({ projects: [project] })] })

    const row = within(await screen.findByRole('row', { name: /Brass desk lamp/ }))
    expect(row.getByRole('rowheader').textContent).toBe(`Brass desk lamp${text}`)
  })

  it.each([
    ['Not in the storeNo store yet', true, []],
    ['Not in the storeNo store yet', false, []],
    ['Hidden by youYour store is hidden', true, [aStore({ active: false })]],
    ['Hidden by youYour store is hidden', false, [aStore({ active: false })]],
  ])('shows that a product is %s, with store pages: %s', async (text, store_page_enabled, stores) => {
    openProducts(() => [aProduct()], {
      [`GET ${inProject}/stores`]: () => stores,
      'GET /v1/organizations': () => [anOrganization({ store_page_enabled })],
    })

    const row = within(await screen.findByRole('row', { name: /Brass desk lamp/ }))
    await waitFor(() => expect(row.getByRole('rowheader').textContent).toBe(`Brass desk lamp${text}`))
  })

  it('adds a product to the store at once, names it, and rolls back if the call fails', async () => {
    const answers: ((reply: Reply) => void)[] = []
    let isInStore = false
    const store = aStore()
    openProducts(() => [aProduct({ in_store: isInStore })], {
      [`GET ${inProject}/stores`]: () => [store],
      [`POST ${inProject}/stores/${store.store_id}/products/${aProduct().product_id}`]: () =>
        new Promise((resolve) => answers.push(resolve)),
    })
    const showInStore = { name: 'Show in store: Brass desk lamp' }
    await userEvent.click(await screen.findByRole('button', showInStore))

    expect(await screen.findByText('Visible')).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Brass desk lamp')
    await waitFor(() => expect(answers).toHaveLength(1))
    answers[0]?.(internalError())
    expect(await screen.findByText(/Failed to update product/)).toBeTruthy()
    await userEvent.click(await screen.findByRole('button', showInStore))
    await waitFor(() => expect(answers).toHaveLength(2))
    isInStore = true
    answers[1]?.(new Reply(204, undefined))

    const toast = (await screen.findByText('Product shown in store')).closest('[role="alert"]')
    expect(toast?.textContent).toContain('Brass desk lamp')
    await waitFor(() => expect(screen.queryByRole('button', showInStore)).toBeNull())
  })

  it('does not offer to add a product to the store if the project has no store', async () => {
    openProducts(() => [aProduct({ in_store: false })], { [`GET ${inProject}/stores`]: () => [] })

    expect(await screen.findByText('Not in the store')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Show in store/ })).toBeNull()
  })

  it('shows a product that is not in the store as visible if there are only product pages', async () => {
    openProducts(() => [aProduct({ in_store: false })], {
      [`GET ${inProject}/stores`]: () => [aStore()],
      'GET /v1/organizations': () => [anOrganization({ store_page_enabled: false })],
    })

    expect(await screen.findByText('Visible')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Show in store/ })).toBeNull()
  })

  it('requests twenty products at a time', async () => {
    const requests: string[] = []
    openProducts(({ query }) => {
      requests.push(`${query.get('limit')} ${query.get('cursor')}`)
      return query.has('cursor') ? products.slice(2) : new Reply(200, products.slice(0, 2), { 'x-next-cursor': 'next' })
    })

    await userEvent.click(await screen.findByRole('button', { name: 'Load More' }))

    await waitFor(() => expect(listShownNames()).toEqual(['Lamp', 'Kettle', 'Desk', 'Pan']))
    expect(requests).toEqual(['20 null', '20 next'])
  })

  it('searches by name, and clears the search', async () => {
    const searches: (string | null)[] = []
    openProducts(({ query }) => {
      searches.push(query.get('search'))
      return query.get('search') === 'zzz' ? [] : products
    })
    await userEvent.click(await screen.findByRole('textbox', { name: 'Search products' }))
    await userEvent.paste(' zzz ')

    await screen.findByText('No product name contains “zzz”.')
    expect(searches).toEqual([null, 'zzz'])

    await userEvent.click(screen.getAllByRole('button', { name: 'Clear search' })[0] as HTMLElement)

    await waitFor(() => expect(listShownNames()).toHaveLength(4))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search products' }))
  })

  it('filters by a category, and removes the filter', async () => {
    const requested: (string | null)[] = []
    openProducts(({ query }) => {
      requested.push(query.get('category'))
      return query.has('category') ? [] : products
    })
    await screen.findByRole('option', { name: 'Kitchen' })
    await screen.findByRole('table', { name: 'Products' })

    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Kitchen')

    await screen.findByText('No product is in this category yet.')
    await userEvent.click(screen.getByRole('button', { name: 'Show all products' }))
    await waitFor(() => expect(listShownNames()).toHaveLength(4))
    expect(requested).toEqual([null, 'category-1'])
  })

  it('deletes a product after a confirmation that names it', async () => {
    let isDeleted = false
    openProducts(() => (isDeleted ? products.slice(1) : products), {
      [`DELETE ${inProject}/products/lamp`]: () => {
        isDeleted = true
        return new Reply(204, undefined)
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Lamp' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete product' }))
    expect(dialog.getByText('Lamp')).toBeTruthy()
    expect(isDeleted).toBe(false)

    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))

    expect(await screen.findByText('Product deleted')).toBeTruthy()
    await waitFor(() => expect(listShownNames()).toEqual(['Kettle', 'Desk', 'Pan']))
  })

  it('shows that a product could not be deleted', async () => {
    openProducts(() => products, { [`DELETE ${inProject}/products/lamp`]: internalError })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Lamp' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))

    expect(await screen.findByText(/Failed to delete product/)).toBeTruthy()
    expect(listShownNames()).toHaveLength(4)
  })

  it('downloads the QR code of a product', async () => {
    const saved: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      if (this.download !== '') saved.push(this.download)
    })
    openProducts(() => products, {
      [`GET ${inProject}/products/lamp/qr_code`]: () => new Blob(['code'], { type: 'image/png' }),
    })

    await userEvent.click(await screen.findByRole('button', { name: 'Download QR code of Lamp' }))

    await waitFor(() => expect(saved).toEqual(['linkshelf-lamp.png']))
    click.mockRestore()
  })
})

describe('the QR code of a product without a store', () => {
  const code = `GET ${inProject}/products/lamp/qr_code`
  const askForCode = async () => userEvent.click(await screen.findByRole('button', { name: 'Download QR code of Lamp' }))

  it('links to the form that creates a store', async () => {
    const message = 'No store found. Please create a store first.'
    openProducts(() => products, { [code]: () => errorReply(404, 'STORE_NOT_FOUND', message) })

    await askForCode()
    expect(await screen.findByText(message)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Create a store' }))

    expect(await screen.findByRole('heading', { level: 1, name: 'Store Settings' })).toBeTruthy()
  })

  it('opens a message to the operator if the organization cannot have a store', async () => {
    openProducts(() => products, { [code]: () => errorReply(404, 'STORE_NOT_ENABLED', storeMessages.notEnabled) })

    await askForCode()
    await screen.findByText(storeMessages.notEnabled)
    const [button] = within(screen.getByRole('alert')).getAllByRole('button', { name: 'Contact & Feedback' })
    await userEvent.click(button as HTMLElement)

    expect(await screen.findByRole('textbox', { name: /^Subject/ })).toHaveProperty('value', 'Enable stores')
  })
})

describe('the order of products', () => {
  it.each([
    ['Desk', 'Move up', { before: 'kettle' }, ['Lamp', 'Desk', 'Kettle', 'Pan'], 2],
    ['Kettle', 'Move down', { before: 'pan' }, ['Lamp', 'Desk', 'Kettle', 'Pan'], 3],
    ['Desk', 'Move down', { before: null }, ['Lamp', 'Kettle', 'Pan', 'Desk'], 4],
    ['Pan', 'Move to top', { position: 1 }, ['Pan', 'Lamp', 'Kettle', 'Desk'], 1],
  ])('changes at once with one call: %s, %s', async (name, item, place, order, position) => {
    const moves: unknown[] = []
    openProducts(() => products, recordMoves(moves, noReply))

    await move(name, item)

    await waitFor(() => expect(listShownNames()).toEqual(order))
    await waitFor(() => expect(moves).toEqual([[name.toLowerCase(), place]]))
    expect(screen.getByText(`${name} moved to position ${position}.`).getAttribute('role')).toBe('status')
    // The closing menu returns the focus to its button only when the menu's transition has ended.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: `Move ${name}` })))
  })

  it('moves the last loaded product to the next page', async () => {
    const moves: unknown[] = []
    openProducts(() => new Reply(200, products, { 'x-next-cursor': 'next' }), recordMoves(moves, noReply))

    await move('Pan', 'Move down')

    await waitFor(() => expect(moves).toEqual([['pan', { position: 5 }]]))
    await waitFor(() => expect(listShownNames()).toEqual(['Lamp', 'Kettle', 'Desk']))
  })

  it('moves to a typed position', async () => {
    const moves: unknown[] = []
    openProducts(() => products, recordMoves(moves, noReply))
    await move('Pan', 'Move to position…')
    const dialog = within(await screen.findByRole('dialog', { name: 'Move to position' }))
    const field = dialog.getByRole('spinbutton', { name: /^Position/ })
    expect(field).toHaveProperty('value', '4')

    await userEvent.clear(field)
    await userEvent.type(field, '0')
    await userEvent.click(dialog.getByRole('button', { name: 'Move' }))
    expect(await screen.findByText('Enter a number from 1 to 10,000')).toBeTruthy()
    await userEvent.clear(field)
    await userEvent.type(field, '2')
    await userEvent.click(dialog.getByRole('button', { name: 'Move' }))

    await waitFor(() => expect(moves).toEqual([['pan', { position: 2 }]]))
    await waitFor(() => expect(listShownNames()).toEqual(['Lamp', 'Pan', 'Kettle', 'Desk']))
  })

  it('is restored if a move fails', async () => {
    openProducts(() => products, recordMoves([], internalError))

    await move('Desk', 'Move up')

    expect(await screen.findByText(/Failed to move product/)).toBeTruthy()
    await waitFor(() => expect(listShownNames()).toEqual(['Lamp', 'Kettle', 'Desk', 'Pan']))
  })

  it('sends two moves one after the other', async () => {
    const moves: unknown[] = []
    const release: (() => void)[] = []
    openProducts(
      () => products,
      recordMoves(moves, () => new Promise((resolve) => release.push(() => resolve(new Reply(204, undefined))))),
    )

    await move('Desk', 'Move up')
    await waitFor(() => expect(listShownNames()).toEqual(['Lamp', 'Desk', 'Kettle', 'Pan']))
    await move('Desk', 'Move up')
    await waitFor(() => expect(listShownNames()).toEqual(['Desk', 'Lamp', 'Kettle', 'Pan']))
    expect(moves).toEqual([['desk', { before: 'kettle' }]])
    release[0]?.()

    await waitFor(() =>
      expect(moves).toEqual([
        ['desk', { before: 'kettle' }],
        ['desk', { before: 'lamp' }],
      ]),
    )
  })

  it('offers no move to the next place in a search', async () => {
    openProducts(() => products.slice(0, 2), {}, '/store/products?search=e')
    await userEvent.click(await screen.findByRole('button', { name: 'Move Kettle' }))

    const items = within(await screen.findByRole('menu')).getAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['Move to top', 'Move to position…', 'Pin to the top of the store'])
  })

  it('offers no move to the next place while the products after a search are loading', async () => {
    openProducts(({ query }) => (query.has('search') ? products.slice(0, 2) : noReply()), {}, '/store/products?search=e')
    await screen.findByRole('button', { name: 'Move Kettle' })

    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
    await userEvent.click(screen.getByRole('button', { name: 'Move Kettle' }))

    const items = within(await screen.findByRole('menu')).getAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['Move to top', 'Move to position…', 'Pin to the top of the store'])
  })
})

describe('pinned products', () => {
  it('are pinned and unpinned from the menu of their row, and are marked', async () => {
    const sent: unknown[] = []
    let [kettle = aProduct()] = products
    openProducts(() => [kettle], {
      [`PATCH ${inProject}/products/${kettle.product_id}`]: ({ body }) => {
        sent.push(body)
        kettle = { ...kettle, revision: 'second', pinned: (body as { pinned: boolean }).pinned }
        return kettle
      },
    })
    const choose = async (item: string) => {
      await userEvent.click(await screen.findByRole('button', { name: `Move ${kettle.name}` }))
      await userEvent.click(await screen.findByRole('menuitem', { name: item }))
    }

    await choose('Pin to the top of the store')
    expect(await screen.findByRole('img', { name: 'Pinned' })).toBeTruthy()
    expect(await screen.findByText('Product pinned')).toBeTruthy()
    await choose('Unpin')
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Pinned' })).toBeNull())

    expect(sent).toEqual([
      { revision: 'first', pinned: true },
      { revision: 'second', pinned: false },
    ])
  })

  it('can be unpinned before the list is loaded again', async () => {
    const sent: unknown[] = []
    const [kettle = aProduct()] = products
    openProducts(answerOnce([kettle]), {
      [`PATCH ${inProject}/products/${kettle.product_id}`]: ({ body }) => {
        sent.push(body)
        return { ...kettle, revision: 'second', pinned: true }
      },
    })
    await move(kettle.name, 'Pin to the top of the store')
    await screen.findByText('Product pinned')
    await move(kettle.name, 'Unpin')

    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toEqual({ revision: 'second', pinned: false })
  })

  it('shows why no other product can be pinned', async () => {
    const [first = aProduct()] = products
    const message = 'A store can have up to 12 pinned products. Unpin one first.'
    const answer = () => errorReply(409, 'PRODUCT_PIN_LIMIT_REACHED', message)
    openProducts(() => [first], { [`PATCH ${inProject}/products/${first.product_id}`]: answer })

    await userEvent.click(await screen.findByRole('button', { name: `Move ${first.name}` }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Pin to the top of the store' }))

    expect(await screen.findByText(new RegExp(message))).toBeTruthy()
    expect(screen.queryByRole('img', { name: 'Pinned' })).toBeNull()
  })
})

describe('several products', () => {
  const bulk = `POST ${inProject}/products/bulk`

  async function select(...names: string[]): Promise<void> {
    for (const name of names) await userEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  }

  async function press(name: string): Promise<void> {
    await userEvent.click(within(screen.getByRole('group', { name: 'Selected products' })).getByRole('button', { name }))
  }

  it.each([
    ['Deactivate', 'deactivate', 'Products deactivated'],
    ['Activate', 'activate', 'Products activated'],
  ])('change at once with one call: %s', async (button, action, toast) => {
    const sent: unknown[] = []
    openProducts(() => products, {
      [bulk]: ({ body }) => {
        sent.push(body)
        return { product_ids: ['lamp', 'desk'] }
      },
    })
    await select('Lamp', 'Desk')
    expect(screen.getByText('2 selected')).toBeTruthy()

    await press(button)

    expect(await screen.findByText(toast)).toBeTruthy()
    expect(sent).toEqual([{ product_ids: ['lamp', 'desk'], action, category_ids: [] }])
  })

  it('are shown as hidden before the response, and are restored if the call fails', async () => {
    let answer: (reply: Reply) => void = () => {}
    openProducts(() => products, { [bulk]: () => new Promise((resolve) => (answer = resolve)) })
    await select('Lamp', 'Desk')

    await press('Deactivate')
    await waitFor(() => expect(screen.getAllByText('Hidden by you')).toHaveLength(2))
    answer(internalError())

    expect(await screen.findByText(/Failed to update product/)).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('Hidden by you')).toBeNull())
  })

  it('are added to categories and removed from them', async () => {
    const sent: unknown[] = []
    openProducts(() => products, {
      [bulk]: ({ body }) => {
        sent.push(body)
        return { product_ids: ['lamp', 'desk'] }
      },
    })
    await screen.findByRole('option', { name: 'Kitchen' })
    await select('Lamp', 'Desk')
    await press('Categories')
    const dialog = within(await screen.findByRole('dialog', { name: 'Categories' }))
    expect(dialog.getByRole('button', { name: 'Add categories' })).toHaveProperty('disabled', true)

    await userEvent.click(dialog.getByRole('radio', { name: 'Remove' }))
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Kitchen' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Remove categories' }))

    expect(await screen.findByText('Categories removed')).toBeTruthy()
    expect(sent).toEqual([{ product_ids: ['lamp', 'desk'], action: 'remove_categories', category_ids: ['category-1'] }])
  })

  it('are added to a category that is created in the dialog, or to the category that has the typed name', async () => {
    const [created, sent]: [unknown[], unknown[]] = [[], []]
    openProducts(() => products, {
      [`POST ${inProject}/categories`]: ({ body }) => {
        created.push(body)
        return new Reply(201, aCategory({ category_id: 'category-9', name: 'Sale' }))
      },
      [bulk]: ({ body }) => {
        sent.push(body)
        return { product_ids: ['lamp', 'desk'] }
      },
    })
    await screen.findByRole('option', { name: 'Kitchen' })
    await select('Lamp', 'Desk')
    await press('Categories')
    const dialog = within(await screen.findByRole('dialog', { name: 'Categories' }))

    await userEvent.type(dialog.getByRole('textbox', { name: 'New category' }), 'kitchen{Enter}')
    expect(dialog.getByRole('checkbox', { name: 'Kitchen' })).toHaveProperty('checked', true)
    expect(created).toEqual([])
    await userEvent.type(dialog.getByRole('textbox', { name: 'New category' }), ' Sale ')
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }))
    expect(await dialog.findByRole('checkbox', { name: 'Sale' })).toHaveProperty('checked', true)
    await userEvent.click(dialog.getByRole('button', { name: 'Add categories' }))

    expect(await screen.findByText('Categories added')).toBeTruthy()
    expect(created).toMatchObject([{ name: 'Sale' }])
    expect(sent).toEqual([{ product_ids: ['lamp', 'desk'], action: 'add_categories', category_ids: ['category-1', 'category-9'] }])
  })

  it('do not change if the category could not be created', async () => {
    openProducts(() => products, { [`POST ${inProject}/categories`]: internalError })
    await select('Lamp')
    await press('Categories')
    const dialog = within(await screen.findByRole('dialog', { name: 'Categories' }))

    await userEvent.type(dialog.getByRole('textbox', { name: 'New category' }), 'Sale{Enter}')

    expect(await screen.findByText(/Failed to create category/)).toBeTruthy()
    expect(dialog.getByRole('textbox', { name: 'New category' })).toHaveProperty('value', 'Sale')
    expect(dialog.getByRole('button', { name: 'Add categories' })).toHaveProperty('disabled', true)
  })

  it('are deleted after a confirmation that names them', async () => {
    let isDeleted = false
    openProducts(() => (isDeleted ? products.slice(2) : products), {
      [bulk]: () => {
        isDeleted = true
        return { product_ids: ['lamp', 'kettle'] }
      },
    })
    await select('Lamp', 'Kettle')
    await press('Delete')
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete products' }))
    expect(dialog.getByText(/Lamp, Kettle/)).toBeTruthy()

    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))

    expect(await screen.findByText('Products deleted')).toBeTruthy()
    await waitFor(() => expect(listShownNames()).toEqual(['Desk', 'Pan']))
  })
})
