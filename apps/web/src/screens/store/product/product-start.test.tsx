import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { anAffiliationSummary, aProductSuggestion } from '../../../../test/api-answers.ts'
import { enterText } from '../../../../test/enter-text.ts'
import {
  type Answers,
  aLink,
  anOrganization,
  aProduct,
  aProject,
  errorReply,
  inProject,
  internalError,
  noReply,
  openDashboard,
  Reply,
  type SentCall,
} from '../../../../test/open-dashboard.tsx'

const url = 'https://www.amazon.de/dp/B000000001'
const onAmazon = aProductSuggestion({
  name: null,
  description: null,
  image_url: null,
  url,
  retailer: 'Amazon',
  affiliation: anAffiliationSummary({ state: 'earns', retailer: 'amazon', market: 'de', tag: 'mia-21' }),
  note: "Amazon doesn't allow copying its texts or pictures. Add your own below.",
})
const product = aProduct({ product_id: 'lamp' })

function openNew(answers: Answers): void {
  openDashboard('/store/products/new', {
    [`GET ${inProject}/categories`]: () => [],
    [`GET ${inProject}/products`]: () => [product],
    [`GET ${inProject}/stores`]: () => [],
    [`GET ${inProject}/urls`]: () => [],
    [`GET ${inProject}/urls/link-1`]: () => aLink({ url_id: 'link-1', title: 'Lamp', target: url }),
    [`GET ${inProject}/products/lamp`]: () => product,
    ...answers,
  })
}

/** Records the calls and answers them. */
function recordCalls(calls: SentCall[], answer: () => unknown) {
  return (call: SentCall) => {
    calls.push(call)
    return answer()
  }
}

async function paste(text: string): Promise<void> {
  await userEvent.click(await screen.findByRole('textbox', { name: 'Product URL' }))
  await userEvent.paste(text)
}

function listBodies(calls: readonly SentCall[]): unknown[] {
  return calls.map(({ body }) => body)
}

it('fills in the form from a pasted URL, with the shop and the tag', async () => {
  openNew({ [`POST ${inProject}/products/from-url`]: () => ({ ...onAmazon, name: 'Brass desk lamp' }) })
  await enterText(await screen.findByRole('textbox', { name: 'Description' }), 'My own words')

  await paste(url)

  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Brass desk lamp'))
  expect(screen.getByRole('textbox', { name: 'Description' })).toHaveProperty('value', 'My own words')
  expect(screen.getByText('Earns · tag mia-21')).toBeTruthy()
  expect(screen.getByText(onAmazon.note)).toBeTruthy()
  expect(screen.getByText('A short link to this page is created with the product.')).toBeTruthy()
})

it('replaces values that another URL filled in, but no typed values', async () => {
  const lamps = {
    [url]: { ...onAmazon, name: 'Copper lamp', description: 'Of copper', url_id: 'link-1' },
    'https://shop.example/lamp': aProductSuggestion({
      url: 'https://shop.example/lamp',
      name: 'Brass lamp',
      description: null,
      url_id: null,
    }),
  }
  openNew({ [`POST ${inProject}/products/from-url`]: ({ body }) => lamps[(body as { url: keyof typeof lamps }).url] })
  await paste(url)
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Copper lamp'))
  await enterText(screen.getByRole('textbox', { name: 'Description' }), ', and bright')

  await userEvent.clear(screen.getByRole('textbox', { name: 'Product URL' }))
  await paste('https://shop.example/lamp')

  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Brass lamp'))
  expect(screen.getByRole('textbox', { name: 'Description' })).toHaveProperty('value', 'Of copper, and bright')
  const linked = within(screen.getByRole('list', { name: 'Linked URLs' })).getAllByRole('listitem')
  expect(linked.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('shop.example/lamp')])
})

