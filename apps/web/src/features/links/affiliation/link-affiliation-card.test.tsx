import { integrationDefaults, type LinkAffiliation } from '@linkshelf/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { anAffiliation } from '../../../../test/api-answers.ts'
import { enterText } from '../../../../test/enter-text.ts'
import { type Answer, aLink, inProject, internalError, noReply, openDashboard, projectId } from '../../../../test/open-dashboard.tsx'

const link = aLink({ target: 'https://www.amazon.com/dp/B07FZ8S74R' })
const path = `${inProject}/urls/${link.url_id}`

function openLink(changes: object = {}, facts: Partial<LinkAffiliation> = {}, answers: Record<string, Answer> = {}): unknown[] {
  const sent: unknown[] = []
  let stored = { ...link, ...changes }
  openDashboard(`/links/${link.url_id}`, {
    [`GET ${path}`]: () => stored,
    [`GET ${path}/affiliation`]: () => anAffiliation(facts),
    [`GET ${path}/qr_code/config`]: noReply,
    [`PATCH ${path}`]: ({ body }) => {
      sent.push(body)
      stored = { ...stored, ...(body as object) }
      return stored
    },
    ...answers,
  })
  return sent
}

it('shows where the link leads, and the shops of visitors from other countries', async () => {
  openLink()
  expect(await screen.findByText('Amazon · amazon.com')).toBeTruthy()
  expect(screen.getByText('Visitors reach Amazon with your tag.')).toBeTruthy()
  const shops = within(screen.getByRole('list', { name: 'Shops of visitors' })).getAllByRole('listitem')
  expect(shops.map(({ textContent }) => textContent)).toEqual(['amazon.de · Germany and its neighborsa search for the title'])
})

