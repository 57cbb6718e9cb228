import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { anAffiliation, aProduct, savedIntegrations } from '../../test/api-answers.ts'
import { aDomainSettings, aVerifiedDomain } from '../../test/domain-answers.ts'
import {
  type Answers,
  aLink,
  anOrganization,
  aProject,
  aQrConfig,
  aStore,
  inProject,
  openDashboard,
  orgId,
  Reply,
  type SentCall,
} from '../../test/open-dashboard.tsx'

const link = aLink()
const domain = aVerifiedDomain()
const store = aStore({ snippet: '<p>Mine</p>' })
const one = `${inProject}/stores/${store.store_id}`
const as = (role: string): Answers => ({ 'GET /v1/organizations': () => [anOrganization({ role })] })

function open(path: string, answers: Answers): void {
  openDashboard(path, {
    [`GET ${inProject}/urls`]: () => [link],
    [`GET ${inProject}/urls/${link.url_id}`]: () => link,
    [`GET ${inProject}/urls/${link.url_id}/affiliation`]: () => anAffiliation(),
    [`GET ${inProject}/urls/${link.url_id}/qr_code/config`]: () => aQrConfig(),
    [`GET ${inProject}/urls/${link.url_id}/qr_code`]: () => new Blob(['code'], { type: 'image/png' }),
    [`GET ${inProject}/labels`]: () => [{ label_id: orgId, id: orgId, name: 'audio', active: true, color_hex: null }],
    [`GET /v1/${orgId}/domains`]: () => [domain],
    [`GET /v1/${orgId}/domains/${domain.domain_id}/settings`]: () => aDomainSettings(),
    [`GET ${inProject}/stores`]: () => [store],
    [`GET ${inProject}/products`]: () => [aProduct()],
    [`GET ${inProject}/categories`]: () => [],
    [`GET ${one}/shops`]: () => ({ hosts: [] }),
    [`GET ${one}/qr_code/config`]: () => aQrConfig(),
    [`GET ${one}/qr_code`]: () => new Blob(['code'], { type: 'image/png' }),
    [`GET ${inProject}/integrations/amazon`]: () => savedIntegrations.amazon,
    ...answers,
  })
}

type Control = [role: 'button' | 'checkbox' | 'link' | 'textbox', name: string | RegExp]

/** The screens with their controls that change something. */
const controls: [path: string, loaded: Control, ...Control[]][] = [
  ['/links', ['button', /^Copy short URL/], ['textbox', 'URL to shorten'], ['button', 'Import'], ['checkbox', /^Select /]],
  [
    `/links/${link.url_id}`,
    ['button', 'Copy Short Link'],
    ['button', 'Edit URL'],
    ['button', 'Archive'],
    ['button', 'Edit labels'],
    ['button', /^More actions of/],
  ],
  ['/store/settings', ['textbox', 'Store name'], ['button', 'Save Settings']],
  [
    '/store/products',
    ['button', 'Export products as CSV'],
    ['link', 'Add Product'],
    ['link', /^Edit /],
    ['button', 'Import products'],
    ['button', /^Delete /],
  ],
  [`/settings/domains?domain=${domain.domain_id}`, ['link', 'All domains'], ['button', 'Check now'], ['button', 'Make primary']],
  ['/settings/labels', ['button', 'Open menu'], ['button', 'Create label'], ['button', /^Edit audio/]],
]

describe('a control that changes something', () => {
  it.each(controls)('is on %s for a member', async (path, loaded, ...shown) => {
    open(path, as('member'))
    await screen.findAllByRole(loaded[0], { name: loaded[1] })

    for (const [role, name] of shown) expect((await screen.findAllByRole(role, { name })).length).toBeGreaterThan(0)
  })

  it.each(controls)('is not on %s for a viewer', async (path, loaded, ...hidden) => {
    open(path, as('viewer'))
    await screen.findAllByRole(loaded[0], { name: loaded[1] })
    await screen.findByRole('region', { name: 'Your role' })
    if (path === '/settings/labels') await screen.findByText('audio')

    for (const [role, name] of hidden) expect({ name, shown: screen.queryAllByRole(role, { name }) }).toEqual({ name, shown: [] })
  })
})

/**
 * Returns true if the control is in a disabled fieldset. The browser then disables the control, but the control's own
 * `disabled` property is false.
 */
const isDisabled = (field: HTMLElement) => field.closest('fieldset')?.disabled ?? false

describe('a member', () => {
  it('neither adds nor removes domains', async () => {
    open(`/settings/domains?domain=${domain.domain_id}`, as('member'))
    await screen.findByRole('button', { name: 'Make primary' })
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()

    await userEvent.click(screen.getByRole('link', { name: 'All domains' }))
    await screen.findByRole('list', { name: 'Domains' })
    expect(screen.queryByRole('button', { name: 'Add domain' })).toBeNull()
  })
})