it('creates the short link with the product, and only once if the product fails at first', async () => {
  const links: SentCall[] = []
  const products: SentCall[] = []
  const created = aLink({ url_id: 'link-1', target: url })
  openNew({
    [`POST ${inProject}/products/from-url`]: () => onAmazon,
    [`GET ${inProject}/urls`]: () => (links.length === 0 ? [] : [created]),
    [`POST ${inProject}/urls`]: recordCalls(links, () => new Reply(201, created)),
    [`POST ${inProject}/products`]: recordCalls(products, () =>
      products.length === 1 ? errorReply(500, 'FAULT', 'No') : new Reply(201, product),
    ),
  })
  await paste(url)
  await screen.findByText(onAmazon.note)
  await enterText(screen.getByRole('textbox', { name: 'Name' }), 'Brass lamp')

  await userEvent.click(screen.getByRole('button', { name: 'Create product' }))
  await waitFor(() => expect(products).toHaveLength(1))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create product' })).toHaveProperty('disabled', false))
  await userEvent.click(screen.getByRole('button', { name: 'Create product' }))

  expect(await screen.findByRole('form', { name: 'Product Brass desk lamp' })).toBeTruthy()
  expect(listBodies(links)).toEqual([{ target: url, title: 'Brass lamp' }])
  expect(products[1]?.body).toMatchObject({ name: 'Brass lamp', urls: ['link-1'] })
  expect(screen.queryByRole('region', { name: 'New link' })).toBeNull()
})