it.each([
  ['of the link itself', link.target, []],
  ['of a shop', 'https://maker.example/lamp', [{ place: null, name: null, target: link.target }]],
])('turns off the affiliate tag %s in the form of the link, and nowhere else', async (_whose, target, shops) => {
  const sent = openLink({ target, shops, choice_page: shops.length > 0 })
  await screen.findByRole('heading', { name: 'Affiliation' })
  expect(screen.queryByRole('switch', { name: 'Use my affiliate tag' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Edit URL' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit target URL and details' }))
  await userEvent.click(dialog.getByRole('switch', { name: 'Use my affiliate tag' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Link updated')).toBeTruthy()
  expect(sent).toEqual([{ affiliated: false, revision: link.revision }])
})

it('adds a shop for a country', async () => {
  const sent = openLink()
  await userEvent.click(await screen.findByRole('button', { name: 'Add other shops' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit target URL and details' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add a shop' }))
  const place = dialog.getByRole('combobox', { name: 'Visitors from' })
  await enterText(place, 'nowhere')
  expect(await dialog.findByText('No country or marketplace has this name')).toBeTruthy()
  await userEvent.type(place, 'COTE d')
  await userEvent.click(await dialog.findByRole('option', { name: 'Côte d’Ivoire' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Please enter a valid URL')).toBeTruthy()
  expect(dialog.getByRole('switch', { name: 'Choice page' })).toHaveProperty('checked', false)

  await enterText(dialog.getByRole('textbox', { name: /^Address/ }), 'maker.example/fr')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Link updated')).toBeTruthy()
  expect(sent).toEqual([{ shops: [{ place: 'CI', name: null, target: 'https://maker.example/fr' }], revision: link.revision }])
})

it('turns the choice page on for a shop for everyone, and says that no visitor reaches the shop without it', async () => {
  const sent = openLink()
  await userEvent.click(await screen.findByRole('button', { name: 'Add other shops' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit target URL and details' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add a shop' }))
  await enterText(dialog.getByRole('textbox', { name: /^Address/ }), 'maker.example/lamp')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Choose who gets this shop')).toBeTruthy()

  await userEvent.click(dialog.getByRole('combobox', { name: 'Visitors from' }))
  await userEvent.click(await dialog.findByRole('option', { name: 'Everyone, on a choice page' }))
  const choicePage = dialog.getByRole('switch', { name: 'Choice page' })
  expect(choicePage).toHaveProperty('checked', true)
  await userEvent.click(choicePage)
  expect(dialog.getByText('Visitors reach this shop only through the choice page, which is off.')).toBeTruthy()
  await userEvent.click(choicePage)
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Link updated')).toBeTruthy()
  expect(sent).toEqual([
    { shops: [{ place: null, name: null, target: 'https://maker.example/lamp' }], choice_page: true, revision: link.revision },
  ])
})

it('shows which shop of a choice page earns nothing, and how to change that', async () => {
  const ebay = 'https://www.ebay.com/itm/123456789012'
  const nothing = { retailer: null, market: null, tag: null, pasted_tag: null }
  openLink(
    { shops: [{ place: 'DE', name: null, target: ebay }], choice_page: true },
    {
      destinations: [
        { target: link.target, place: null, ...nothing, state: 'earns', retailer: 'amazon', market: 'com', tag: 'mia-20' },
        { target: ebay, place: 'DE', ...nothing, state: 'not_connected', retailer: 'ebay', market: 'com' },
      ],
    },
  )
  const shops = within(await screen.findByRole('list', { name: 'Shops of the choice page' })).getAllByRole('listitem')
  expect(shops.map(({ textContent }) => textContent)).toEqual([
    'amazon.comEarns · tag mia-20',
    'ebay.com · GermanyNot connected: earns nothingConnect eBay',
  ])
})

it('offers each country once, with its current code', async () => {
  const sent = openLink()
  await userEvent.click(await screen.findByRole('button', { name: 'Add other shops' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit target URL and details' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add a shop' }))
  const place = dialog.getByRole('combobox', { name: 'Visitors from' })
  await userEvent.click(place)
  const names = (await dialog.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(new Set(names).size).toBe(names.length)

  await userEvent.type(place, 'germany')
  await userEvent.click(await dialog.findByRole('option', { name: 'Germany' }))
  await enterText(dialog.getByRole('textbox', { name: /^Address/ }), 'maker.example/de')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Link updated')).toBeTruthy()
  expect(sent).toEqual([{ shops: [{ place: 'DE', name: null, target: 'https://maker.example/de' }], revision: link.revision }])
})

it('shows the rules of affiliate programs for emails, with their source', async () => {
  openLink()
  await userEvent.click(await screen.findByText('Before you send this link by email'))
  expect(screen.getByText(/only for readers who asked for them.*last checked/s)).toBeTruthy()
})

it('warns beside the QR code if print is forbidden, and creates a link without affiliation for print', async () => {
  const copy = aLink({ url_id: '0197a000-0000-7000-8000-000000000777', title: 'For print', target: link.target, affiliated: false })
  const created: unknown[] = []
  const sent = openLink(
    {},
    {},
    {
      [`POST ${inProject}/urls`]: ({ body }) => {
        created.push(body)
        return copy
      },
      [`GET ${inProject}/urls/${copy.url_id}`]: () => copy,
      [`GET ${inProject}/urls/${copy.url_id}/affiliation`]: () => anAffiliation({ affiliated: false, programs: [], programmes: [] }),
    },
  )
  const rules = await screen.findByText('Not for print with a tag')
  expect(rules.closest('details')).toHaveProperty('open', false)
  await userEvent.click(rules)
  expect(screen.getByRole('link', { name: /Participation Requirements/ })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Make a second link for print' }))
  expect(await screen.findByRole('heading', { level: 1, name: /For print|sho\.rt/ })).toBeTruthy()
  const { target, labels, shops, choice_page, notes } = link
  expect(created).toEqual([{ target, labels, shops, choice_page, notes, title: `${link.title} (print)`, affiliated: false }])
  await waitFor(() => expect(screen.queryByText('Not for print with a tag')).toBeNull())
  expect(sent).toEqual([])
})

it('highlights the rules for print until they were read once in the project', async () => {
  openLink()
  const rules = await screen.findByText('Not for print with a tag')
  expect(rules.closest('details')?.hasAttribute('data-highlighted')).toBe(true)
  await userEvent.click(rules)
  await waitFor(() => expect(localStorage.getItem(`linkshelf.print-rules-read.${projectId}`)).toBe('true'))
  await userEvent.click(screen.getByRole('link', { name: 'QR' }))
  const onOtherTab = await screen.findByText('Not for print with a tag')
  expect(onOtherTab.closest('details')?.hasAttribute('data-highlighted')).toBe(false)
})

it('offers no link for print if a short link may contain a tag', async () => {
  openLink({ target: 'https://amzn.to/3AbCdEf' }, { status: 'short', market: null, expansion: 'failed' })
  expect(await screen.findByText('Not for print with a tag')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Make a second link for print' })).toBeNull()
})

it('does not load the affiliation of a link that leads to no retailer', async () => {
  openLink({ target: 'https://shop.example/lamp' }, {}, { [`GET ${path}/affiliation`]: internalError })
  expect(await screen.findByText('No shop')).toBeTruthy()
})

it('shows the error, and loads the affiliation again on retry', async () => {
  let isDown = true
  openLink({}, {}, { [`GET ${path}/affiliation`]: () => (isDown ? internalError() : anAffiliation()) })
  const heading = await screen.findByRole('heading', { name: 'The affiliate tag of this link could not be loaded' })
  isDown = false
  await userEvent.click(within(heading.closest<HTMLElement>('[role=alert]') ?? heading).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Amazon · amazon.com')).toBeTruthy()
})

it('says for each shop of a choice page whether it earns nothing, and why', async () => {
  const shops = [
    { place: null, name: null, target: 'https://www.amazon.com/dp/B07FZ8S74R' },
    { place: null, name: null, target: 'https://www.amazon.fr/dp/B07FZ8S74R' },
    { place: null, name: null, target: 'https://www.ebay.com/itm/123456789012' },
  ]
  openLink(
    { target: 'https://maker.example/lamp', shops, choice_page: true },
    {},
    {
      [`GET ${inProject}/integrations/amazon`]: () => ({
        ...integrationDefaults.amazon,
        trackingId: 'mia-20',
        defaultMarket: 'com',
        updated_at: '2026-11-01T00:00:00.000Z',
      }),
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Edit shops' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit target URL and details' }))
  const notes = await dialog.findAllByText(/Earns nothing/)
  const [amazon, france, ebay] = dialog.getAllByRole('group', { name: /^Shop/ })

  expect(amazon?.textContent).not.toContain('Earns nothing')
  expect(france?.textContent).toContain('Earns nothing: you have no tag for this country.')
  expect(ebay?.textContent).toContain('Earns nothing: this shop is not connected.')
  expect(notes.at(-1)?.textContent).toBe('The link’s own shop. Earns nothing: no program that Linkshelf knows pays for this destination.')

  const address = dialog.getAllByRole('textbox', { name: /^Address/ })[1]
  if (address === undefined) throw new Error('There are three shops')
  await userEvent.clear(address)
  await userEvent.paste('amazon.com/dp/B07FZ8S74R')
  expect(france?.textContent).not.toContain('Earns nothing')
})
