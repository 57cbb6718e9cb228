import { findTagSuffixHint, integrationDefaults, integrationMessages } from '@linkshelf/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { noMigrationAnswers, savedIntegrations } from '../../../test/api-answers.ts'
import { type Answer, aLink, inProject, internalError, noReply, openDashboard, Reply } from '../../../test/open-dashboard.tsx'

const path = `${inProject}/integrations`

function openIntegrations(answers: Record<string, Answer> = {}, retailer = ''): void {
  openDashboard(`/settings/integrations${retailer && `?retailer=${retailer}`}`, {
    ...noMigrationAnswers,
    [`GET ${path}/amazon`]: () => integrationDefaults.amazon,
    [`GET ${path}/ebay`]: () => integrationDefaults.ebay,
    [`GET ${path}/aliexpress`]: () => integrationDefaults.aliexpress,
    ...answers,
  })
}

const fill = async (label: string, text: string) => userEvent.type(await screen.findByRole('textbox', { name: label }), text)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const findRemoveButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Delete configuration' })

/** Answers that store a retailer's settings, and return the settings that were last saved. */
function aRetailer(retailer: 'amazon' | 'ebay' | 'aliexpress', initial: object) {
  let stored: object = initial
  const sent: unknown[] = []
  const answers: Record<string, Answer> = {
    [`GET ${path}/${retailer}`]: () => stored,
    [`PUT ${path}/${retailer}`]: ({ body }) => {
      sent.push(body)
      stored = { ...(body as object), updated_at: '2025-11-29T04:12:00.000Z' }
      return stored
    },
    [`DELETE ${path}/${retailer}`]: () => {
      stored = integrationDefaults[retailer]
      return new Reply(204, undefined)
    },
  }
  return { answers, sent }
}

