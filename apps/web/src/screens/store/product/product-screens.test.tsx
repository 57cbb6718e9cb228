import { storeMessages } from '@linkshelf/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { anAffiliation } from '../../../../test/api-answers.ts'
import { enterText } from '../../../../test/enter-text.ts'
import {
  type Answer,
  type Answers,
  aCategory,
  aLink,
  anOrganization,
  aProduct,
  aProject,
  aQrConfig,
  aStore,
  errorReply,
  inProject,
  internalError,
  noReply,
  openDashboard,
  outdatedReply,
  Reply,
} from '../../../../test/open-dashboard.tsx'

const categories = ['Lighting', 'Kitchen'].map((name, index) => aCategory({ category_id: `category-${index}`, name }))
const product = aProduct({ product_id: 'lamp', attributes: { Width: '12 cm', Color: 'Brass' }, product_url: 'https://shop.example/lamp' })
const inLamp = `${inProject}/products/lamp`
const lampLink = aLink({ url_id: 'link-1', title: 'Lamp at the shop', url: 'https://sho.rt/lamp', target: 'https://shop.example/lamp' })

const traffic = {
  views: 1_200,
  visitors: 900,
  clicks: 310,
  page_clicks: 300,
  click_through: 0.25,
  byDay: [{ date: '2025-11-30', views: 1_200, clicks: 310 }],
}

const answers: Answers = {
  [`GET ${inProject}/categories`]: () => categories,
  [`GET ${inProject}/products`]: () => [product],
  [`GET ${inProject}/stores`]: () => [],
  [`GET ${inLamp}`]: () => product,
  [`GET ${inProject}/analytics/products/lamp`]: () => traffic,
  // The response is an error, because the short URL must not be requested if the page has none.
  [`GET /v1/org/${inLamp.slice('/v1/'.length)}/url`]: internalError,
  [`GET ${inProject}/urls/link-1`]: () => lampLink,
}

function openNew(more: Answers = {}): void {
  openDashboard('/store/products/new', { ...answers, ...more })
}

function openLamp(more: Answers = {}): void {
  openDashboard('/store/products/edit/lamp', { ...answers, ...more })
}

/** Answers a call with `reply`, and records its body. */
function recordRequest(sent: unknown[], reply: Answer): Answer {
  return (call) => {
    sent.push(call.body)
    return reply(call)
  }
}

async function findField(name: string): Promise<HTMLInputElement> {
  return screen.findByRole<HTMLInputElement>('textbox', { name })
}

async function press(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }))
}

describe('the price of a product', () => {
  it('is saved with the day of the change, and says how long visitors see it', async () => {
    const sent: unknown[] = []
    openNew({ [`POST ${inProject}/products`]: recordRequest(sent, () => new Reply(201, product)) })
    await userEvent.type(await findField('Name'), 'Lamp')
    await userEvent.type(await findField('Amount'), '49,9')
    await press('Create product')
    expect(await screen.findByText('Choose a currency')).toBeTruthy()

    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'EUR')
    expect(await screen.findByText(/^Visitors see it with the day of its check, until /)).toBeTruthy()
    await press('Create product')

    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ price: { amount: '49.90', currency: 'EUR', checked_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) } })
  })

  it('is unchanged until it is edited, and says why visitors do not see it', async () => {
    const priced = { ...product, price: { amount: '49.90', currency: 'EUR', checked_on: '2020-01-02' }, urls: ['link-1'] }
    openLamp({
      [`GET ${inLamp}`]: () => priced,
      [`GET ${inProject}/urls/link-1`]: () => ({ ...lampLink, target: 'https://www.amazon.de/dp/B0' }),
    })

    expect((await findField('Amount')).value).toBe('49.90')
    expect(screen.getByLabelText<HTMLInputElement>('Checked on').value).toBe('2020-01-02')
    expect(await screen.findByText(/a shop of this product, such as Amazon, doesn’t allow you to show one/)).toBeTruthy()
    await press('Save product')
    expect(await screen.findByText('Nothing to save')).toBeTruthy()
  })

  it('is shown as text next to the price of someone else', async () => {
    const price = { amount: '49.90', currency: 'EUR', checked_on: '2026-01-02' }
    const theirs = { ...product, price: { ...price, amount: '44.90', checked_on: '2026-01-03' }, revision: 'second' }
    openLamp({
      [`GET ${inLamp}`]: () => ({ ...product, price }),
      [`PATCH ${inLamp}`]: ({ body }) => outdatedReply(theirs, body as object),
    })
    await userEvent.type(await findField('Amount'), '{Backspace}5')
    fireEvent.change(screen.getByLabelText('Checked on'), { target: { value: '' } })
    await press('Save product')

    const dialog = within(await screen.findByRole('dialog', { name: 'This was changed while you edited it' }))
    expect(dialog.getByRole('radio', { name: 'Theirs €44.90, checked on Jan 3, 2026' })).toBeTruthy()
    expect(dialog.getByRole('radio', { name: 'Yours €49.95' })).toBeTruthy()
  })
})