describe('a viewer', () => {
  it('sees the settings of the store in disabled fields, and the reason', async () => {
    open('/store/settings', as('viewer'))

    const field = await screen.findByRole('textbox', { name: 'Store name' })
    expect(isDisabled(field)).toBe(true)
    const banner = await screen.findByRole('region', { name: 'Your role' })
    expect(banner.textContent).toContain('An owner can make you a member.')
  })

  it('has no menu of changes for a link, but can copy the link', async () => {
    open('/links', as('viewer'))
    await userEvent.click(await screen.findByRole('button', { name: /^Actions of/ }))

    const menu = await screen.findByRole('menu')
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Copy URL'])
  })

  it('is offered no new project in the user menu', async () => {
    open('/links', as('viewer'))
    await userEvent.click(await screen.findByRole('button', { name: /Mia Lindqvist/ }))

    await screen.findByRole('menuitem', { name: 'Sign out' })
    expect(screen.queryByRole('menuitem', { name: 'New project' })).toBeNull()
  })

  it('finds no action in the command palette that changes anything', async () => {
    open('/links', as('viewer'))
    await userEvent.click(await screen.findByRole('button', { name: /^Find/ }))
    const palette = within(await screen.findByRole('dialog'))
    await userEvent.type(await palette.findByRole('textbox'), 'add')
    await waitFor(() => expect(palette.queryByText('Copy the address of the store')).toBeTruthy())

    for (const name of ['Add a link', 'New project', 'Add a product', 'Add a category', 'Create a label'])
      expect(palette.queryByText(name)).toBeNull()
  })
})

describe('a member', () => {
  it('sees affiliate accounts in disabled fields, and the reason', async () => {
    open('/settings/integrations', as('member'))

    expect(isDisabled(await screen.findByRole('textbox', { name: 'Tracking ID' }))).toBe(true)
    expect(screen.getByText('Only owners of the organization change this.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  it('sees the settings of a domain in disabled fields, and the reason', async () => {
    open(`/settings/domains?domain=${domain.domain_id}`, as('member'))

    const form = within(await screen.findByRole('form', { name: 'Domain settings' }))
    for (const name of ['Front page', 'Addresses without a link']) expect(isDisabled(form.getByRole('combobox', { name }))).toBe(true)
    expect(isDisabled(form.getByRole('textbox', { name: 'Icon address' }))).toBe(true)
    expect(form.getByText('Only owners of the organization change this.')).toBeTruthy()
    expect(form.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  it('saves the settings of the store, but can neither change its HTML nor delete it', async () => {
    const sent: SentCall[] = []
    open('/store/settings', {
      ...as('member'),
      [`PATCH ${one}`]: (call) => {
        sent.push(call)
        return store
      },
    })
    const html = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Custom HTML' })
    expect([html.readOnly, html.value]).toEqual([true, '<p>Mine</p>'])
    expect(screen.getByText(/Only owners of the organization can change the HTML/)).toBeTruthy()
    await userEvent.type(screen.getByRole('textbox', { name: 'Display name' }), 'Mia')
    await userEvent.click(screen.getByRole('button', { name: 'Save Settings' }))

    await screen.findByText('Store settings saved')
    expect(sent.map(({ body }) => body)).toEqual([{ revision: 'first', store_name: 'Mia' }])
    expect(screen.queryByRole('button', { name: 'Delete store' })).toBeNull()
  })
})

describe('an owner', () => {
  it('deletes the store after typing its name', async () => {
    let isDeleted = false
    open('/store/settings', {
      [`GET ${inProject}/stores`]: () => (isDeleted ? [] : [store]),
      [`DELETE ${one}`]: () => {
        isDeleted = true
        return new Reply(204, undefined)
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete store' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete store' }))
    const remove = await dialog.findByRole('button', { name: 'Delete' })
    await userEvent.click(remove)
    expect(dialog.getByText('Type the name exactly as shown here')).toBeTruthy()
    expect(isDeleted).toBe(false)

    await userEvent.type(dialog.getByRole('textbox'), store.name)
    await userEvent.click(remove)

    expect(await screen.findByRole('heading', { name: 'No store found. Please create a store first.' })).toBeTruthy()
    expect(isDeleted).toBe(true)
  })
})

it('sees each role and its permissions in the settings of members', async () => {
  open('/settings/members', { [`GET /v1/${orgId}/members`]: () => [], [`GET /v1/${orgId}/invitations`]: () => [] })

  const roles = (await screen.findByRole('heading', { name: 'Roles' })).parentElement
  expect(roles?.textContent).toMatch(/Owner Yours.*everything\..*Member.*does not delete the organization.*Viewer.*Changes nothing\./)
})

describe('an archived project', () => {
  const archived: Answers = { 'GET /v1/organizations': () => [anOrganization({ projects: [{ ...aProject(), status: 'archived' }] })] }
  const additions: [path: string, ...names: string[]][] = [
    ['/links', 'Add Link', 'Import'],
    ['/store/products', 'Add Product', 'Import products'],
    ['/store/categories', 'Add category'],
  ]

  it.each(additions)('disables the controls that add to it on %s, and says why', async (path, ...names) => {
    open(path, archived)

    const banner = await screen.findByRole('region', { name: 'Archived project' })
    expect(banner.textContent).toContain('This project is archived. Unarchive it to add links.')
    for (const name of names)
      expect({ name, disabled: isDisabled(await screen.findByRole('button', { name })) }).toEqual({ name, disabled: true })
  })

  it('has a banner with a link to unarchive it, which viewers do not see', async () => {
    open('/links', archived)

    const banner = within(await screen.findByRole('region', { name: 'Archived project' }))
    await userEvent.click(banner.getByRole('link', { name: 'Projects' }))

    expect(await screen.findByRole('heading', { name: 'Projects' })).toBeTruthy()
    expect(banner.queryByRole('link', { name: 'Projects' })).toBeNull()
    cleanup()
    open('/links', { 'GET /v1/organizations': () => [anOrganization({ role: 'viewer', projects: [aProject({ status: 'archived' })] })] })
    expect(within(await screen.findByRole('region', { name: 'Archived project' })).queryByRole('link')).toBeNull()
  })

  it('leaves the controls that change a link enabled', async () => {
    open(`/links/${link.url_id}`, archived)

    expect(isDisabled(await screen.findByRole('button', { name: 'Edit URL' }))).toBe(false)
  })
})
