import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { aVerifiedDomain } from '../../../test/domain-answers.ts'
import {
  type Answers,
  aLink,
  anAlias,
  anOrganization,
  aProject,
  errorReply,
  inProject,
  internalError,
  noReply,
  openDashboard,
  orgId,
  Reply,
  someAddressClicks,
} from '../../../test/open-dashboard.tsx'

const link = aLink()
const ofLink = `${inProject}/urls/${link.url_id}`
const domains = `GET /v1/${orgId}/domains`
const lamps = aVerifiedDomain()
const archived = aVerifiedDomain({ domain_id: '0197a000-0000-7000-8000-000000000d02', host: 'old.example', state: 'archived' })
const severalDomains = { [domains]: () => [lamps, archived] }

function openSettings(answers: Answers): void {
  openDashboard(`/links/${link.url_id}/settings`, {
    ...{ [`GET ${ofLink}`]: () => link, [`GET ${ofLink}/aliases`]: () => [], [`GET /v1/${orgId}/audit-logs`]: () => [] },
    ...{ [`GET ${inProject}/slugs`]: () => [], [`GET ${inProject}/utm-templates`]: () => [] },
    [`GET ${inProject}/analytics/urls/${link.url_id}/addresses`]: () => someAddressClicks(),
    ...answers,
  })
}

const listOptions = (select: HTMLElement) =>
  within(select)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

/** Opens the form of the link. */
const openForm = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Edit URL' }))
  return within(await screen.findByRole('dialog', { name: 'Edit target URL and details' }))
}