describe('a new product', () => {
  it('requires a name', async () => {
    openNew()

    await press('Create product')

    expect(await screen.findByText('Product name is required')).toBeTruthy()
    expect(document.activeElement).toBe(await findField('Name'))
  })

  it('is created with the typed values, and opens', async () => {
    const sent: unknown[] = []
    openNew({ [`POST ${inProject}/products`]: recordRequest(sent, () => new Reply(201, product)) })
    await userEvent.type(await findField('Name'), ' Brass desk lamp ')
    await enterText(await findField('Address of image'), 'https://pictures.example/lamp.jpg')
    await press('Add attribute')
    await enterText(await findField('Name of attribute 1'), 'Width')
    await enterText(await findField('Value of attribute 1'), '12 cm')
    await userEvent.click(screen.getByRole('switch', { name: 'Active' }))

    await press('Create product')

    expect(await screen.findByRole('heading', { level: 1, name: 'Brass desk lamp' })).toBeTruthy()
    expect(await screen.findByText('Product created')).toBeTruthy()
    expect(sent).toEqual([
      {
        name: 'Brass desk lamp',
        description: null,
        image_url: 'https://pictures.example/lamp.jpg',
        image_focus: null,
        product_url: null,
        attributes: { Width: '12 cm' },
        categories: [],
        urls: [],
        active: false,
        availability: 'available',
        price: null,
        pinned: false,
        show_from: null,
        show_until: null,
      },
    ])
  })

  it('shows that it could not be created', async () => {
    openNew({ [`POST ${inProject}/products`]: internalError })
    await enterText(await findField('Name'), 'Lamp')

    await press('Create product')

    expect(await screen.findByText(/Failed to create product/)).toBeTruthy()
    expect(await findField('Name')).toHaveProperty('value', 'Lamp')
  })

  it('is created once when the form is sent twice', async () => {
    const sent: unknown[] = []
    openNew({ [`POST ${inProject}/products`]: recordRequest(sent, noReply) })
    await userEvent.type(await findField('Name'), 'Lamp{Enter}{Enter}')

    await waitFor(() => expect(sent).toHaveLength(1))
  })

  it('gets a category that is created in its form', async () => {
    const sent: unknown[] = []
    const created = aCategory({ category_id: 'category-2', name: 'Gifts' })
    const list = [...categories]
    openNew({
      [`GET ${inProject}/categories`]: () => list,
      [`POST ${inProject}/categories`]: () => {
        list.push(created)
        return new Reply(201, created)
      },
      [`POST ${inProject}/products`]: recordRequest(sent, () => new Reply(201, product)),
    })
    await enterText(await findField('Name'), 'Lamp')
    await userEvent.type(await screen.findByRole('combobox', { name: 'Add categories' }), 'Gifts')
    await userEvent.click(await screen.findByRole('option', { name: 'Create “Gifts”' }))
    expect(await within(await screen.findByRole('list', { name: 'Chosen categories' })).findByText('Gifts')).toBeTruthy()

    await press('Create product')

    await waitFor(() => expect(sent).toMatchObject([{ categories: ['category-2'] }]))
  })

  it('is created with its linked URLs', async () => {
    const sent: unknown[] = []
    openNew({
      [`GET ${inProject}/urls`]: () => [lampLink],
      [`POST ${inProject}/products`]: recordRequest(sent, () => new Reply(201, product)),
    })
    await enterText(await findField('Name'), 'Lamp')
    await enterText(await screen.findByRole('combobox', { name: 'Link a URL' }), 'lamp')
    await userEvent.click(await screen.findByRole('option', { name: /Lamp at the shop/ }))
    expect(await within(await screen.findByRole('list', { name: 'Linked URLs' })).findByText('Lamp at the shop')).toBeTruthy()

    await press('Create product')

    await waitFor(() => expect(sent).toMatchObject([{ urls: ['link-1'] }]))
  })
})

