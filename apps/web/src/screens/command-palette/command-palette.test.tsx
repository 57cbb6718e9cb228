import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { enterText } from '../../../test/enter-text.ts'
import {
  type Answer,
  type Answers,
  aCategory,
  aLink,
  anOrganization,
  aProduct,
  aProject,
  aStore,
  errorReply,
  inProject,
  noReply,
  openDashboard,
  other,
  someDays,
} from '../../../test/open-dashboard.tsx'

const anOverview = () => ({
  totalClicks: 5,
  clicksAllTime: 5,
  clicksLastMonth: 5,
  activeLinks: 1,
  topPerformingLinks: [],
  clicksByDay: someDays(2, 3),
})
const prompt = 'Find a link, a screen or an action'
const labels = [{ label_id: '0197a000-0000-7000-8000-000000000200', name: 'audio', active: true, color_hex: null }]

async function openPalette(links: Answer, answers: Answers = {}): Promise<HTMLElement> {
  openDashboard('/', {
    [`GET ${inProject}/analytics/overview`]: anOverview,
    [`GET ${inProject}/urls`]: (call) => (call.query.get('archived') === 'true' ? [] : links(call)),
    [`GET ${inProject}/labels`]: () => labels,
    ...answers,
  })
  await screen.findByText('Active links')
  await userEvent.click(screen.getByRole('button', { name: /Find/ }))
  return screen.findByRole('textbox', { name: prompt })
}

const matching: Answer = ({ query }) => ('wireless headphones'.includes(query.get('search') ?? '') ? [aLink()] : [])

/** Returns queries for the palette only, because the dashboard behind it has links too. */
function withinPalette() {
  return within(screen.getByRole('dialog', { name: 'Find' }))
}

async function pressFind(): Promise<void> {
  await waitFor(expectClosed)
  await userEvent.click(screen.getByRole('button', { name: /Find/ }))
  // The library clears the field after a transition, and tests have no transitions.
  await userEvent.clear(await screen.findByRole('textbox', { name: prompt }))
}

/** Returns the label of each row. Rows can have a description too. */
function listRows(): (string | null | undefined)[] {
  return withinPalette()
    .getAllByRole('button')
    .map((row) => row.querySelector('.mantine-Spotlight-actionLabel')?.textContent)
}

function listGroups(): (string | null)[] {
  const list = document.querySelectorAll('.mantine-Spotlight-actionsGroup')
  return [...list].map((group) => group.getAttribute('style')?.match(/'(.*)'/)?.[1] ?? null)
}

function expectClosed(): void {
  expect(screen.queryByRole('textbox', { name: prompt })).toBeNull()
}