it('uses an existing short link to the page', async () => {
  const products: SentCall[] = []
  openNew({
    [`POST ${inProject}/products/from-url`]: () => ({ ...onAmazon, name: 'Lamp', url_id: 'link-1' }),
    [`POST ${inProject}/products`]: recordCalls(products, () => new Reply(201, product)),
  })

  await paste(url)

  const linked = await screen.findByRole('list', { name: 'Linked URLs' })
  expect(await within(linked).findByText('Lamp')).toBeTruthy()
  expect(within(linked).getAllByRole('listitem')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Create product' }))
  await waitFor(() => expect(products[0]?.body).toMatchObject({ urls: ['link-1'] }))
})

it.each([
  ['a new link', null],
  ['a link that exists', 'link-1'],
])('makes the shop of the URL the main shop, as %s', async (_as, url_id) => {
  const products: SentCall[] = []
  openNew({
    [`POST ${inProject}/products/from-url`]: () => ({ ...onAmazon, name: 'Lamp', url_id }),
    [`GET ${inProject}/urls`]: ({ query }) => (query.has('target') ? [] : [aLink({ url_id: 'link-2', title: 'Lamp elsewhere' })]),
    [`GET ${inProject}/urls/link-2`]: () => aLink({ url_id: 'link-2', title: 'Lamp elsewhere' }),
    [`POST ${inProject}/urls`]: () => new Reply(201, aLink({ url_id: 'link-1', target: url })),
    [`POST ${inProject}/products`]: recordCalls(products, () => new Reply(201, product)),
  })
  await paste(url)
  await screen.findByText(onAmazon.note)
  await enterText(screen.getByRole('combobox', { name: 'Link a URL' }), 'lamp')
  await userEvent.click(await screen.findByRole('option', { name: /Lamp elsewhere/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Create product' }))

  await waitFor(() => expect(products[0]?.body).toMatchObject({ urls: ['link-1', 'link-2'] }))
})

it('reads the page of a typed URL on Enter without submitting the form, and says why it cannot be read', async () => {
  openNew({ [`POST ${inProject}/products/from-url`]: internalError })
  const field = await screen.findByRole('textbox', { name: 'Product URL' })

  await userEvent.type(field, 'a lamp{Enter}')
  expect(await screen.findByText('Enter the URL of a product, such as https://shop.example/lamp')).toBeTruthy()
  await userEvent.clear(field)
  await userEvent.type(field, 'shop.example/lamp{Enter}')

  expect(await screen.findByText(/The page could not be read/)).toBeTruthy()
  expect(screen.queryByText('Product name is required')).toBeNull()
})

it('shows an empty form after “Save and add another”, with the focus on its first field', async () => {
  openNew({ [`POST ${inProject}/products`]: () => new Reply(201, product) })
  await enterText(await screen.findByRole('textbox', { name: 'Name' }), 'Lamp')

  await userEvent.click(screen.getByRole('button', { name: 'Save and add another' }))

  expect(await screen.findByText('Product created')).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', ''))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Product URL' }))
})

it('opens a closed section if a field in it has an error', async () => {
  openNew({})
  const shopPage = await screen.findByRole('textbox', { name: 'Product page of the shop', hidden: true })
  await enterText(screen.getByRole('textbox', { name: 'Name' }), 'Lamp')
  fireEvent.change(shopPage, { target: { value: 'no address' } })
  expect(shopPage.closest('details')).toHaveProperty('open', false)

  await userEvent.click(screen.getByRole('button', { name: 'Create product' }))

  await waitFor(() => expect(shopPage.closest('details')).toHaveProperty('open', true))
  expect(document.activeElement).toBe(shopPage)
})

it('creates a product for each of several pasted URLs, and on a retry only for URLs that failed', async () => {
  const products: SentCall[] = []
  const links: SentCall[] = []
  openNew({
    [`POST ${inProject}/products/from-url`]: ({ body }) => {
      const pasted = (body as { url: string }).url
      return pasted === url ? onAmazon : aProductSuggestion({ url: pasted, name: `Lamp ${pasted.at(-1)}` })
    },
    [`POST ${inProject}/urls`]: recordCalls(links, () => new Reply(201, aLink({ url_id: 'link-1' }))),
    [`POST ${inProject}/products`]: recordCalls(products, () =>
      products.length === 2 ? errorReply(500, 'FAULT', 'No') : new Reply(201, aProduct({ name: 'Lamp' })),
    ),
  })
  await paste(`https://shop.example/lamp/1\nhttps://shop.example/lamp/2 ${url}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Add 3 products' }))
  const create = await dialog.findByRole('button', { name: 'Create 3 products' })
  await waitFor(() => expect(create).toHaveProperty('disabled', false))
  expect(dialog.getByRole('textbox', { name: 'Name of product 1' })).toHaveProperty('value', 'Lamp 1')
  expect(dialog.getByText('Earns · tag mia-21')).toBeTruthy()

  await userEvent.click(create)
  expect(await dialog.findByText('Product name is required')).toBeTruthy()
  expect(products).toHaveLength(0)
  const unnamed = dialog.getByRole('textbox', { name: 'Name of product 3' })
  expect(document.activeElement).toBe(unnamed)
  await enterText(unnamed, 'Copper lamp')
  await userEvent.click(create)
  await userEvent.click(await dialog.findByRole('button', { name: 'Create 1 product' }))

  expect(await screen.findByText('Products created')).toBeTruthy()
  expect(products.map(({ body }) => (body as { name: string }).name)).toEqual(['Copper lamp', 'Lamp 2', 'Lamp 1', 'Lamp 2'])
  expect(await screen.findByRole('heading', { level: 1, name: 'Products' })).toBeTruthy()
})

it('proposes the name in the address of a page that cannot be read', async () => {
  openNew({ [`POST ${inProject}/products/from-url`]: internalError })
  await paste('https://shop.example/brass-lamp\nhttps://shop.example/dp/B000000001')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add 2 products' }))

  expect(await dialog.findAllByText(/The page could not be read/)).toHaveLength(2)
  expect(dialog.getByRole('textbox', { name: 'Name of product 1' })).toHaveProperty('value', 'Brass lamp')
  expect(dialog.getByRole('textbox', { name: 'Name of product 2' })).toHaveProperty('value', '')
})

it('reads the URLs from pasted lines, and names the lines without a URL', async () => {
  openNew({ [`POST ${inProject}/products/from-url`]: noReply })
  await paste('My lamps:\nhttps://shop.example/lamp/1\n\nCopper (https://shop.example/lamp/2)\r\nhttps//shop.example\n')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add 2 products' }))

  expect(await dialog.findByText('shop.example/lamp/1')).toBeTruthy()
  expect(dialog.getByText('shop.example/lamp/2')).toBeTruthy()
  expect(dialog.getByText('These lines have no URL and were left out: “My lamps:”, “https//shop.example”')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Product URL', hidden: true })).toHaveProperty('value', '')
})

it('creates products only for the first pasted URLs if the plan does not allow a link for all', async () => {
  const products: SentCall[] = []
  const links: SentCall[] = []
  openNew({
    [`POST ${inProject}/products/from-url`]: ({ body }) => {
      const pasted = (body as { url: string }).url
      return aProductSuggestion({ url: pasted, name: `Lamp ${pasted.at(-1)}` })
    },
    'GET /v1/organizations': () => [anOrganization({ projects: [aProject({ link_count: 8 })] })],
    [`POST ${inProject}/urls`]: recordCalls(links, () =>
      links.length > 2
        ? errorReply(402, 'LINK_LIMIT_REACHED', 'Your plan allows no more links')
        : new Reply(201, aLink({ url_id: `link-${links.length}` })),
    ),
    [`POST ${inProject}/products`]: recordCalls(products, () => new Reply(201, product)),
  })
  await paste('https://shop.example/lamp/1\nhttps://shop.example/lamp/2\nhttps://shop.example/lamp/3')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add 3 products' }))
  const create = await dialog.findByRole('button', { name: 'Create 3 products' })
  await waitFor(() => expect(create).toHaveProperty('disabled', false))
  expect(dialog.getByRole('note').textContent).toMatch(/^These products need 3 new links, and your plan has room for 2\. Archived/)
  expect(screen.getByText(/New links count toward your plan: 8 of 10 are used\./)).toBeTruthy()
  await userEvent.click(create)

  expect(await dialog.findByRole('button', { name: 'Create 1 product' })).toBeTruthy()
  expect(dialog.getByText('Your plan allows no more links')).toBeTruthy()
  expect(dialog.getByRole('textbox', { name: 'Name of product 3' })).toHaveProperty('value', 'Lamp 3')
  expect(listBodies(products)).toMatchObject([
    { name: 'Lamp 2', urls: ['link-2'] },
    { name: 'Lamp 1', urls: ['link-1'] },
  ])
})

it('does not replace the name of a product that is typed before its page is read', async () => {
  let answer: (() => void) | undefined
  openNew({
    [`POST ${inProject}/products/from-url`]: ({ body }) =>
      new Promise((resolve) => (answer = () => resolve(aProductSuggestion({ url: (body as { url: string }).url, name: 'Found' })))),
  })
  await paste('https://shop.example/lamp/1\nhttps://shop.example/lamp/2')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add 2 products' }))
  const name = await dialog.findByRole('textbox', { name: 'Name of product 1' })
  await enterText(name, 'My lamp')
  answer?.()

  await dialog.findByText(/· shop\.example\/lamp\/1/)
  expect(name).toHaveProperty('value', 'My lamp')
})

it('creates no more products after the dialog is closed', async () => {
  const products: SentCall[] = []
  let finish: (() => void) | undefined
  openNew({
    [`POST ${inProject}/products/from-url`]: ({ body }) => aProductSuggestion({ url: (body as { url: string }).url, url_id: 'link-1' }),
    [`POST ${inProject}/products`]: recordCalls(
      products,
      () => new Promise((resolve) => (finish = () => resolve(new Reply(201, product)))),
    ),
  })
  await paste('https://shop.example/lamp/1\nhttps://shop.example/lamp/2')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add 2 products' }))
  const create = await dialog.findByRole('button', { name: 'Create 2 products' })
  await waitFor(() => expect(create).toHaveProperty('disabled', false))
  await userEvent.click(create)
  await waitFor(() => expect(products).toHaveLength(1))

  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  finish?.()

  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(products).toHaveLength(1)
  expect(screen.getByRole('heading', { level: 1, name: 'New product' })).toBeTruthy()
})

it('ignores changes of several products while they are created', async () => {
  const products: SentCall[] = []
  openNew({
    [`POST ${inProject}/products/from-url`]: ({ body }) => {
      const pasted = (body as { url: string }).url
      return aProductSuggestion({ url: pasted, name: `Lamp ${pasted.at(-1)}`, url_id: 'link-1' })
    },
    [`POST ${inProject}/products`]: recordCalls(products, noReply),
  })
  await paste('https://shop.example/lamp/1\nhttps://shop.example/lamp/2')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add 2 products' }))
  const create = await dialog.findByRole('button', { name: 'Create 2 products' })
  await waitFor(() => expect(create).toHaveProperty('disabled', false))

  await userEvent.click(create)
  await waitFor(() => expect(products).toHaveLength(1))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name of product 2' }), ' of brass')

  expect(dialog.getByRole('textbox', { name: 'Name of product 2' })).toHaveProperty('value', 'Lamp 2')
  await userEvent.click(dialog.getByRole('button', { name: 'Remove Lamp 2' }))
  expect(dialog.getAllByRole('listitem')).toHaveLength(2)
})
