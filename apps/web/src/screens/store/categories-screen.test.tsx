import { errorCatalog } from '@linkshelf/contract'
import { notifications } from '@mantine/notifications'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type Answers,
  aCategory,
  anOrganization,
  aProject,
  aStore,
  errorReply,
  inProject,
  internalError,
  noReply,
  openDashboard,
  outdatedReply,
  Reply,
} from '../../../test/open-dashboard.tsx'

const list = `GET ${inProject}/categories`
const lamps = aCategory({ name: 'Lamps', product_count: 2 })
const chairs = aCategory({ category_id: '0197a000-0000-7000-8000-000000000402', name: 'Chairs', active: false })
const rugs = aCategory({ category_id: '0197a000-0000-7000-8000-000000000403', name: 'Rugs', product_count: 1 })
const toCategoryPath = ({ category_id }: { category_id: string }) => `${inProject}/categories/${category_id}`

function openCategories(answers: Answers = {}) {
  return openDashboard('/store/categories', {
    [list]: () => [lamps, chairs, rugs],
    [`GET ${inProject}/stores`]: () => [aStore({ main_color: '#123456' })],
    ...answers,
  })
}

async function press(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }))
}

async function choose(category: string, item: string): Promise<void> {
  await press(`Actions of ${category}`)
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

async function confirm(title: string, action: string): Promise<void> {
  await userEvent.click(within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name: action }))
}

function listNames(): (string | null)[] {
  return within(screen.getByRole('list', { name: 'Categories' }))
    .getAllByRole('heading')
    .map(({ textContent }) => textContent)
}

// Removes the toasts, because a toast stays when the screen that showed it is closed.
afterEach(() => notifications.clean())

describe('the categories', () => {
  it('are cards that show the number of products', async () => {
    openCategories()

    const cards = await screen.findByRole('list', { name: 'Categories' })
    expect(
      within(cards)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Lamps2 productsShow in store', 'Chairs0 productsShow in store', 'Rugs1 productShow in store'])
    expect(
      within(cards)
        .getAllByRole('switch')
        .map((control) => (control as HTMLInputElement).checked),
    ).toEqual([true, false, true])
  })

  it.each([
    ['Scheduledfrom Jan 01, 2199 18:00, Pacific/Port Moresby', { show_from: '2199-01-01T08:00:00.000Z' }],
    ['EndedJan 01, 2020 18:00, Pacific/Port Moresby', { show_until: '2020-01-01T08:00:00.000Z' }],
    ['', { show_from: '2020-01-01T08:00:00.000Z', show_until: '2199-01-01T08:00:00.000Z' }],
    ['', { active: false, show_until: '2020-01-01T08:00:00.000Z' }],
  ])('say “%s” if they have %j, in the time zone of the project', async (status, fields) => {
    const project = aProject({ time_zone: 'Pacific/Port_Moresby' })
    openCategories({ [list]: () => [{ ...lamps, ...fields }], 'GET /v1/organizations': () => [anOrganization({ projects: [project] })] })

    const cards = await screen.findByRole('list', { name: 'Categories' })
    expect(within(cards).getByRole('listitem').textContent).toBe(`Lamps2 products${status}Show in store`)
  })

  it('show a skeleton while they load', async () => {
    openCategories({ [list]: noReply })

    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
  })

  it('show the error, and load again on retry', async () => {
    let isDown = true
    openCategories({ [list]: () => (isDown ? internalError() : [lamps]) })
    await screen.findByRole('heading', { name: 'Your categories could not be loaded' })

    isDown = false
    await press('Retry')

    expect(await screen.findByRole('heading', { name: 'Lamps' })).toBeTruthy()
  })

  it('offer to add the first category', async () => {
    openCategories({ [list]: () => [] })
    await screen.findByRole('heading', { name: 'No categories yet' })

    await press('Add category')

    expect(await screen.findByRole('dialog', { name: 'Add category' })).toBeTruthy()
  })

  it('do not exist if both pages are disabled', async () => {
    openCategories({
      'GET /v1/organizations': () => [anOrganization({ store_page_enabled: false, product_page_enabled: false })],
    })

    expect(await screen.findByRole('heading', { name: 'Oops! Page not found' })).toBeTruthy()
  })

  it.each([
    ['Free', true],
    ['Pro', false],
  ])('on the plan %s, show the notice of temporary access: %s', async (plan, isShown) => {
    openCategories({ 'GET /v1/organizations': () => [anOrganization({ package: plan })] })
    await screen.findByRole('heading', { name: 'Lamps' })

    const note = screen.queryByRole('note')
    expect(note?.firstChild?.textContent === 'You have temporary access to store pages on the Free plan.').toBe(isShown)
    expect(note?.querySelector('a')?.getAttribute('href') === '/settings/subscription').toBe(isShown)
    const heading = screen.getByRole('heading', { level: 1 })
    if (note !== null) expect(heading.compareDocumentPosition(note)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })
})

describe('adding a category', () => {
  it("sends its name and the store's main color", async () => {
    const sent: unknown[] = []
    const stored = [lamps]
    openCategories({
      [list]: () => stored,
      [`POST ${inProject}/categories`]: ({ body }) => {
        sent.push(body)
        stored.push(rugs)
        return new Reply(201, rugs)
      },
    })
    await screen.findByRole('heading', { name: 'Lamps' })
    await press('Add category')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), '  Rugs ')
    await confirm('Add category', 'Add')

    expect(await screen.findByText('Category created')).toBeTruthy()
    const collection = { description: null, image_url: null, show_as_row: false }
    expect(sent).toEqual([{ name: 'Rugs', color_hex: '#123456', active: true, ...collection, show_from: null, show_until: null }])
    await waitFor(() => expect(listNames()).toEqual(['Lamps', 'Rugs']))
  })

  it('requires a name', async () => {
    openCategories()
    await press('Add category')
    await confirm('Add category', 'Add')

    expect(await screen.findByText('Category name is required')).toBeTruthy()
  })

  it.each([
    ['Failed to create category', internalError],
    [
      'A project can have up to 200 categories. Delete categories you no longer need.',
      () => errorReply(409, 'CATEGORY_LIMIT_REACHED', 'A project can have up to 200 categories. Delete categories you no longer need.'),
    ],
  ])('that fails says: %s', async (message, answer) => {
    openCategories({ [`POST ${inProject}/categories`]: answer })
    await press('Add category')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Rugs')
    await confirm('Add category', 'Add')

    expect(await screen.findByText(new RegExp(message))).toBeTruthy()
  })
})