describe('the command palette', () => {
  it('hides links that do not match the term while the search loads', async () => {
    const field = await openPalette(({ query }) => (query.get('search') === null ? [aLink()] : noReply()))
    await withinPalette().findByText('Wireless headphones')

    await userEvent.type(field, 'kettle')

    await waitFor(() => expect(withinPalette().queryByText('Wireless headphones')).toBeNull())
    expect(screen.getByText('Searching…')).toBeTruthy()
  })

  it('shows matching links while the next search loads', async () => {
    const field = await openPalette(({ query }) => (query.get('search') === null ? [aLink()] : noReply()))
    await withinPalette().findByText('Wireless headphones')

    await userEvent.type(field, 'headph')

    expect(withinPalette().getByText('Wireless headphones')).toBeTruthy()
  })

  it('says that nothing was found', async () => {
    const field = await openPalette(matching)

    await userEvent.type(field, 'zzz')

    expect(await screen.findByText('Nothing found')).toBeTruthy()
  })

  it.each([
    ['labels', 'Settings: Labels'],
    ['invite', 'Settings: Members'],
    ['add people', 'Invite a member'],
    ['billing', 'Settings: Subscription'],
    ['password', 'Settings: Profile'],
    ['domain', 'Settings: Domains'],
    ['delete account', 'Settings: Profile'],
    ['delete organization', 'Settings: Members'],
    ['backup', 'Settings: Data'],
    ['feedback', 'Contact & Feedback'],
    ['api', 'API docs'],
    ['create', 'Create a label'],
    ['add project', 'New project'],
    ['store set', 'Store Settings'],
    ['new product', 'Add a product'],
    ['new category', 'Add a category'],
    ['visit store', 'Open the store page'],
    ['share store', 'Copy the address of the store'],
    ['turn off keys', 'Keyboard shortcuts'],
    ['dark', 'Theme: Dark'],
    ['theme', 'Current theme'],
    ['sales', 'Earnings'],
    ['retailers', 'Retailers'],
    ['integrations', 'Retailers'],
    ['amazon', 'Amazon migration'],
    ['youtube', 'YouTube'],
    ['broken links', 'Link check'],
    ['link check', 'Link check'],
    ['countries', 'Analytics: Geography'],
    ['lamp', 'Brass desk lamp'],
    ['kitchen', 'Products of this category'],
    ['audio', 'Links with this label'],
    ['everyday', 'Everyday Reviews'],
    ['gear', 'Switch to this project'],
  ])('finds for %o: %s', async (query, found) => {
    const field = await openPalette(matching, {
      'GET /v1/organizations': () => [anOrganization({ projects: [aProject(), other], full_analytics_enabled: true })],
      [`GET ${inProject}/stores`]: () => [aStore()],
      [`GET ${inProject}/products`]: () => [aProduct({ name: 'Brass desk lamp' })],
      [`GET ${inProject}/categories`]: () => [aCategory({ name: 'Kitchen' })],
    })

    await enterText(field, query)

    expect(await withinPalette().findByText(found)).toBeTruthy()
  })

  it('opens with likely actions, the latest links and the screens', async () => {
    await openPalette(matching, { [`GET ${inProject}/stores`]: () => [aStore()] })
    await withinPalette().findByText('Wireless headphones')

    expect(listGroups()).toEqual(['Suggested', 'Links', 'Screens'])
    expect(listRows().slice(0, 5)).toEqual(['Add a link', 'Add a product', 'Open the store page', 'Invite a member', 'Wireless headphones'])
  })

  it('opens with the actions that were run last in the project, also with a link that is not among the latest', async () => {
    const old = aLink({ url_id: '0197a000-0000-7000-8000-000000000097', title: 'Old lamp' })
    const field = await openPalette(({ query }) => (query.get('search') === 'old lamp' ? [old] : []), {
      [`GET ${inProject}/urls/${old.url_id}`]: () => old,
      [`GET ${inProject}/stores`]: () => [],
    })
    await enterText(field, 'old lamp')
    await userEvent.click(await withinPalette().findByText('Old lamp'))
    await pressFind()
    await userEvent.click(await withinPalette().findByText('Retailers'))
    await pressFind()

    expect(await withinPalette().findByText('Old lamp')).toBeTruthy()
    expect(listGroups()[0]).toBe('Recent')
    expect(listRows().slice(0, 3)).toEqual(['Retailers', 'Old lamp', 'Add a link'])
    expect(withinPalette().getAllByText('Retailers')).toHaveLength(1)
  })

  it('opens with the actions of the link whose page is open', async () => {
    const link = aLink()
    openDashboard(`/links/${link.url_id}/settings`, {
      [`GET ${inProject}/urls`]: () => [],
      [`GET ${inProject}/urls/${link.url_id}`]: () => link,
      [`GET ${inProject}/labels`]: () => labels,
    })
    await screen.findByRole('heading', { level: 1, name: 'Wireless headphones' })
    await pressFind()

    expect(await withinPalette().findByText('Copy short URL')).toBeTruthy()
    expect(listGroups()[0]).toBe('“Wireless headphones”')
    expect(listRows()[0]).toBe('Copy short URL')
  })

  it('shows links in the order of the server', async () => {
    const sorts: (string | null)[] = []
    const worst = aLink({ url_id: '0197a000-0000-7000-8000-000000000098', title: 'Great headphones' })
    const field = await openPalette(({ query }) => {
      sorts.push(query.get('sort'))
      return query.get('search') === 'headphones' ? [aLink({ title: 'Headphones' }), worst] : []
    })

    await enterText(field, 'headphones')

    await waitFor(() =>
      expect(
        withinPalette()
          .getAllByText(/headphones$/i)
          .map(({ textContent }) => textContent),
      ).toEqual(['Headphones', 'Great headphones']),
    )
    expect(sorts.at(-1)).toBe('relevance')
  })

  it('shows products that begin with the term before products that contain it', async () => {
    const names = ['A lamp', 'Lamp shade', 'Lamp']
    const field = await openPalette(() => [], {
      [`GET ${inProject}/products`]: () =>
        names.map((name, nth) => aProduct({ product_id: `0197a000-0000-7000-8000-00000000030${nth}`, name })),
    })

    await userEvent.type(field, 'lamp')

    await waitFor(() =>
      expect(
        withinPalette()
          .getAllByText(/lamp/i)
          .map(({ textContent }) => textContent),
      ).toEqual(['Lamp', 'Lamp shade', 'A lamp']),
    )
  })

  it('opens the products of a category', async () => {
    const field = await openPalette(() => [], {
      [`GET ${inProject}/categories`]: () => [aCategory({ name: 'Kitchen' })],
    })

    await enterText(field, 'kitchen')
    await withinPalette().findByText('Kitchen')
    await userEvent.keyboard('{Enter}')

    expect(await screen.findByRole('heading', { level: 1, name: 'Products' })).toBeTruthy()
    expect(await screen.findByText('No product is in this category yet.')).toBeTruthy()
  })

  it('disables actions that add to an archived project, and says why', async () => {
    const field = await openPalette(matching, {
      'GET /v1/organizations': () => [anOrganization({ projects: [aProject({ status: 'archived' })] })],
    })
    const listRows = (name: RegExp) =>
      withinPalette()
        .getAllByRole('button', { name })
        .map((row) => [row.textContent, row.getAttribute('aria-disabled')])
    const why = 'This project is archived. Unarchive it to add links.'

    await userEvent.type(field, 'add')
    await withinPalette().findByText('Add a link')
    expect(listRows(/^(Add|Create) a|^New project/)).toEqual([
      ['Create a label', null],
      ['New project', null],
      [`Add a link${why}`, 'true'],
      [`Add a product${why}`, 'true'],
      [`Add a category${why}`, 'true'],
    ])
    await userEvent.click(withinPalette().getByText('Add a product'))
    expect(screen.getByRole('dialog', { name: 'Find' })).toBeTruthy()

    await userEvent.clear(field)
    await enterText(field, 'shop.example/lamp')
    await withinPalette().findByText('Shorten shop.example/lamp')
    expect(listRows(/^Shorten/)).toEqual([[`Shorten shop.example/lamp${why}`, 'true']])
  })

  it('offers no actions of a store if the plan has no store', async () => {
    const field = await openPalette(matching, {
      'GET /v1/organizations': () => [anOrganization({ store_page_enabled: false, product_page_enabled: false })],
    })

    await userEvent.type(field, 'product')

    expect(await screen.findByText('Nothing found')).toBeTruthy()
  })

  it('offers the actions of the first link', async () => {
    const field = await openPalette(matching)

    await enterText(field, 'headphones')

    await waitFor(() =>
      expect(
        withinPalette()
          .getAllByRole('button', { name: /^(Copy|Analytics|QR|Edit|Labels|Archive|Delete)/ })
          .map((row) => row.textContent),
      ).toEqual(['Copy short URL', 'QR code', 'Edit link', 'Labels', 'Archive', 'Delete link']),
    )
  })

  it('runs an action that is typed before the link, and returns the focus when its dialog closes', async () => {
    const field = await openPalette(matching)

    await enterText(field, 'archive headphones')
    await screen.findByText('Archive: Wireless headphones')
    await userEvent.keyboard('{Enter}')

    expect(await screen.findByRole('dialog', { name: 'Archive Link' })).toBeTruthy()
    expectClosed()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /Find/ })))
  })

  it('finds archived links after the other links, and unarchives them', async () => {
    const old = aLink({ url_id: '0197a000-0000-7000-8000-000000000099', title: 'Old headphones', archived: true })
    const field = await openPalette(matching, {
      [`GET ${inProject}/urls`]: (call) => (call.query.get('archived') === 'true' ? [old] : matching(call)),
    })
    await withinPalette().findByText('Wireless headphones')
    expect(withinPalette().queryByText('Old headphones')).toBeNull()

    await enterText(field, 'headphones')
    await withinPalette().findByText(/^Archived · /)
    expect(
      withinPalette()
        .getAllByText(/headphones$/)
        .map(({ textContent }) => textContent),
    ).toEqual(['Wireless headphones', 'Old headphones'])

    await userEvent.clear(field)
    await enterText(field, 'unarchive headphones')
    await userEvent.click(await screen.findByText('Unarchive: Old headphones'))

    expect(await screen.findByRole('dialog', { name: 'Unarchive Link' })).toBeTruthy()
  })

  it('opens the feedback dialog', async () => {
    const field = await openPalette(matching)

    await enterText(field, 'feedback')
    await withinPalette().findByText('Contact & Feedback')
    await userEvent.keyboard('{Enter}')

    expect(await screen.findByRole('dialog', { name: 'Contact & Feedback' })).toBeTruthy()
  })

  it('shortens a pasted URL', async () => {
    const created = vi.fn((_body: unknown) => aLink())
    const field = await openPalette((call) => (call.query.has('target') ? [] : matching(call)), {
      [`POST ${inProject}/urls`]: ({ body }) => created(body),
    })

    await userEvent.click(field)
    await userEvent.paste('shop.example/lamp?x=1')
    await userEvent.click(await screen.findByText('Shorten shop.example/lamp?x=1'))

    expect(await screen.findByText(/Link created successfully/)).toBeTruthy()
    expect(created).toHaveBeenCalledExactlyOnceWith({ target: 'https://shop.example/lamp?x=1' })
  })

  it('creates a link for each of several pasted URLs', async () => {
    const field = await openPalette(matching)

    await userEvent.click(field)
    await userEvent.paste('a.example\nb.example')

    expect(await screen.findByRole('button', { name: 'Create 2 links' })).toBeTruthy()
    expect(screen.queryByRole('dialog', { name: 'Find' })).toBeNull()
  })

  it.each(['lamp', 'two words.example', 'v1.'])('does not offer to shorten %o', async (query) => {
    const field = await openPalette(matching)

    await enterText(field, query)

    expect(await screen.findByText('Nothing found')).toBeTruthy()
    expect(screen.queryByText(/^Shorten/)).toBeNull()
  })

  it('searches nothing while the user lacks a second factor that the organization requires', async () => {
    const search = vi.fn(() => errorReply(403, 'SECOND_FACTOR_NEEDED', 'This organization requires a second factor.'))
    const lists = ['urls', 'labels', 'products', 'categories', 'store'].map((list) => [`GET ${inProject}/${list}`, search])
    openDashboard('/', {
      ...Object.fromEntries(lists),
      'GET /v1/organizations': () => [anOrganization({ role: 'member', second_factor_required: true, second_factor_missing: true })],
    })
    await screen.findByRole('link', { name: 'Set up in your account' })
    await userEvent.click(screen.getByRole('button', { name: /Find/ }))
    const field = await screen.findByRole('textbox', { name: prompt })

    await withinPalette().findByText('Settings: Profile')
    expect(listGroups()).toEqual(['Screens', 'Actions'])
    expect(withinPalette().queryByText('Links')).toBeNull()
    await enterText(field, 'lamp')
    expect(await withinPalette().findByText('Nothing found')).toBeTruthy()
    expect(search).not.toHaveBeenCalled()
  })

  it('has the focus as soon as it is shown, so that no typed key is lost', async () => {
    const press = () => fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true })
    await openPalette(() => [])
    press()
    await waitFor(expectClosed)

    press()

    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: prompt }))
  })

  it('closes with its keyboard shortcut', async () => {
    const field = await openPalette(() => [])
    await userEvent.click(field)

    await userEvent.keyboard('{Control>}k{/Control}')

    await waitFor(expectClosed)
  })
})