describe('several links', () => {
  const links = [link, aLink({ url_id: '0197a000-0000-7000-8000-000000000301', title: 'A desk', slug: 'desk' })]
  const many = `PATCH ${inProject}/urls`

  async function selectBoth(answers: Answers) {
    openDashboard('/links', { [`GET ${inProject}/labels`]: () => [], [`GET ${inProject}/urls`]: () => links, ...answers })
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all shown' }))
    return within(screen.getByRole('group', { name: 'Selected links' }))
  }

  it.each([
    ['without an own domain', () => []],
    ['with an archived domain alone', () => [archived]],
  ])('cannot be moved %s', async (_when, answer) => {
    const bar = await selectBoth({ [domains]: answer })
    expect(await bar.findByRole('button', { name: 'Labels' })).toBeTruthy()
    expect(bar.queryByRole('button', { name: 'Move to domain' })).toBeNull()
  })

  it('move to another domain, or all stay and the error names the short name', async () => {
    const sent: unknown[] = []
    const taken = errorReply(409, 'LINK_SLUG_TAKEN', 'This short name is already taken.').body as object
    const replies = [new Reply(409, { ...taken, data: { slug: 'desk' } }), links.map((one) => ({ ...one, domain: 'go.lamps.example' }))]
    const bar = await selectBoth({
      ...severalDomains,
      [many]: ({ body }) => [sent.push(body), replies.shift()][1],
    })
    await userEvent.click(await bar.findByRole('button', { name: 'Move to domain' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Move to domain' }))
    const select = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Domain' })
    expect([listOptions(select), select.value]).toEqual([['lnk.example', 'go.lamps.example'], 'go.lamps.example'])

    await userEvent.click(dialog.getByRole('button', { name: 'Move' }))
    expect(await dialog.findByText(/^No link was moved, because of desk[.]/)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Move' }))

    expect(await screen.findByText('Moved to go.lamps.example')).toBeTruthy()
    const body = { url_ids: links.map(({ url_id }) => url_id), domain: 'go.lamps.example' }
    expect(sent).toEqual([body, body])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('the domain in the settings of a link', () => {
  it.each([
    ['without an own domain', () => []],
    ['while domains load', noReply],
    ['when domains could not be loaded', internalError],
    ['with an archived domain alone', () => [archived]],
  ])('cannot be chosen %s', async (_when, answer) => {
    openSettings({ [domains]: answer })

    expect(await screen.findByRole('textbox', { name: 'Add an address' })).toBeTruthy()
    expect((await openForm()).getByText('sho.rt/')).toBeTruthy()
    expect(screen.queryByRole('combobox', { name: 'Domain' })).toBeNull()
  })

  it('moves the link, makes its earlier URL an alias, and checks names on the chosen domain', async () => {
    const checked: (string | null)[] = []
    const sent: unknown[] = []
    openSettings({
      ...severalDomains,
      [`GET ${inProject}/slugs`]: ({ query }) => [checked.push(query.get('domain')), [{ slug: 'spring', status: 'free' }]][1],
      [`PATCH ${ofLink}`]: ({ body }) =>
        [sent.push(body), { ...link, url: 'https://go.lamps.example/spring', domain: 'go.lamps.example' }][1],
    })
    const form = await openForm()
    const select = await form.findByRole('combobox', { name: 'Domain' })
    expect(listOptions(select)).toEqual(['lnk.example', 'go.lamps.example'])

    await userEvent.selectOptions(select, 'go.lamps.example')

    expect(form.getByText('go.lamps.example/')).toBeTruthy()
    expect(form.getByText('The current address, sho.rt/spring, keeps working as an alias until you release it.')).toBeTruthy()
    await waitFor(() => expect(checked.at(-1)).toBe('go.lamps.example'))
    expect(await form.findByRole('img', { name: 'Free' })).toBeTruthy()
    await userEvent.click(form.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(sent).toEqual([{ domain: 'go.lamps.example', revision: link.revision }]))
    expect(await screen.findByText('Link updated')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('shows an international domain in readable form', async () => {
    const host = 'xn--lampen-knig-sfb.example'
    const domain = aVerifiedDomain({ host, display_host: 'lampen-könig.example' })
    const onDomain = { ...link, domain: host, url: `https://${host}/spring` }
    openSettings({ [domains]: () => [domain], [`GET ${ofLink}`]: () => onDomain })
    const form = await openForm()
    const select = await form.findByRole('combobox', { name: 'Domain' })

    expect(form.getByText('lampen-könig.example/')).toBeTruthy()
    expect(await screen.findByText('The part after lampen-könig.example/. If it is empty, a short name is generated.')).toBeTruthy()
    await userEvent.selectOptions(select, 'lnk.example')

    expect(form.getByText(/^The current address, lampen-könig\.example\/spring, keeps working/)).toBeTruthy()
  })

  it.each([
    [false, [anAlias()]],
    [true, [anAlias({ slug: 'spring', domain: lamps.host, url: `https://${lamps.host}/spring` })]],
  ])('says that a name is taken on the chosen domain, unless the link’s own alias has it: %s', async (isOwn, aliases) => {
    openSettings({
      ...severalDomains,
      [`GET ${ofLink}/aliases`]: () => aliases,
      [`GET ${inProject}/slugs`]: ({ query }) => (query.get('domain') === lamps.host ? [{ slug: 'spring', status: 'taken' }] : []),
    })
    const form = await openForm()
    await userEvent.selectOptions(await form.findByRole('combobox', { name: 'Domain' }), lamps.host)

    if (isOwn) expect(await form.findByRole('img', { name: 'Free' })).toBeTruthy()
    else expect(await form.findByText('This short name is already taken. Please choose a different one.')).toBeTruthy()
  })

  it('removes the error of a taken name when another domain is chosen', async () => {
    const taken = 'This short name is already taken.'
    openSettings({ ...severalDomains, [`PATCH ${ofLink}`]: () => errorReply(409, 'LINK_SLUG_TAKEN', taken) })
    const form = await openForm()
    const select = await form.findByRole('combobox', { name: 'Domain' })
    await userEvent.selectOptions(select, lamps.host)
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText(taken)).toBeTruthy()

    await userEvent.selectOptions(select, 'lnk.example')

    await waitFor(() => expect(form.queryByText(taken)).toBeNull())
  })

  it.each([['DOMAIN_ARCHIVED'], ['DOMAIN_NOT_SERVING'], ['DOMAIN_NOT_FOUND']])('shows %s at the domain field', async (code) => {
    openSettings({ ...severalDomains, [`PATCH ${ofLink}`]: () => errorReply(409, code, 'This domain can not be used.') })
    const form = await openForm()
    const select = await form.findByRole('combobox', { name: 'Domain' })
    await userEvent.selectOptions(select, lamps.host)
    await userEvent.click(form.getByRole('button', { name: 'Save' }))

    expect(await form.findByText('This domain can not be used.')).toBeTruthy()
    await waitFor(() => expect(select.getAttribute('aria-invalid')).toBe('true'))
  })

  it('offers the link’s own domain even if the domain accepts no other links', async () => {
    const onOld = { ...link, domain: archived.host, url: `https://${archived.host}/spring` }
    openSettings({ ...severalDomains, [`GET ${ofLink}`]: () => onOld })

    const select = await (await openForm()).findByRole<HTMLSelectElement>('combobox', { name: 'Domain' })

    await waitFor(() => expect(listOptions(select)).toEqual(['lnk.example', 'go.lamps.example', 'old.example']))
    expect(select.value).toBe(archived.host)
  })
})

describe('the addresses of a link', () => {
  it('adds an alias on a chosen domain, and shows errors at their fields', async () => {
    const sent: unknown[] = []
    openSettings({
      ...severalDomains,
      [`POST ${ofLink}/aliases`]: ({ body }) => [sent.push(body), errorReply(409, 'DOMAIN_ARCHIVED', 'This domain is archived.')][1],
    })
    const field = await screen.findByRole('textbox', { name: 'Add an address' })
    const form = within(field.closest('form') ?? field)
    expect(form.getByText(/^The part after sho.rt\//)).toBeTruthy()
    await userEvent.selectOptions(await form.findByRole('combobox', { name: 'Domain' }), lamps.host)
    expect(form.getByText(/^The part after go.lamps.example\//)).toBeTruthy()
    await userEvent.type(field, 'lamp{Enter}')

    expect(await form.findByText('This domain is archived.')).toBeTruthy()
    expect(sent).toEqual([{ slug: 'lamp', domain: lamps.host }])
  })

  it('shows the addresses while clicks load, and a dash for each address if clicks could not be loaded', async () => {
    const byAddress = `GET ${inProject}/analytics/urls/${link.url_id}/addresses`
    openSettings({ [`GET ${ofLink}/aliases`]: () => [anAlias()], [byAddress]: internalError })

    const list = await screen.findByRole('list', { name: 'Addresses' })
    expect(await screen.findByRole('heading', { name: 'The clicks by address could not be loaded' })).toBeTruthy()
    expect(within(list).getAllByText('–')).toHaveLength(2)
    expect(screen.queryByText(/together/)).toBeNull()
  })

  it('shows and downloads the QR code of an alias', async () => {
    const asked: (string | null)[] = []
    const config = { logo: null, color: '#000000', background_color: '#ffffff', background_transparent: false }
    openSettings({
      [`GET ${ofLink}/aliases`]: () => [anAlias()],
      [`GET ${ofLink}/qr_code/config`]: () => config,
      [`GET ${ofLink}/qr_code`]: ({ query }) => [asked.push(query.get('alias_id')), noReply()][1],
    })

    await userEvent.click(await screen.findByRole('button', { name: 'QR code of sho.rt/headphones' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'QR Code' }))
    expect(dialog.getByText(/^This code leads to/).textContent).toContain('sho.rt/headphones')
    expect(dialog.getByRole('button', { name: 'Download PNG' })).toBeTruthy()
    await waitFor(() => expect(asked).toEqual([anAlias().alias_id]))
  })
})

describe('the list of links', () => {
  it('filters by domain, writes the domain into the URL, and shows the domain of each link', async () => {
    const asked: (string | null)[] = []
    const own = { ...link, url: 'https://go.lamps.example/spring', domain: lamps.host }
    openDashboard('/links', {
      ...severalDomains,
      [`GET ${inProject}/urls`]: ({ query }) => [asked.push(query.get('domain')), query.get('domain') === 'old.example' ? [] : [own]][1],
    })
    const select = await screen.findByRole('combobox', { name: 'Filter by domain' })
    expect(listOptions(select)).toEqual(['All domains', 'lnk.example', 'go.lamps.example', 'old.example'])
    expect(await screen.findByRole('link', { name: 'go.lamps.example/spring' })).toBeTruthy()

    await userEvent.selectOptions(select, 'lnk.example')
    await waitFor(() => expect(asked.at(-1)).toBe('none'))
    await userEvent.selectOptions(select, 'old.example')
    await waitFor(() => expect(asked.at(-1)).toBe('old.example'))

    expect(await screen.findByRole('heading', { name: 'No links on this domain' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show all domains' }))
    expect(await screen.findByRole('link', { name: 'go.lamps.example/spring' })).toBeTruthy()
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Filter by domain' }).value).toBe('')
  })

  it.each([
    { address: '/links', options: undefined },
    { address: '/links?domain=gone.example', options: ['All domains', 'this Linkshelf', 'gone.example'] },
  ])('has a filter by domain at $address if there is only one domain: $options', async ({ address, options }) => {
    openDashboard(address, { [`GET ${inProject}/urls`]: () => [link] })
    await screen.findByRole('link', { name: 'sho.rt/spring' })
    const select = screen.queryByRole('combobox', { name: 'Filter by domain' })
    expect(select === null ? undefined : listOptions(select)).toEqual(options)
  })
})

describe('new links', () => {
  it('are on the primary domain of the project, or on a chosen domain', async () => {
    const sent: unknown[] = []
    const searched: (string | null)[] = []
    const project = aProject({ primary_domain_id: lamps.domain_id })
    openDashboard('/links', {
      ...severalDomains,
      'GET /v1/organizations': () => [anOrganization({ projects: [project] })],
      [`GET ${inProject}/urls`]: ({ query }) => [query.has('target') && searched.push(query.get('domain')), []][1],
      [`POST ${inProject}/urls`]: ({ body }) => [sent.push(body), aLink()][1],
    })
    const field = await screen.findByRole('textbox', { name: 'URL to shorten' })
    await userEvent.click(field)
    await userEvent.paste('https://one.example/ https://two.example/')
    const panel = within(await screen.findByRole('region', { name: 'New links' }))
    const select = await panel.findByRole<HTMLSelectElement>('combobox', { name: 'Domain of the new link' })
    expect([select.value, listOptions(select)]).toEqual([lamps.host, ['lnk.example', 'go.lamps.example']])

    await userEvent.selectOptions(select, 'lnk.example')
    await userEvent.click(panel.getByRole('button', { name: 'Create 2 links' }))

    await waitFor(() =>
      expect(sent).toEqual([
        { target: 'https://one.example/', domain: null },
        { target: 'https://two.example/', domain: null },
      ]),
    )
    expect(searched).toEqual(['none', 'none'])
  })

  it('are on the chosen domain if another app shared the page', async () => {
    const sent: unknown[] = []
    const searched: (string | null)[] = []
    openDashboard('/new?text=https%3A%2F%2Fone.example%2F', {
      ...severalDomains,
      [`GET ${inProject}/urls`]: ({ query }) => [query.has('target') && searched.push(query.get('domain')), []][1],
      [`POST ${inProject}/urls`]: ({ body }) => [sent.push(body), aLink()][1],
      [`GET ${ofLink}`]: () => link,
    })
    const panel = within(await screen.findByRole('region', { name: 'Page to shorten' }))
    await userEvent.selectOptions(await panel.findByRole('combobox', { name: 'Domain of the new link' }), lamps.host)
    await userEvent.click(panel.getByRole('button', { name: 'Shorten and copy' }))

    await waitFor(() => expect(sent).toEqual([{ target: 'https://one.example/', domain: lamps.host }]))
    expect(searched).toEqual([lamps.host])
  })
})
