import type { Organization } from '@linkshelf/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { enterText } from '../../../test/enter-text.ts'
import {
  type Answer,
  aLink,
  anOrganization,
  aProject,
  aUser,
  errorReply,
  inOther,
  inProject,
  internalError,
  narrowWindow,
  noReply,
  openDashboard,
  orgId,
  other,
  otherId,
  Reply,
  someDays,
  twoProjects,
} from '../../../test/open-dashboard.tsx'
import { organizationListQuery } from '../../features/organizations/organization-queries.ts'
import { hasScreen } from '../screen-paths.ts'
import { flattenGroups, listSidebarEntries } from '../sidebar-entries.ts'

const anOverview = () => ({
  totalClicks: 5,
  clicksAllTime: 5,
  clicksLastMonth: 5,
  activeLinks: 1,
  topPerformingLinks: [],
  clicksByDay: someDays(2, 3),
})

function openLayout(answers: Record<string, Answer> = {}): void {
  openDashboard('/', { [`GET ${inProject}/analytics/overview`]: anOverview, [`GET ${inOther}/analytics/overview`]: anOverview, ...answers })
}

async function add(text: string): Promise<void> {
  const field = await screen.findByRole('textbox', { name: 'URL to shorten' })
  await screen.findByText('Active links')
  await userEvent.clear(field)
  if (text !== '') await userEvent.type(field, text)
  await userEvent.click(screen.getByRole('button', { name: 'Add Link' }))
}

describe('the add-link bar', () => {
  it('creates a link and shows a toast', async () => {
    const sent: unknown[] = []
    openLayout({
      [`POST ${inProject}/urls`]: ({ body }) => {
        sent.push(body)
        return aLink()
      },
    })

    await add('shop.example/headphones')

    expect(await screen.findByText('Link created successfully')).toBeTruthy()
    expect(sent).toEqual([{ target: 'https://shop.example/headphones' }])
  })

  it('requires a URL', async () => {
    openLayout()

    await add('')

    expect(await screen.findByText('Please enter a valid URL')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'URL to shorten' }))
  })

  it('shows the limit message of the server', async () => {
    const sentence = 'Limit reached - You have reached the maximum of 10 links for this project.'
    openLayout({ [`POST ${inProject}/urls`]: () => errorReply(402, 'LINK_LIMIT_REACHED', sentence) })

    await add('shop.example')

    expect(await screen.findByText(sentence)).toBeTruthy()
  })

  it.each(['not a url', 'ftp://shop.example', 'http://', 'javascript:alert(1)'])('rejects %j without clearing the text', async (text) => {
    openLayout()

    await add(text)

    expect(await screen.findByText('Please enter a valid URL')).toBeTruthy()
    expect(screen.getByDisplayValue(text)).toBeTruthy()
  })

  it.each([
    ['an organization', [], 'No current organization selected'],
    ['a project', [anOrganization({ projects: [] })], 'Please select a project'],
  ])('requires %s', async (_title, organizations, sentence) => {
    openLayout({ 'GET /v1/organizations': () => organizations })
    await screen.findByRole('heading', { level: 1, name: 'No Organization or Project Selected' })
    await userEvent.type(screen.getByRole('textbox', { name: 'URL to shorten' }), 'shop.example')

    await userEvent.click(screen.getByRole('button', { name: 'Add Link' }))

    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.getByDisplayValue('shop.example')).toBeTruthy()
  })

  it.each([
    ['are loading', noReply],
    ['cannot be fetched', internalError],
  ])('creates no link while organizations %s', async (_when, answer) => {
    openLayout({ 'GET /v1/organizations': answer })
    await enterText(await screen.findByRole('textbox', { name: 'URL to shorten' }), 'shop.example')

    await userEvent.click(screen.getByRole('button', { name: 'Add Link' }))

    expect(await screen.findByText('No organization or project')).toBeTruthy()
    expect(screen.getByDisplayValue('shop.example')).toBeTruthy()
  })

  it('shows that it is creating, without clearing the text', async () => {
    const answer = Promise.withResolvers<object>()
    openLayout({ [`POST ${inProject}/urls`]: () => answer.promise })
    await add('shop.example/first')
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Add Link' })
    await waitFor(() => expect(button.disabled).toBe(true))

    await userEvent.clear(screen.getByRole('textbox', { name: 'URL to shorten' }))
    await enterText(screen.getByRole('textbox', { name: 'URL to shorten' }), 'shop.example/second')
    answer.resolve(aLink())

    expect(await screen.findByText('Link created successfully')).toBeTruthy()
    expect(screen.getByDisplayValue('shop.example/second')).toBeTruthy()
    expect(button.disabled).toBe(false)
  })

  it('shows the error without clearing the text', async () => {
    openLayout({ [`POST ${inProject}/urls`]: internalError })

    await add('shop.example')

    expect(await screen.findByText(/Failed to create link. Please try again./)).toBeTruthy()
    expect(screen.getByDisplayValue('shop.example')).toBeTruthy()
  })
})