describe('the attributes of a product', () => {
  it('can be added if the other attributes are complete', async () => {
    openNew()
    await press('Add attribute')
    await userEvent.type(await findField('Name of attribute 1'), 'Width')

    await press('Add attribute')

    expect(await screen.findByText('Enter a name and a value')).toBeTruthy()
    expect(document.activeElement).toBe(await findField('Value of attribute 1'))
    expect(screen.queryByRole('textbox', { name: 'Name of attribute 2' })).toBeNull()
  })

  it('are sent in the order on screen', async () => {
    const sent: { attributes?: object }[] = []
    openLamp({ [`PATCH ${inLamp}`]: recordRequest(sent, () => product) })

    await press('Move down Width')
    await press('Save product')

    await waitFor(() => expect(sent).toHaveLength(1))
    expect(Object.keys(sent[0]?.attributes ?? {})).toEqual(['Color', 'Width'])
    expect(screen.getByText('Width moved to position 2.')).toBeTruthy()
  })

  it('are removed', async () => {
    const sent: { attributes?: object }[] = []
    openLamp({ [`PATCH ${inLamp}`]: recordRequest(sent, () => product) })

    await press('Remove Width')
    await press('Save product')

    await waitFor(() => expect(sent).toMatchObject([{ attributes: { Color: 'Brass' } }]))
    expect(sent[0]?.attributes).toEqual({ Color: 'Brass' })
  })
})