describe('integrations', () => {
  it('show a skeleton while they load', async () => {
    openIntegrations({ [`GET ${path}/amazon`]: noReply })
    await screen.findByRole('navigation', { name: 'Retailers' })
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
  })

  it('show the error, and load again on retry', async () => {
    let isDown = true
    openIntegrations({ [`GET ${path}/amazon`]: () => (isDown ? internalError() : integrationDefaults.amazon) })
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('The Amazon integration could not be loaded')).toBeTruthy()
    isDown = false
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('textbox', { name: 'Associate ID' })).toBeTruthy()
  })

  it.each([
    ['', 'Associate ID'],
    ['ebay', 'Publisher ID'],
    ['aliexpress', 'App ID'],
    ['nonsense', 'Associate ID'],
  ])('open the retailer of %j', async (retailer, field) => {
    openIntegrations({}, retailer)
    expect(await screen.findByRole('textbox', { name: field })).toBeTruthy()
  })

  it.each([
    ['', ['Tracking ID is required', 'Associate ID is required']],
    ['ebay', ['Campaign ID is required', 'Publisher ID is required']],
    ['aliexpress', ['Tracking ID is required', 'App ID is required']],
  ])('require the account ID of %j', async (retailer, messages) => {
    openIntegrations({}, retailer)
    await press('Save')
    for (const message of messages) expect(await screen.findByText(message)).toBeTruthy()
  })

  it('save Amazon with its default market and the tags of other markets, and show a toast', async () => {
    const { answers, sent } = aRetailer('amazon', integrationDefaults.amazon)
    openIntegrations(answers)
    await fill('Tracking ID', 'mia-20')
    await fill('Associate ID', 'mia-20')
    expect(screen.getByText('https://www.amazon.com/dp/B07FZ8S74R?tag=mia-20')).toBeTruthy()
    await press('Add a market')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Market 1' }), 'co.uk')
    const other = screen.getByRole<HTMLInputElement>('textbox', { name: 'Tracking ID for amazon.co.uk · United Kingdom' })
    expect(other.value).toBe('mia-21')
    await press('Save')

    expect(await screen.findByText('Amazon integration settings saved successfully')).toBeTruthy()
    expect(sent).toEqual([
      {
        trackingId: 'mia-20',
        associateId: 'mia-20',
        defaultMarket: 'com',
        market_tags: { 'co.uk': 'mia-21' },
        country_routing: 'search',
        additionalParams: null,
      },
    ])
    await waitFor(async () => expect((await findRemoveButton()).disabled).toBe(false))
  })

  it('propose the market and the tag that links already have, and the markets of other links', async () => {
    const toMarket = (market: string, pasted_tag: string | null) =>
      aLink({ affiliation: { state: 'not_connected', retailer: 'amazon', market, tag: null, pasted_tag } })
    openIntegrations({ [`GET ${inProject}/urls`]: () => [toMarket('de', 'mia-21'), toMarket('de', null), toMarket('fr', null)] })
    expect(await screen.findByText('Most of your Amazon links lead to amazon.de, with the tag mia-21. Is this tag yours?')).toBeTruthy()
    await press('Use')

    const values = ['Tracking ID', 'Associate ID'].map((name) => screen.getByRole<HTMLInputElement>('textbox', { name }).value)
    expect(values).toEqual(['mia-21', 'mia-21'])
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Default market' }).value).toBe('de')
    expect(screen.queryByRole('button', { name: 'Use' })).toBeNull()

    await press('Add a market')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Tracking ID for amazon.fr · France' }).value).toBe('mia-21')
  })

  it('propose the campaign ID that links to eBay have', async () => {
    const link = aLink({ affiliation: { state: 'pasted', retailer: 'ebay', market: 'de', tag: '5338123456', pasted_tag: '5338123456' } })
    openIntegrations({ [`GET ${inProject}/urls`]: () => [link] }, 'ebay')
    await press('Use')

    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Campaign ID' }).value).toBe('5338123456')
  })

  it('leave a typed tracking ID if its market is changed', async () => {
    openIntegrations({ [`GET ${path}/amazon`]: () => savedIntegrations.amazon })
    await press('Add a market')
    const added = screen.getAllByPlaceholderText('Tracking ID').at(-1) as HTMLInputElement
    await userEvent.clear(added)
    await userEvent.type(added, 'mine-22')
    await userEvent.selectOptions(screen.getAllByRole('combobox', { name: /^Market/ }).at(-1) as HTMLElement, 'fr')

    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Tracking ID for amazon.fr · France' }).value).toBe('mine-22')
  })

  it('explain both IDs of Amazon, and where to find them', async () => {
    openIntegrations()
    const readDescription = (field: HTMLElement) => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent

    expect(readDescription(await screen.findByRole('textbox', { name: 'Tracking ID' }))).toBe('Added to your Amazon links as tag=…')
    expect(readDescription(screen.getByRole('textbox', { name: 'Associate ID' }))).toBe(
      'The ID you sign in with. Often the same as your tracking ID.',
    )
    expect(screen.getByText(/your store ID, which is your Associate ID, at the top right/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Amazon Associates Help, tracking IDs' })).toBeTruthy()
  })

  it.each([
    /^Your affiliate IDs are added to every link in “[^”]+”\. Changes apply to existing links right away\.$/,
    'Amazon pays per country: add a tracking ID for each one you have joined.',
    'Send them to their own Amazon (same product, or a search for it)',
  ])('say “%s”', async (text) => {
    openIntegrations()

    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('warn about an unusual ending of a tracking ID, but save it', async () => {
    openIntegrations()
    await fill('Tracking ID', 'mia-21')
    expect(await screen.findByText(findTagSuffixHint('com', 'mia-21') ?? 'no hint')).toBeTruthy()
  })

  it.each(['mia 20', '<b>mia</b>-20'])('reject %s as a tracking ID, and show an example', async (trackingId) => {
    const { answers, sent } = aRetailer('amazon', integrationDefaults.amazon)
    openIntegrations(answers)
    await fill('Tracking ID', trackingId)
    await fill('Associate ID', 'mia')
    expect(screen.queryByText(/usually end in/)).toBeNull()
    await press('Save')

    expect(await screen.findByText(integrationMessages.trackingIdInvalid)).toBeTruthy()
    expect(sent).toEqual([])
  })

  it('save other fields even if the stored tracking ID is invalid', async () => {
    const { answers, sent } = aRetailer('amazon', { ...savedIntegrations.amazon, trackingId: 'mia 20' })
    openIntegrations(answers)
    await fill('Associate ID', '-new')
    await press('Save')

    await waitFor(() => expect(sent).toMatchObject([{ trackingId: 'mia 20', associateId: 'mia-20-new' }]))
  })

  it('save eBay with an interstitial page, and AliExpress with its short key', async () => {
    const ebay = aRetailer('ebay', integrationDefaults.ebay)
    openIntegrations(ebay.answers, 'ebay')
    await fill('Campaign ID', '5338123456')
    await fill('Publisher ID', '5574652453')
    await press('Save')
    expect(await screen.findByText('eBay integration settings saved successfully')).toBeTruthy()
    expect(ebay.sent).toMatchObject([{ campaignId: '5338123456', publisherId: '5574652453', link_behavior: 'page', customId: null }])
  })

  it('say that AliExpress tracks nothing without a short key', async () => {
    openIntegrations({}, 'aliexpress')
    expect(await screen.findByText('Your links have no tag yet')).toBeTruthy()
    await fill('Short key', '_c3KHLXzD')
    expect(await screen.findByText('Your links will look like this')).toBeTruthy()
  })

  it('cannot be deleted before something is saved', async () => {
    openIntegrations()
    expect((await findRemoveButton()).disabled).toBe(true)
  })

  it('return to the defaults when they are deleted, which needs a confirmation', async () => {
    const { answers } = aRetailer('amazon', savedIntegrations.amazon)
    openIntegrations(answers)
    await press('Delete configuration')
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))

    expect(await screen.findByText('Amazon integration settings removed')).toBeTruthy()
    await waitFor(async () => expect((await findRemoveButton()).disabled).toBe(true))
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Tracking ID' })).value).toBe('')
  })

  it.each([
    ['Save', 'PUT', 'Failed to save Amazon integration settings'],
    ['Delete configuration', 'DELETE', 'Failed to remove Amazon integration settings'],
  ])('leave the typed text if %s fails', async (button, method, message) => {
    openIntegrations({ [`GET ${path}/amazon`]: () => savedIntegrations.amazon, [`${method} ${path}/amazon`]: internalError })
    await press(button)
    if (method === 'DELETE') await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText(new RegExp(message))).toBeTruthy()
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Associate ID' })).value).toBe('mia-20')
  })
})