it('shows only the most urgent banner', async () => {
  openLayout({
    'GET /v1/me': () => aUser({ email_confirmed: false }),
    'GET /v1/organizations': () => [anOrganization({ role: 'viewer' })],
  })

  expect(await screen.findByRole('region', { name: 'Confirmation of your email address' })).toBeTruthy()
  expect(await screen.findByText('Active links')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Your role' })).toBeNull()
})

it('warns of a reset of two-step sign-in, and leads to the page that stops it', async () => {
  openLayout({ 'GET /v1/me': () => aUser({ has_second_factor: true, second_factor_reset_at: '2025-12-03T09:41:00.000Z' }) })

  const banner = within(await screen.findByRole('region', { name: 'Reset of two-step sign-in' }))
  expect(banner.getByRole('link', { name: 'Stop the reset' })).toHaveProperty('pathname', '/auth/account/two-step')
})

describe('a required second factor that the user lacks', () => {
  const blocked = { role: 'member', second_factor_required: true, second_factor_missing: true }

  it('hides the screens of the organization until the user comes back with one', async () => {
    let isMissing = true
    const list = vi.fn(() => [anOrganization({ ...blocked, second_factor_missing: isMissing })])
    openLayout({ 'GET /v1/organizations': list })
    const link = await screen.findByRole('link', { name: 'Set up in your account' })
    expect(link).toHaveProperty('pathname', '/auth/account')
    expect(screen.queryByText('Active links')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Add Link' })).toBeNull()

    isMissing = false
    window.dispatchEvent(new Event('visibilitychange'))

    expect(await screen.findByText('Active links')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Set up in your account' })).toBeNull()
  })

  it('appears when a call fails because of it', async () => {
    let isMissing = false
    openLayout({
      'GET /v1/organizations': () => [anOrganization({ ...blocked, second_factor_missing: isMissing })],
      [`GET ${inProject}/analytics/overview`]: () => {
        isMissing = true
        return errorReply(403, 'SECOND_FACTOR_NEEDED', 'This organization requires a second factor.')
      },
    })

    expect(await screen.findByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeTruthy()
  })

  it('hides the projects of the organization where links are added to another one', async () => {
    const here = anOrganization()
    const blockedOther = { ...anOrganization(blocked), organization_id: otherId, id: otherId, name: 'Gear' }
    openLayout({
      'GET /v1/organizations': () => [here, { ...blockedOther, projects: [{ ...other, organization_id: otherId }] }],
    })

    expect(await screen.findByRole('button', { name: 'Add Link' })).toBeTruthy()
    expect(await screen.findByRole('button', { name: /^Project:/ })).toBeTruthy()
    expect(screen.queryByRole('combobox', { name: 'Project of the new link' })).toBeNull()
  })

  it('leaves the selector of organizations, and the way out', async () => {
    const left: string[] = []
    openLayout({
      'GET /v1/organizations': () => [
        anOrganization(blocked),
        anOrganization({ organization_id: otherId, id: otherId, name: 'Gear', projects: [{ ...other, organization_id: otherId }] }),
      ],
      [`DELETE /v1/${orgId}/members/${aUser().user_id}`]: ({ path }) => {
        left.push(path)
        return new Reply(204, undefined)
      },
    })

    expect(await screen.findByRole('button', { name: /^Project:/ })).toBeTruthy()
    await userEvent.click(await screen.findByRole('button', { name: 'Leave organization' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(left).toHaveLength(1))
  })
})

describe('the project selector', () => {
  it('is hidden if there is only one active project', async () => {
    openLayout({ 'GET /v1/organizations': () => [anOrganization({ projects: [aProject(), { ...other, status: 'archived' }] })] })

    await screen.findByText('Active links')
    expect(screen.queryByRole('button', { name: /^Project:/ })).toBeNull()
  })

  it('leaves a project that was archived since the last visit, and says so', async () => {
    localStorage.setItem('linkshelf.selection', JSON.stringify({ organizationId: orgId, projectId: otherId }))
    openLayout({ 'GET /v1/organizations': () => [anOrganization({ projects: [{ ...other, status: 'archived' }, aProject()] })] })

    expect(await screen.findByText('Gear Lab is archived. Now showing Everyday Reviews')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Archived project' })).toBeNull()
    expect(JSON.parse(localStorage.getItem('linkshelf.selection') ?? '')).toMatchObject({ projectId: aProject().id })
  })

  it('offers the way out of an archived project that a link opened, and adds links to another project there', async () => {
    const sent: unknown[] = []
    openDashboard(`/links?organization=${orgId}&project=${otherId}`, {
      'GET /v1/organizations': () => [anOrganization({ projects: [{ ...other, status: 'archived' }, aProject()] })],
      [`GET ${inOther}/urls`]: () => [],
      [`GET ${inProject}/urls`]: ({ query }) => (query.has('target') ? [] : [aLink()]),
      [`POST ${inProject}/urls`]: ({ body }) => {
        sent.push(body)
        return aLink()
      },
    })
    await screen.findByRole('region', { name: 'Archived project' })
    const [select, field] = [screen.getByLabelText('Project of the new link'), screen.getByLabelText('URL to shorten')]
    expect([select, field].map((element) => element.closest('fieldset[disabled]') !== null)).toEqual([false, true])
    expect(await screen.findByText('This project has no links, and none can be added while it is archived.')).toBeTruthy()

    await userEvent.selectOptions(select, 'Everyday Reviews')
    await userEvent.type(field, 'shop.example')
    await userEvent.click(screen.getByRole('button', { name: 'Add Link' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: /^Project: Gear Lab/ }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Everyday Reviews' }))

    await waitFor(() => expect(screen.queryByRole('region', { name: 'Archived project' })).toBeNull())
  })

  it('changes the project, shows a toast and stores the choice', async () => {
    openLayout(twoProjects)
    await userEvent.click(await screen.findByRole('button', { name: /^Project: Everyday Reviews/ }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Gear Lab' }))

    expect(await screen.findByText('Project Changed')).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Project: Gear Lab/ })).toBeTruthy()
    expect(localStorage.getItem('linkshelf.selection')).toBe(JSON.stringify({ organizationId: orgId, projectId: otherId }))
  })

  it('offers a new project in its menu, and then not in the user menu', async () => {
    openLayout(twoProjects)
    const selector = await screen.findByRole('button', { name: /^Project: Everyday Reviews/ })
    await userEvent.click(screen.getByRole('button', { name: /Mia Lindqvist/ }))
    await screen.findByRole('menuitem', { name: 'Sign out' })
    expect(screen.queryByRole('menuitem', { name: 'New project' })).toBeNull()
    await userEvent.keyboard('{Escape}')

    await userEvent.click(selector)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'New project' }))
    expect(await screen.findByRole('dialog', { name: 'New project' })).toBeTruthy()
    await userEvent.keyboard('{Escape}')

    await waitFor(() => expect(document.activeElement).toBe(selector))
  })

  it('changes the organization, and selects its first active project', async () => {
    const archived = aProject({ id: 'old', project_id: 'old', name: 'Old things', status: 'archived' })
    const guild = anOrganization({ id: 'guild', organization_id: 'guild', name: 'Gear Guild', projects: [archived, other] })
    openLayout({
      'GET /v1/organizations': () => [anOrganization(), guild],
      [`GET /v1/guild/projects/${otherId}/analytics/overview`]: anOverview,
    })
    await userEvent.click(await screen.findByRole('button', { name: /^Project: Everyday Reviews/ }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Gear Guild' }))

    expect(await screen.findByText('Project Changed')).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Project: Gear Lab/ })).toBeTruthy()
  })

  it('selects the organization that the URL names, and removes it from the URL', async () => {
    const guild = anOrganization({ id: 'guild', organization_id: 'guild', name: 'Gear Guild', projects: [other] })
    openDashboard('/settings/members?organization=guild', {
      'GET /v1/organizations': () => [anOrganization(), guild],
      'GET /v1/guild/members': () => [],
      'GET /v1/guild/invitations': () => [],
    })
    await screen.findByRole('button', { name: /^Project: Gear Lab/ })
    expect(JSON.parse(localStorage.getItem('linkshelf.selection') ?? '')).toEqual({ organizationId: 'guild', projectId: otherId })

    await userEvent.click(screen.getByRole('button', { name: /^Project: Gear Lab/ }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Everyday Media' }))
    expect(await screen.findByRole('button', { name: /^Project: Everyday Reviews/ })).toBeTruthy()
  })

  it('refetches everything after a change', async () => {
    const calls: string[] = []
    openLayout({
      'GET /v1/organizations': () => {
        calls.push('organizations')
        return [anOrganization({ projects: [aProject(), other] })]
      },
      'GET /v1/me': () => {
        calls.push('me')
        return aUser()
      },
    })
    await screen.findByRole('button', { name: /Mia Lindqvist/ })
    await userEvent.click(await screen.findByRole('button', { name: /^Project: Everyday Reviews/ }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Gear Lab' }))

    await waitFor(() => expect(calls.toSorted()).toEqual(['me', 'me', 'organizations', 'organizations']))
  })

  it('shows an empty state if the user has no organization', async () => {
    openLayout({ 'GET /v1/organizations': () => [] })

    expect(await screen.findByRole('heading', { level: 1, name: 'No Organization or Project Selected' })).toBeTruthy()
  })

  it('lets a user without an organization create one', async () => {
    const organizations: unknown[] = []
    openLayout({
      'GET /v1/organizations': () => organizations,
      'POST /v1/organizations': ({ body }) => {
        const created = anOrganization(body as object)
        organizations.push(created)
        return new Reply(201, created)
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'New organization' }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Mia’s shelf')
    await userEvent.click(screen.getByRole('button', { name: 'Create' }))

    expect(await screen.findByText('Organization created')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'No Organization or Project Selected' })).toBeNull())
  })

  it('shows an error when organizations cannot be fetched', async () => {
    openLayout({ 'GET /v1/organizations': internalError })

    expect(await screen.findByRole('heading', { level: 1, name: 'Failed to fetch organization data' })).toBeTruthy()
  })

  it('says that organizations may be out of date, until they are loaded again', async () => {
    let isDown = true
    const { queryClient } = openDashboard('/', {
      [`GET ${inProject}/analytics/overview`]: anOverview,
      'GET /v1/organizations': () => (isDown ? internalError() : [anOrganization({ name: 'Lamps and more' })]),
    })
    // An earlier visit has stored the organizations.
    queryClient.setQueryData(organizationListQuery.queryKey, [anOrganization()] as Organization[], { updatedAt: 0 })

    const banner = await screen.findByRole('region', { name: 'Organizations and projects' })
    expect(banner.textContent).toContain('what this browser loaded last, which may be out of date')
    expect(await screen.findByText('Active links')).toBeTruthy()

    isDown = false
    await userEvent.click(within(banner).getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Organizations and projects' })).toBeNull())
    expect(queryClient.getQueryData(organizationListQuery.queryKey)).toMatchObject([{ name: 'Lamps and more' }])
  })
})

describe('the sidebar', () => {
  beforeEach(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the state a browser starts with
    document.cookie = 'linkshelf_sidebar=; path=/; max-age=0'
  })

  it('collapses with Ctrl and B, even while typing, stores it, and opens with Cmd and B', async () => {
    openLayout()
    await userEvent.click(await screen.findByRole('textbox', { name: 'URL to shorten' }))

    await userEvent.keyboard('{Control>}b{/Control}')

    expect(await screen.findByRole('button', { name: 'Open sidebar' })).toBeTruthy()
    expect(document.cookie).toContain('linkshelf_sidebar=collapsed')

    await userEvent.keyboard('{Meta>}b{/Meta}')

    expect(await screen.findByRole('button', { name: 'Collapse sidebar' })).toBeTruthy()
  })

  it('starts in the stored state', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the state a browser starts with
    document.cookie = 'linkshelf_sidebar=collapsed; path=/'
    openLayout()

    expect(await screen.findByRole('button', { name: 'Open sidebar' })).toBeTruthy()
  })

  it('stores the state for seven days', async () => {
    const written = vi.spyOn(document, 'cookie', 'set')
    openLayout()

    await userEvent.click(await screen.findByRole('button', { name: 'Collapse sidebar' }))

    expect(written).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('linkshelf_sidebar=collapsed; path=/; max-age=604800'))
  })

  it('links to every screen and marks the current one', async () => {
    openLayout()
    const links = within(await screen.findByRole('navigation', { name: 'Main' }))

    await userEvent.click(await links.findByRole('button', { name: 'Earn' }))
    await userEvent.click(await links.findByRole('button', { name: 'Store' }))
    const built = flattenGroups(listSidebarEntries({ hasStorePage: true, hasProductPage: true })).filter(({ to }) => hasScreen(to))
    await waitFor(() => expect(links.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(built.map(({ to }) => to)))
    expect(links.getByRole('link', { current: 'page' }).textContent).toBe('Dashboard')
  })

  it('has three themes, the entries of the user menu and sign-out', async () => {
    openLayout()
    await userEvent.click(await screen.findByRole('button', { name: /Mia Lindqvist/ }))

    await screen.findByRole('menuitemradio', { name: 'System', checked: true })
    expect(screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual(['System', 'Light', 'Dark'])
    await screen.findByRole('menuitem', { name: 'New project' })
    const offered = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
    expect(offered).toEqual(['Profile', 'Settings', 'New project', 'Sign out'])

    await userEvent.click(screen.getByRole('menuitem', { name: 'New project' }))
    expect(await screen.findByRole('dialog', { name: 'New project' })).toBeTruthy()
  })

  it('is a drawer on small screens, and returns the focus when it closes', async () => {
    narrowWindow()
    openLayout()
    await userEvent.click(await screen.findByRole('button', { name: 'Open menu' }))

    const drawer = await screen.findByRole('dialog', { name: 'Menu' })
    expect(within(drawer).getByRole('link', { name: 'Links' })).toBeTruthy()
    await userEvent.keyboard('{Escape}')

    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open menu' })))
    expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull()
    expect(document.cookie).not.toContain('linkshelf_sidebar=')
    await userEvent.keyboard('{Control>}b{/Control}')
    expect(await screen.findByRole('dialog', { name: 'Menu' })).toBeTruthy()
  })
})