describe('a product', () => {
  it('is loaded before its form is shown', async () => {
    openLamp({ [`GET ${inLamp}`]: noReply })

    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
  })

  it('shows an error with a retry', async () => {
    openLamp({ [`GET ${inLamp}`]: internalError })

    expect(await screen.findByRole('heading', { name: 'This product could not be loaded' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
  })

  it('that does not exist has a link to the products', async () => {
    openLamp({ [`GET ${inLamp}`]: () => errorReply(404, 'PRODUCT_NOT_FOUND', 'This product does not exist or has been removed.') })

    expect(await screen.findByRole('heading', { level: 1, name: 'Product not found' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to Products' }).getAttribute('href')).toBe('/store/products')
  })

  it('sends only its changed fields', async () => {
    const sent: unknown[] = []
    openLamp({ [`PATCH ${inLamp}`]: recordRequest(sent, () => ({ ...product, name: 'Desk lamp' })) })
    const name = await findField('Name')
    await userEvent.clear(name)
    await enterText(name, 'Desk lamp')
    expect(await screen.findByText('Unsaved changes')).toBeTruthy()

    await press('Save product')

    expect(await screen.findByText('Product updated')).toBeTruthy()
    expect(sent).toEqual([{ revision: 'first', name: 'Desk lamp' }])
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull())
  })

  it('asks which value to save if someone else has changed the same field, with the names of categories', async () => {
    const sent: unknown[] = []
    const theirs = { ...product, name: 'Copper lamp', categories: ['category-1'], attributes: {}, revision: 'second' }
    openLamp({
      [`PATCH ${inLamp}`]: ({ body }) => {
        sent.push(body)
        return sent.length === 1 ? outdatedReply(theirs, body as object) : { ...theirs, categories: ['category-0'], revision: 'third' }
      },
    })
    await userEvent.click(await screen.findByRole('combobox', { name: 'Add categories' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Lighting' }))
    await press('Remove Width')
    await press('Save product')

    const dialog = within(await screen.findByRole('dialog', { name: 'This was changed while you edited it' }))
    expect(dialog.getByRole('radio', { name: 'Theirs Kitchen' })).toBeTruthy()
    await userEvent.click(dialog.getByRole('radio', { name: 'Yours Lighting' }))
    expect(dialog.getByRole('radio', { name: 'Yours Color: Brass' })).toBeTruthy()
    await userEvent.click(dialog.getByRole('radio', { name: 'Theirs Empty' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('Product updated')).toBeTruthy()
    expect(sent[1]).toEqual({ revision: 'second', categories: ['category-0'] })
    expect(await findField('Name')).toHaveProperty('value', 'Copper lamp')
  })

  it('shows that it could not be saved, and leaves the typed text', async () => {
    openLamp({ [`PATCH ${inLamp}`]: internalError })
    await userEvent.type(await findField('Name'), ' 2')

    await press('Save product')

    expect(await screen.findByText(/Failed to update product/)).toBeTruthy()
    expect(await findField('Name')).toHaveProperty('value', 'Brass desk lamp 2')
  })

  it('is hidden at once by its switch, which does not save the typed text', async () => {
    const sent: unknown[] = []
    openLamp({ [`POST ${inProject}/products/bulk`]: recordRequest(sent, noReply) })
    await userEvent.type(await findField('Name'), ' 2')

    await userEvent.click(screen.getByRole('switch', { name: 'Active' }))

    await waitFor(() => expect(sent).toEqual([{ product_ids: ['lamp'], action: 'deactivate', category_ids: [] }]))
    expect(screen.getByRole('switch', { name: 'Active' })).toHaveProperty('checked', false)
    expect(await findField('Name')).toHaveProperty('value', 'Brass desk lamp 2')
  })

  it('stays active if it could not be hidden', async () => {
    openLamp({ [`POST ${inProject}/products/bulk`]: internalError })

    await userEvent.click(await screen.findByRole('switch', { name: 'Active' }))

    expect(await screen.findByText(/Failed to update product/)).toBeTruthy()
    expect(screen.getByRole('switch', { name: 'Active' })).toHaveProperty('checked', true)
  })

  it.each([
    ['Visible', 'Visitors of your store see this product.', {}, {}],
    ['Hidden by you', 'Your store is hidden, so visitors don’t see this product either.', {}, { active: false }],
    ['Unavailable', 'Visitors of your store see this product, marked as unavailable.', { availability: 'unavailable' }, {}],
    ['Hidden by you', 'To show this product, switch on Active.', { active: false }, {}],
    ['Hidden by you', 'To show this product, choose another availability.', { availability: 'hidden' }, {}],
    ['Scheduled', 'Visitors don’t see this product until then.', { show_from: '2199-01-01T08:00:00.000Z' }, {}],
    ['Ended', 'To show this product again, change “Show until”.', { show_until: '2020-01-01T08:00:00.000Z' }, {}],
  ] as const)('says that it is %s, and why: %s', async (state, reason, fields, store) => {
    openLamp({ [`GET ${inLamp}`]: () => ({ ...product, ...fields }), [`GET ${inProject}/stores`]: () => [aStore(store)] })

    const note = await screen.findByRole('region', { name: 'Visibility' })
    expect(await within(note).findByText(reason)).toBeTruthy()
    expect(within(note).getByText(state)).toBeTruthy()
  })

  it.each([
    ['Visible', 'Visitors see the page of this product.', {}, [{}]],
    ['Unavailable', 'Visitors see the page of this product, which marks it as unavailable.', { availability: 'unavailable' }, [{}]],
    ['Hidden by you', 'To show this product, switch on Active.', { active: false }, [{}]],
    [
      'Hidden by you',
      'Your store is hidden, so visitors don’t see this product either. To show the store, ask the operator of this Linkshelf to enable stores.',
      {},
      [{ active: false }],
    ],
    ['Not in the store', storeMessages.notEnabled, {}, []],
  ] as const)('that is not in the store is %s if there are only product pages: %s', async (state, reason, fields, stores) => {
    openLamp({
      [`GET ${inLamp}`]: () => ({ ...product, in_store: false, ...fields }),
      [`GET ${inProject}/stores`]: () => stores.map((store) => aStore(store)),
      'GET /v1/organizations': () => [anOrganization({ store_page_enabled: false })],
    })

    const note = within(await screen.findByRole('region', { name: 'Visibility' }))
    expect(await note.findByText(reason)).toBeTruthy()
    expect(note.getByText(state)).toBeTruthy()
    expect(note.queryByRole('button')).toBeNull()
  })

  it('can be added to the store, even while it is hidden', async () => {
    const sent: unknown[] = []
    const store = aStore()
    openLamp({
      [`GET ${inLamp}`]: () => ({ ...product, active: false, in_store: sent.length > 0 }),
      [`GET ${inProject}/stores`]: () => [store],
      [`POST ${inProject}/stores/${store.store_id}/products/lamp`]: recordRequest(sent, () => new Reply(204, undefined)),
    })
    const note = await screen.findByRole('region', { name: 'Visibility' })
    expect(await within(note).findByText('To show this product, switch on Active. The product is not in the store either.')).toBeTruthy()
    await press('Show in store: Brass desk lamp')

    expect(await screen.findByText('Product shown in store')).toBeTruthy()
    expect(await within(note).findByText('To show this product, switch on Active.')).toBeTruthy()
    expect(document.activeElement).toBe(note)
  })

  it('is shown by a schedule in the time zone of the project', async () => {
    const sent: unknown[] = []
    openLamp({
      'GET /v1/organizations': () => [anOrganization({ projects: [aProject({ time_zone: 'Europe/Berlin' })] })],
      [`PATCH ${inLamp}`]: recordRequest(sent, () => product),
    })
    fireEvent.change(await screen.findByLabelText('Show from'), { target: { value: '2026-05-01T09:30' } })
    fireEvent.change(screen.getByLabelText('Show until'), { target: { value: '2026-04-01T00:00' } })
    await press('Save product')
    expect(await screen.findByText('Choose an end after the beginning')).toBeTruthy()

    fireEvent.change(screen.getByLabelText('Show until'), { target: { value: '' } })
    await userEvent.click(screen.getByRole('radio', { name: 'Unavailable' }))
    await press('Save product')

    await waitFor(() => expect(sent).toEqual([{ revision: 'first', show_from: '2026-05-01T07:30:00.000Z', availability: 'unavailable' }]))
  })
})

describe('leaving the form', () => {
  it('needs a confirmation if there are unsaved changes', async () => {
    openLamp()
    await userEvent.type(await findField('Name'), ' 2')
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))

    await userEvent.click(dialog.getByRole('button', { name: 'Leave' }))

    expect(await screen.findByRole('heading', { level: 1, name: 'Products' })).toBeTruthy()
  })

  it('needs no confirmation if there are no changes', async () => {
    openLamp()

    await userEvent.click(await screen.findByRole('link', { name: 'Cancel' }))

    expect(await screen.findByRole('heading', { level: 1, name: 'Products' })).toBeTruthy()
  })
})

describe('the URLs of a product', () => {
  const linked = { ...product, urls: ['link-1'] }

  it('are searched if at least three characters are typed', async () => {
    const searches: (string | null)[] = []
    openLamp({
      [`GET ${inProject}/urls`]: ({ query }) => {
        searches.push(query.get('search'))
        return [lampLink]
      },
    })
    const search = await screen.findByRole('combobox', { name: 'Link a URL' })
    await userEvent.type(search, 'la')
    expect(await screen.findByText('Type to search: min 3 chars')).toBeTruthy()

    await userEvent.type(search, 'm')

    expect(await screen.findByRole('option', { name: /Lamp at the shop/ })).toBeTruthy()
    expect(searches).toEqual(['lam'])
  })

  it('are linked and unlinked at once', async () => {
    const sent: string[] = []
    const record: Answer = ({ method, path }) => {
      sent.push(`${method} ${path.slice(inProject.length)}`)
      return noReply()
    }
    openLamp({
      [`GET ${inProject}/urls`]: () => [lampLink],
      [`POST ${inLamp}/urls/link-1`]: () => {
        sent.push('POST')
        return new Reply(204, undefined)
      },
      [`GET ${inLamp}`]: () => (sent.length === 0 ? product : linked),
      [`DELETE ${inLamp}/urls/link-1`]: record,
    })
    await enterText(await screen.findByRole('combobox', { name: 'Link a URL' }), 'lamp')
    await userEvent.click(await screen.findByRole('option', { name: /Lamp at the shop/ }))
    const list = within(await screen.findByRole('list', { name: 'Linked URLs' }))

    await userEvent.click(await list.findByRole('button', { name: 'Unlink Lamp at the shop' }))

    await waitFor(() => expect(sent).toEqual(['POST', 'DELETE /products/lamp/urls/link-1']))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Linked URLs' })).toBeNull())
  })

  it('are moved at once, and the revision is that of the product on the server', async () => {
    const sent: unknown[] = []
    let urls = ['link-1', 'link-2']
    openLamp({
      [`GET ${inLamp}`]: () => ({ ...product, urls, revision: `revision of ${urls}` }),
      [`GET ${inProject}/urls/link-2`]: () => aLink({ url_id: 'link-2', title: 'Lamp elsewhere' }),
      [`PATCH ${inLamp}`]: ({ body }) => {
        sent.push(body)
        urls = (body as { urls: string[] }).urls
        return { ...product, urls }
      },
    })
    const readNames = () =>
      within(screen.getByRole('list', { name: 'Linked URLs' }))
        .getAllByRole('link')
        .map((link) => link.textContent)
    await userEvent.click(await screen.findByRole('button', { name: 'Move up Lamp elsewhere' }))

    await waitFor(() => expect(readNames().filter((name) => name?.startsWith('Lamp'))).toEqual(['Lamp elsewhere', 'Lamp at the shop']))
    await waitFor(() => expect(sent).toEqual([{ urls: ['link-2', 'link-1'], revision: 'revision of link-1,link-2' }]))
    expect(screen.getByText('Lamp elsewhere moved to position 1.')).toBeTruthy()
  })

  it('are shown with the rules of their programs for stores', async () => {
    openLamp({
      [`GET ${inLamp}`]: () => ({ ...product, urls: ['link-1'] }),
      [`GET ${inProject}/urls/link-1`]: () => ({ ...lampLink, target: 'https://www.amazon.com/dp/B07FZ8S74R' }),
      [`GET ${inProject}/urls/link-1/affiliation`]: () => anAffiliation(),
    })
    expect(await screen.findByText(/your store page too/)).toBeTruthy()
    expect(screen.getByRole('link', { name: /Amazon Associates help/ })).toBeTruthy()
  })

  it('stay unlinked if they could not be linked', async () => {
    openLamp({ [`GET ${inProject}/urls`]: () => [lampLink], [`POST ${inLamp}/urls/link-1`]: internalError })
    await enterText(await screen.findByRole('combobox', { name: 'Link a URL' }), 'lamp')
    await userEvent.click(await screen.findByRole('option', { name: /Lamp at the shop/ }))

    expect(await screen.findByText(/Failed to link URL to product/)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Linked URLs' })).toBeNull())
  })

  it('are created for a pasted URL', async () => {
    const sent: unknown[] = []
    openLamp({
      [`GET ${inProject}/urls`]: () => [],
      [`POST ${inProject}/urls`]: recordRequest(sent, () => new Reply(201, lampLink)),
      [`POST ${inLamp}/urls/link-1`]: () => {
        sent.push('linked')
        return new Reply(204, undefined)
      },
    })
    await userEvent.click(await screen.findByRole('combobox', { name: 'Link a URL' }))
    await userEvent.paste('https://shop.example/lamp')

    await userEvent.click(await screen.findByRole('option', { name: 'Create a short link to shop.example/lamp' }))

    await waitFor(() => expect(sent).toEqual([{ target: 'https://shop.example/lamp' }, 'linked']))
  })

  it('are not created if the limit of the plan is reached', async () => {
    const message = 'Limit reached - You have reached the maximum of 10 links for this project.'
    openLamp({
      [`GET ${inProject}/urls`]: () => [],
      [`POST ${inProject}/urls`]: () => errorReply(402, 'LINK_LIMIT_REACHED', message),
    })
    await userEvent.click(await screen.findByRole('combobox', { name: 'Link a URL' }))
    await userEvent.paste('https://shop.example/lamp')

    await userEvent.click(await screen.findByRole('option', { name: 'Create a short link to shop.example/lamp' }))

    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.getByRole('combobox', { name: 'Link a URL' })).toHaveProperty('value', 'https://shop.example/lamp')
  })
})

describe('the QR code of a product', () => {
  /** Opens the section, which is closed at first. */
  async function openSection(): Promise<void> {
    await userEvent.click(await screen.findByRole('heading', { name: 'QR code' }))
  }

  it('needs a store, and links to the form that creates a store', async () => {
    openLamp()
    await openSection()

    expect(await screen.findByText(/Create a store first/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Create a store' }).getAttribute('href')).toBe('/store/settings')
  })

  it('opens a message to the operator if the organization cannot have a store', async () => {
    openLamp({ 'GET /v1/organizations': () => [anOrganization({ store_page_enabled: false })] })
    await openSection()

    const section = within(await screen.findByRole('region', { name: 'QR code' }))
    expect(await section.findByText(/stores are not enabled for your organization/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Create a store' })).toBeNull()
    await userEvent.click(section.getByRole('button', { name: 'Contact & Feedback' }))

    expect(await screen.findByRole('textbox', { name: /^Subject/ })).toHaveProperty('value', 'Enable stores')
  })

  it('contains the URL of the product’s page', async () => {
    openLamp({
      [`GET ${inProject}/stores`]: () => [aStore()],
      [`GET ${inLamp}/qr_code/config`]: () => aQrConfig(),
      [`GET ${inLamp}/qr_code`]: () => new Blob(['code'], { type: 'image/png' }),
    })
    await openSection()

    expect(await screen.findByRole('img', { name: 'QR code that leads to the page of Brass desk lamp' })).toBeTruthy()
  })
})

describe('the short URL of a product', () => {
  const call = `/v1/org/${inLamp.slice('/v1/'.length)}/url`
  const pageUrl = { url: 'https://sho.rt/lamp', target: 'https://sho.rt/@shelf/p/lamp' }

  it('is created with a short name', async () => {
    const sent: unknown[] = []
    openLamp({
      [`POST ${call}`]: recordRequest(sent, () => pageUrl),
      [`GET ${inLamp}`]: () => ({ ...product, product_linkshelf_url: sent.length === 0 ? null : pageUrl.url }),
      [`GET ${call}`]: () => pageUrl,
    })
    await userEvent.type(await findField('Short name'), 'lamp')

    await press('Create short URL')

    expect(await screen.findByRole('link', { name: 'sho.rt/lamp' })).toBeTruthy()
    expect(sent).toEqual([{ url: 'lamp' }])
    expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy()
  })

  it('shows at its field that a short name is taken', async () => {
    openLamp({ [`POST ${call}`]: () => errorReply(409, 'LINK_SLUG_TAKEN', 'This short name is already taken.') })
    await enterText(await findField('Short name'), 'lamp')

    await press('Create short URL')

    expect(await screen.findByText('This short name is already taken.')).toBeTruthy()
    expect((await findField('Short name')).getAttribute('aria-invalid')).toBe('true')
  })

  it('shows that it could not be created', async () => {
    openLamp({ [`POST ${call}`]: internalError })

    await press('Create short URL')

    expect(await screen.findByText(/Failed to create product URL. Please try again./)).toBeTruthy()
  })
})

describe('the numbers of a product', () => {
  it('are views, visitors, clicks and click-through, which is that of its own page', async () => {
    openLamp()

    expect(await screen.findByRole('heading', { name: 'Performance' })).toBeTruthy()
    const numbers = screen.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(numbers).toEqual(
      expect.arrayContaining(['1,200', 'by 900 visitors', '310', '300 on its page, 10 in lists', '25%', '300 of 1,200 page views']),
    )
  })

  it('show their own error', async () => {
    openLamp({ [`GET ${inProject}/analytics/products/lamp`]: internalError })

    expect(await screen.findByRole('heading', { name: 'The numbers of this product could not be loaded' })).toBeTruthy()
    expect(await findField('Name')).toHaveProperty('value', 'Brass desk lamp')
  })
})