it.each([
  ['Add category', 'Add', `POST ${inProject}/categories`],
  ['Edit category', 'Save', `PATCH ${toCategoryPath(lamps)}`],
])('%s says at the field that another category has the name', async (title, action, call) => {
  const { status, message } = errorCatalog.CATEGORY_NAME_TAKEN
  openCategories({ [call]: () => errorReply(status, 'CATEGORY_NAME_TAKEN', message) })
  if (action === 'Add') await press('Add category')
  else await choose('Lamps', 'Edit')
  const field = await screen.findByRole('textbox', { name: 'Name' })
  await userEvent.clear(field)
  await userEvent.type(field, 'chairs')
  await confirm(title, action)

  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText(message)).toBeTruthy()
})

describe('a category', () => {
  it('is renamed', async () => {
    const sent: unknown[] = []
    openCategories({
      [`PATCH ${toCategoryPath(lamps)}`]: ({ body }) => {
        sent.push(body)
        return { ...lamps, name: 'Lights' }
      },
    })
    await choose('Lamps', 'Edit')
    const field = await screen.findByRole('textbox', { name: 'Name' })
    await userEvent.clear(field)
    await userEvent.type(field, 'Lights')
    await confirm('Edit category', 'Save')

    expect(await screen.findByText('Category updated')).toBeTruthy()
    expect(sent).toEqual([{ revision: 'first', name: 'Lights' }])
  })

  it('is not sent if it is unchanged, and is refreshed while its form is unchanged', async () => {
    let stored = lamps
    const { queryClient } = openCategories({ [list]: () => [stored], [`PATCH ${toCategoryPath(lamps)}`]: internalError })
    await choose('Lamps', 'Edit')
    const field = await screen.findByRole('textbox', { name: 'Name' })
    expect(field).toHaveProperty('value', 'Lamps')

    stored = { ...lamps, name: 'Lights', revision: 'second' }
    await queryClient.invalidateQueries()
    await waitFor(() => expect(field).toHaveProperty('value', 'Lights'))

    await confirm('Edit category', 'Save')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('asks in its dialog which value to save if someone else has changed the same field, and merges other changes', async () => {
    const sent: unknown[] = []
    const theirs = { ...lamps, name: 'Lights', color_hex: '#112233', revision: 'second' }
    openCategories({
      [`PATCH ${toCategoryPath(lamps)}`]: ({ body }) => {
        sent.push(body)
        return sent.length === 1 ? outdatedReply(theirs, body as object) : { ...theirs, name: 'Shades', active: false, revision: 'third' }
      },
    })
    await choose('Lamps', 'Edit')
    const field = await screen.findByRole('textbox', { name: 'Name' })
    await userEvent.clear(field)
    await userEvent.type(field, 'Shades')
    await userEvent.click(screen.getByRole('switch', { name: 'Show in store' }))
    await confirm('Edit category', 'Save')

    const dialog = within(await screen.findByRole('dialog', { name: 'Edit category' }))
    await dialog.findByRole('heading', { name: 'This was changed while you edited it' })
    expect(dialog.getAllByRole('group')).toHaveLength(1)
    const save = dialog.getByRole('button', { name: 'Save' })
    expect(save).toHaveProperty('disabled', true)
    await userEvent.click(within(dialog.getByRole('group', { name: 'Name' })).getByRole('radio', { name: 'Yours Shades' }))
    await userEvent.click(save)

    expect(await screen.findByText('Category updated')).toBeTruthy()
    expect(sent).toEqual([
      { revision: 'first', name: 'Shades', active: false },
      { revision: 'second', name: 'Shades', active: false },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('has the typed name again if the user cancels that question', async () => {
    const theirs = { ...lamps, name: 'Lights', revision: 'second' }
    openCategories({ [`PATCH ${toCategoryPath(lamps)}`]: () => outdatedReply(theirs) })
    await choose('Lamps', 'Edit')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' 2')
    await confirm('Edit category', 'Save')
    await screen.findByRole('heading', { name: 'This was changed while you edited it' })
    await confirm('Edit category', 'Cancel')

    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Lamps 2')
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false)
  })

  it('is shown from and until a time in the time zone of the project', async () => {
    const sent: unknown[] = []
    openCategories({
      'GET /v1/organizations': () => [anOrganization({ projects: [aProject({ time_zone: 'Europe/Berlin' })] })],
      [`PATCH ${toCategoryPath(lamps)}`]: ({ body }) => {
        sent.push(body)
        return lamps
      },
    })
    await choose('Lamps', 'Edit')
    fireEvent.change(await screen.findByLabelText('Show from'), { target: { value: '2026-07-01T09:00' } })
    fireEvent.change(screen.getByLabelText('Show until'), { target: { value: '2026-07-01T08:00' } })
    await confirm('Edit category', 'Save')
    expect(await screen.findByText('Choose an end after the beginning')).toBeTruthy()

    fireEvent.change(screen.getByLabelText('Show until'), { target: { value: '2026-12-24T18:00' } })
    await confirm('Edit category', 'Save')

    expect(await screen.findByText('Category updated')).toBeTruthy()
    expect(sent).toEqual([expect.objectContaining({ show_from: '2026-07-01T07:00:00.000Z', show_until: '2026-12-24T17:00:00.000Z' })])
  })

  it.each([
    ['Lamps', 'deactivate', false, 'Category hidden from store'],
    ['Chairs', 'activate', true, 'Category shown in store'],
  ])('%s: the switch calls %s, and a toast names the category', async (name, action, active, title) => {
    const category = name === 'Lamps' ? lamps : chairs
    const stored = new Map([lamps, chairs].map((one) => [one.name, one]))
    openCategories({
      [list]: () => [...stored.values()],
      [`POST ${toCategoryPath(category)}/${action}`]: () => {
        stored.set(name, { ...category, active })
        return stored.get(name)
      },
    })
    await userEvent.click(await screen.findByRole('switch', { name: `Show in store: ${name}` }))

    await waitFor(() => expect(stored.get(name)).toHaveProperty('active', active))
    await waitFor(() => expect(screen.getByRole('switch', { name: `Show in store: ${name}` })).toHaveProperty('checked', active))
    const toast = (await screen.findByText(title)).closest('[role="alert"]')
    expect(toast?.textContent).toContain(name)
  })

  it.each([
    ['Lamps', 'deactivate', true],
    ['Chairs', 'activate', false],
  ])('%s does not change if it fails to %s', async (name, action, active) => {
    const category = name === 'Lamps' ? lamps : chairs
    openCategories({ [`POST ${toCategoryPath(category)}/${action}`]: internalError })
    await userEvent.click(await screen.findByRole('switch', { name: `Show in store: ${name}` }))

    expect(await screen.findByText(new RegExp(`Failed to ${action} category`))).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('switch', { name: `Show in store: ${name}` })).toHaveProperty('checked', active))
  })

  it('is deleted after a confirmation that names it and says that its products stay', async () => {
    let stored = [lamps, chairs]
    openCategories({
      [list]: () => stored,
      [`DELETE ${toCategoryPath(lamps)}`]: () => {
        stored = [chairs]
        return new Reply(204, undefined)
      },
    })
    await choose('Lamps', 'Delete')
    const text = (await screen.findByRole('dialog', { name: 'Delete category' })).textContent
    expect(text).toContain('Lamps is removed from your store. 2 products of the category stay, without it.')

    await confirm('Delete category', 'Delete')

    expect(await screen.findByText('Category deleted')).toBeTruthy()
    await waitFor(() => expect(listNames()).toEqual(['Chairs']))
  })

  it('that cannot be deleted stays, with a message', async () => {
    openCategories({ [`DELETE ${toCategoryPath(lamps)}`]: internalError })
    await choose('Lamps', 'Delete')
    await confirm('Delete category', 'Delete')

    expect(await screen.findByText(/Failed to delete category/)).toBeTruthy()
    expect(listNames()).toEqual(['Lamps', 'Chairs', 'Rugs'])
  })
})

describe('the order of categories', () => {
  it.each([
    ['Rugs', 'Move up', 2, ['Lamps', 'Rugs', 'Chairs']],
    ['Lamps', 'Move down', 2, ['Chairs', 'Lamps', 'Rugs']],
    ['Rugs', 'Move to top', 1, ['Rugs', 'Lamps', 'Chairs']],
  ])('changes by %s: %s, and is announced', async (name, item, position, order) => {
    const sent: unknown[] = []
    let stored = [lamps, chairs, rugs]
    const moved = stored.find((category) => category.name === name) ?? lamps
    openCategories({
      [list]: () => stored,
      [`POST ${toCategoryPath(moved)}/move`]: ({ body }) => {
        sent.push(body)
        stored = order.flatMap((wanted) => stored.filter((category) => category.name === wanted))
        return new Reply(204, undefined)
      },
    })
    await choose(name, item)

    await waitFor(() => expect(listNames()).toEqual(order))
    expect(sent).toEqual([{ position }])
    expect(screen.getByText(`${name} is now ${position} of 3.`).getAttribute('role')).toBe('status')
  })

  it('is changed by a typed position', async () => {
    const sent: unknown[] = []
    openCategories({
      [`POST ${toCategoryPath(lamps)}/move`]: ({ body }) => {
        sent.push(body)
        return new Reply(204, undefined)
      },
    })
    await choose('Lamps', 'Move to position…')
    const field = await screen.findByRole('spinbutton', { name: 'Position' })
    await userEvent.clear(field)
    await userEvent.type(field, '4')
    await confirm('Move category', 'Move')
    expect(await screen.findByText('Enter a number from 1 to 3')).toBeTruthy()

    await userEvent.clear(field)
    await userEvent.type(field, '3')
    await confirm('Move category', 'Move')

    await waitFor(() => expect(sent).toEqual([{ position: 3 }]))
  })

  it('is restored if a move fails', async () => {
    openCategories({ [`POST ${toCategoryPath(rugs)}/move`]: internalError })
    await choose('Rugs', 'Move to top')

    expect(await screen.findByText(/Failed to update category/)).toBeTruthy()
    await waitFor(() => expect(listNames()).toEqual(['Lamps', 'Chairs', 'Rugs']))
  })
})