describe('the Amazon migration', () => {
  it('is a part of the Amazon page, which /settings/amazon opens at the migration', async () => {
    Element.prototype.scrollIntoView = vi.fn()
    openDashboard('/settings/amazon', { ...noMigrationAnswers, [`GET ${path}/amazon`]: () => savedIntegrations.amazon })

    const migration = await screen.findByRole('region', { name: 'Amazon migration' })
    await waitFor(() => expect(document.activeElement).toBe(migration))
    expect(Element.prototype.scrollIntoView).toHaveBeenCalled()
    expect(within(migration).getByRole('button', { name: 'Start migration' })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Retailers' })).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: 'Settings' })).toBeNull()
    const marked = screen.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent)
    expect(marked).toEqual(['Retailers', 'Amazon'])
  })

  it('does not take the focus if the page is opened without it', async () => {
    openIntegrations()

    const migration = await screen.findByRole('region', { name: 'Amazon migration' })
    await within(migration).findByRole('button', { name: 'Start migration' })
    expect(document.activeElement).not.toBe(migration)
  })

  it('is not a part of the pages of other retailers', async () => {
    openIntegrations({}, 'ebay')

    await screen.findByRole('textbox', { name: 'Publisher ID' })
    expect(screen.queryByRole('region', { name: 'Amazon migration' })).toBeNull()
  })
})
