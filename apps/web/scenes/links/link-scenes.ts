import {
  aFollowing,
  aHealth,
  aLink,
  anAffiliation,
  anAffiliationSummary,
  anAlias,
  anAuditEntry,
  anOrganization,
  aQrConfig,
  errorReply,
  inProject,
  internalError,
  noReply,
  orgId,
  outdatedReply,
  someAddressClicks,
} from '../../test/api-answers.ts'
import { aVerifiedDomain } from '../../test/domain-answers.ts'
import { createQrCodeAnswers } from '../qr-code-answers.ts'
import {
  affiliatedLinks,
  aMonth,
  aProductLink,
  aStoreLink,
  brokenHealth,
  failingHealth,
  linkEarnings,
  someLabels,
  someLinks,
  unavailableHealth,
  uncheckableHealth,
} from '../sample-answers.ts'
import type { Scenes } from '../scene.ts'
import { confirm, press } from '../steps.ts'

const [link = aLink()] = someLinks
const find = `GET ${inProject}/urls/${link.url_id}`
const clicks = `GET ${inProject}/analytics/urls/${link.url_id}`
const totals = `${clicks}/dashboard`

const edit = `PATCH ${inProject}/urls/${link.url_id}`
const openForm = press('Edit URL')

const affiliation = `${find}/affiliation`
const following = `${find}/follow`
const aliases = `${find}/aliases`
const byAddress = `${clicks}/addresses`
const domains = `GET /v1/${orgId}/domains`
const changes = `GET /v1/${orgId}/audit-logs`
const onAmazon = { ...link, target: 'https://www.amazon.com/dp/B07FZ8S74R' }
const [earning = link] = affiliatedLinks
const onShort = { ...link, target: 'https://amzn.to/3AbCdEf' }
const neverChecked = aHealth({ status: 'unchecked', reason: 'affiliate_link', checked_at: null })
const ofTool = { ...link, target: 'https://geni.us/lamp', health: neverChecked }
const lamps = aVerifiedDomain()
const longSlug = 'recommends/audio/over-ear/Kopfhörer-für-die-Küche/2025/v1.0/sale+more'
const someAliases = [
  anAlias(),
  anAlias({ alias_id: '0197a000-0000-7000-8000-000000000151', url: `https://sho.rt/${encodeURI(longSlug)}`, slug: longSlug }),
]
const someShops = [
  { place: 'de', name: null, target: 'https://www.amazon.de/dp/B07FZ8S74R' },
  { place: 'FR', name: 'The maker', target: 'https://maker.example/fr' },
]

const shopsForEveryone = [
  { place: null, name: null, target: 'https://www.ebay.com/itm/334455667788' },
  { place: 'FR', name: null, target: 'https://www.amazon.fr/dp/B07FZ8S74R' },
  { place: null, name: 'The maker', target: 'https://maker.example/lamp' },
] as const

const someChanges = [
  anAuditEntry(1, {
    entity: 'link',
    label: 'Link changed',
    description: 'Changed destination of link “headphones”',
    before: { target: 'https://shop.example/headphones' },
    after: { target: 'https://shop.example/headphones-2' },
  }),
  anAuditEntry(2, {
    entity: 'link',
    label: 'Link checked',
    description: 'Checked the page of link “headphones”',
    actor: { kind: 'system', id: 'check-page', name: null },
    metadata: { source: 'job' },
    before: { title: null },
    after: { title: 'Wireless headphones, tested for a year' },
  }),
  anAuditEntry(3, {
    entity: 'link',
    label: 'Link created',
    description: 'Created link “headphones”',
    before: null,
    after: { slug: 'headphones', target: 'https://shop.example/headphones', labels: ['audio'] },
  }),
]

export const linkScenes: Scenes = {
  screen: 'link',
  address: `/links/${link.url_id}`,
  title: 'Wireless headphones, tested for a year · Linkshelf',
  answers: {
    [find]: () => link,
    [clicks]: () => aMonth(61),
    [totals]: () => ({ totalClicks: 48_212, visitors: 30_111, countries: 41 }),
    [`GET ${inProject}/labels`]: () => someLabels,
    [`GET ${inProject}/slugs`]: () => [],
    [`GET ${inProject}/utm-templates`]: () => [],
    ...createQrCodeAnswers(link),
  },
  states: [
    {
      name: 'long short name',
      answers: { [find]: () => ({ ...link, url: `https://sho.rt/${'x'.repeat(150)}/${'y'.repeat(49)}` }) },
      shows: ['heading', 'Link Details'],
    },
    { name: 'loading', title: 'Link · Linkshelf', answers: { [find]: noReply }, shows: ['status', 'Loading'] },
    { name: 'error', title: 'Link · Linkshelf', answers: { [find]: internalError }, shows: ['heading', 'This link could not be loaded'] },
    {
      name: 'not found',
      title: 'Link Not Found · Linkshelf',
      answers: { [find]: () => errorReply(404, 'LINK_NOT_FOUND', 'x') },
      shows: ['heading', 'Link Not Found'],
      says: ["The link you're looking for doesn't exist or has been removed."],
    },
    {
      name: 'ready',
      shows: ['img', /^QR code that leads to/],
      says: [
        'Copy Short Link',
        'Visit Original',
        'Edit URL',
        'Archive',
        'Original URL',
        'Link Details',
        'Up',
        'Clicks in the last 30 days',
        '48,212 all time',
        'Colors and logo',
        /^Checked once a week. Last check: 1 day ago/,
      ],
    },
    {
      name: 'with full analytics',
      answers: { 'GET /v1/organizations': () => [anOrganization({ full_analytics_enabled: true })] },
      shows: ['link', 'Full Analytics'],
    },
    {
      name: 'pending, without a title, labels and clicks',
      title: 'shop.example/headphones · Linkshelf',
      answers: {
        [find]: () => aLink({ title: null, pending: true, labels: [] }),
        [clicks]: () => aMonth(0),
        [totals]: () => ({ totalClicks: 0, visitors: 0, countries: 0 }),
      },
      shows: ['heading', 'shop.example/headphones'],
      says: ['Pending'],
    },
    {
      name: 'archived, no title detected',
      title: 'shop.example/headphones · Linkshelf',
      answers: { [find]: () => aLink({ title: null, archived: true }) },
      shows: ['button', 'Unarchive'],
      says: ['No title detected'],
    },
    {
      name: 'broken destination',
      answers: { [find]: () => ({ ...link, health: brokenHealth }) },
      shows: ['button', 'Edit destination'],
      says: ['Broken', /The page does not exist \(404\)/, 'Check again'],
    },
    {
      name: 'product unavailable',
      answers: { [find]: () => ({ ...link, health: unavailableHealth }) },
      shows: ['button', 'Check again'],
      says: ['Sold out', 'Works · sold out'],
    },
    {
      name: 'failing destination',
      answers: { [find]: () => ({ ...link, health: failingHealth }) },
      shows: ['button', 'Check again'],
      says: ['Failed once, not confirmed', /checked again within a day/],
    },
    {
      name: 'destination blocks checks',
      answers: { [find]: () => ({ ...link, health: uncheckableHealth }) },
      shows: ['button', 'Check again'],
      says: ["Can't be checked", /prove that they are human/],
    },
    {
      name: 'destination never checked',
      answers: {
        [find]: () => ({ ...link, health: neverChecked }),
      },
      shows: ['heading', 'Original URL'],
      says: ["Can't be checked", /a check would count as a click/],
    },
    {
      name: 'destination checking',
      answers: { [find]: () => ({ ...link, health: aHealth({ status: 'unchecked', checked_at: null, checking: true }) }) },
      shows: ['heading', 'Original URL'],
      says: ['Checking the destination…'],
    },
    {
      name: 'destination could not be checked',
      answers: { [`POST ${inProject}/urls/${link.url_id}/check`]: internalError },
      steps: (page) => page.getByRole('button', { name: 'Check again' }).click(),
      shows: ['alert'],
      says: ['Failed to check the destination'],
    },
    {
      name: 'affiliation tagged',
      answers: { [find]: () => earning, [affiliation]: () => anAffiliation(), [`GET ${inProject}/analytics/urls/clicks`]: linkEarnings },
      shows: ['heading', 'Affiliation'],
      says: [
        '€217.40 earned · €0.119 per click',
        'Amazon · amazon.com',
        'Visitors reach Amazon with your tag.',
        'a search for the title',
        'Not for print with a tag',
      ],
    },
    {
      name: 'affiliation tagged, with the rules for print',
      answers: { [find]: () => earning, [affiliation]: () => anAffiliation() },
      steps: (page) => page.getByText('Not for print with a tag').click(),
      shows: ['button', 'Make a second link for print'],
      says: ['Amazon Associates Participation Requirements, as quoted by others'],
    },
    {
      name: 'affiliation with a foreign tag',
      answers: {
        [find]: () => ({ ...onAmazon, affiliation: { ...earning.affiliation, state: 'pasted', tag: 'eve-20', pasted_tag: 'eve-20' } }),
        [affiliation]: () => anAffiliation({ status: 'not-connected', pasted_tag: 'eve-20', shops: [] }),
      },
      shows: ['heading', 'Affiliation'],
      says: ['Pasted tag eve-20 stays', 'Connect Amazon', /keeps the tag that you pasted: eve-20/],
    },
    {
      name: 'affiliation of an expanded short link',
      answers: {
        [find]: () => onShort,
        [affiliation]: () => anAffiliation({ expansion: 'expanded', expanded: 'https://www.amazon.com/dp/B07FZ8S74R', shops: [] }),
      },
      shows: ['heading', 'Affiliation'],
      says: ['Visitors reach Amazon with your tag.'],
    },
    {
      name: 'affiliation of a short link that leads nowhere',
      answers: {
        [find]: () => onShort,
        [affiliation]: () => anAffiliation({ status: 'short', market: null, expansion: 'failed', location: onShort.target, shops: [] }),
      },
      shows: ['button', 'Find out again'],
      says: [/could not find out where this short link of Amazon leads/],
    },
    {
      name: 'link of a tool',
      answers: { [find]: () => ofTool, [following]: () => aFollowing() },
      shows: ['button', 'Find where this link leads'],
      says: ['Short link of Geniuslink', /only when you ask: Geniuslink counts that as one click/],
    },
    {
      name: 'link of a tool, asked for',
      answers: {
        [find]: () => ofTool,
        [following]: () => aFollowing(),
        [`POST ${inProject}/urls/${link.url_id}/follow`]: () => aFollowing({ state: 'waiting' }),
      },
      steps: (page) => page.getByRole('button', { name: 'Find where this link leads' }).click(),
      shows: ['heading', 'Affiliation'],
      says: ['Waiting to find where this link leads…'],
    },
    {
      name: 'link of a tool, found',
      answers: {
        [find]: () => ofTool,
        [following]: () =>
          aFollowing({
            state: 'found',
            destination: 'https://www.amazon.com/dp/B07FZ8S74R?tag=eve-20',
            location: 'https://www.amazon.com/dp/B07FZ8S74R?tag=mia-20',
          }),
      },
      shows: ['button', 'Use this page'],
      says: [
        /This link leads to Amazon. If you use it as the destination, visitors get that page with your tag/,
        /tag=mia-20/,
        'Find out again',
      ],
    },
    {
      name: 'link of a tool, through a network',
      answers: {
        [find]: () => ofTool,
        [following]: () =>
          aFollowing({
            state: 'found',
            destination: 'https://maker.example/lamp',
            location: 'https://maker.example/lamp',
            networks: ['www.awin1.com'],
          }),
      },
      shows: ['button', 'Use this page'],
      says: [/passes www.awin1.com, which pays whoever made the short link/],
    },
    {
      name: 'link of a tool, not found',
      answers: { [find]: () => ofTool, [following]: () => aFollowing({ state: 'failed', failure: 'needs_browser' }) },
      shows: ['button', 'Find out again'],
      says: [/for example a choice of shops/],
    },
    {
      name: 'link of a tool could not be loaded',
      answers: { [find]: () => ofTool, [following]: internalError },
      shows: ['alert'],
      says: ['The destination of this short link could not be loaded'],
    },
    {
      name: 'affiliation could not be loaded',
      answers: { [find]: () => onAmazon, [affiliation]: internalError },
      shows: ['alert'],
      says: ['The affiliate tag of this link could not be loaded'],
    },
    {
      name: 'editing shops',
      answers: { [find]: () => ({ ...onAmazon, shops: someShops }), [affiliation]: () => anAffiliation() },
      steps: (page) => page.getByRole('button', { name: 'Edit shops' }).click(),
      shows: ['group', 'Shop 2'],
      says: ['Other shops · 2', 'Use my affiliate tag'],
    },
    {
      name: 'choice page with shops that earn nothing',
      answers: {
        [find]: () => ({ ...onAmazon, shops: shopsForEveryone, choice_page: true, ad: true }),
        [affiliation]: () =>
          anAffiliation({
            shops: [],
            destinations: [
              {
                ...anAffiliationSummary({ state: 'earns', retailer: 'amazon', market: 'com', tag: 'mia-20' }),
                target: onAmazon.target,
                place: null,
              },
              {
                ...anAffiliationSummary({ state: 'not_connected', retailer: 'ebay', market: 'com' }),
                target: shopsForEveryone[0].target,
                place: null,
              },
              {
                ...anAffiliationSummary({ state: 'no_tag', retailer: 'amazon', market: 'fr' }),
                target: shopsForEveryone[1].target,
                place: 'FR',
              },
              { ...anAffiliationSummary(), target: shopsForEveryone[2].target, place: null },
            ],
          }),
      },
      shows: ['list', 'Shops of the choice page'],
      says: ['Earns · tag mia-20', 'Not connected: earns nothing', 'Connect eBay', 'No tag for amazon.fr: earns nothing'],
    },
    {
      name: 'adding a shop for everyone',
      answers: { [find]: () => ({ ...onAmazon, shops: someShops }), [affiliation]: () => anAffiliation() },
      steps: async (page) => {
        await page.getByRole('button', { name: 'Edit shops' }).click()
        await page.getByRole('button', { name: 'Add a shop' }).click()
        const place = page.getByRole('combobox', { name: 'Visitors from' }).last()
        await place.click()
        await page.getByRole('option', { name: 'Everyone, on a choice page' }).click()
        await page.getByRole('switch', { name: 'Choice page' }).click()
      },
      shows: ['group', 'Shop 3'],
      says: ['Visitors reach this shop only through the choice page, which is off.'],
    },
    {
      name: 'choosing the country of a shop',
      answers: { [find]: () => ({ ...onAmazon, shops: someShops }), [affiliation]: () => anAffiliation() },
      steps: async (page) => {
        await page.getByRole('button', { name: 'Edit shops' }).click()
        await page.getByRole('combobox', { name: 'Visitors from' }).last().fill('united')
      },
      shows: ['option', 'United Kingdom'],
    },
    {
      name: 'clicks could not be loaded',
      answers: { [clicks]: internalError, [totals]: internalError },
      shows: ['heading', 'The clicks of this link could not be loaded'],
    },
    {
      name: 'editing',
      answers: { [find]: () => ({ ...link, notes: 'For the autumn newsletter' }) },
      steps: openForm,
      shows: ['dialog', 'Edit target URL and details'],
      says: ['Title', 'Labels', 'Notes', 'Other shops', 'Campaign (UTM)'],
    },
    {
      name: 'editing labels',
      steps: async (page) => {
        await page.getByRole('button', { name: 'Edit labels' }).click()
        await page.getByRole('combobox', { name: 'Labels' }).fill('winter sale')
        await page.getByRole('combobox', { name: 'Labels' }).press('Enter')
      },
      shows: ['radiogroup', 'Color of winter sale'],
    },
    {
      name: 'editing a campaign',
      answers: { [find]: () => ({ ...link, target: `${link.target}&utm_source=newsletter&utm_medium=email` }) },
      steps: openForm,
      shows: ['textbox', 'Campaign'],
    },
    {
      name: 'editing a long short name',
      answers: { [find]: () => ({ ...link, url: `https://sho.rt/${encodeURI(longSlug)}` }) },
      steps: openForm,
      shows: ['textbox', 'Short name'],
    },
    {
      name: 'moving to another domain',
      answers: {
        [domains]: () => [lamps],
        [aliases]: () => [],
        [`GET ${inProject}/slugs`]: () => [{ slug: 'spring', status: 'taken' }],
      },
      steps: async (page) => {
        await openForm(page)
        await page.getByRole('combobox', { name: 'Domain' }).selectOption('go.lamps.example')
      },
      shows: ['textbox', 'Short name'],
      says: [
        'The current address, sho.rt/spring, keeps working as an alias until you release it.',
        'This short name is already taken. Please choose a different one.',
      ],
    },
    {
      name: 'short name that was just taken',
      answers: { [edit]: () => errorReply(409, 'LINK_SLUG_TAKEN', 'This short name is already taken.') },
      steps: async (page) => {
        await openForm(page)
        await page.getByRole('textbox', { name: 'Title' }).fill('Headphones')
        await page.getByRole('textbox', { name: 'Short name' }).fill('autumn')
        await confirm(page, 'Save')
      },
      shows: ['textbox', 'Short name'],
      says: ['This short name is already taken.'],
    },
    {
      name: 'closing unsaved changes',
      steps: async (page) => {
        await openForm(page)
        await page.getByRole('textbox', { name: 'Title' }).fill('Headphones')
        await page.keyboard.press('Escape')
      },
      shows: ['dialog', 'Close without saving?'],
      says: ['Discard', 'Your changes are not saved. They will be lost.'],
    },
    {
      name: 'changed by two people',
      answers: { [edit]: () => outdatedReply({ ...link, title: 'Headphones of the year', revision: 'second' }) },
      steps: async (page) => {
        await openForm(page)
        await page.getByRole('textbox', { name: 'Title' }).fill('Headphones')
        await confirm(page, 'Save')
      },
      shows: ['heading', 'This was changed while you edited it'],
      says: ['Headphones of the year'],
    },
    {
      name: 'short URL of a product',
      title: `${aProductLink.page.name} · Linkshelf`,
      answers: { [find]: () => ({ ...link, ...aProductLink, url_id: link.url_id }) },
      shows: ['link', 'Product page'],
      says: ["Can't be checked"],
    },
    {
      name: 'short URL of a deleted store',
      title: 'sho.rt/@mias-shelf · Linkshelf',
      answers: { [find]: () => ({ ...link, ...aStoreLink, url_id: link.url_id, page: { ...aStoreLink.page, name: null } }) },
      shows: ['heading', 'sho.rt/@mias-shelf'],
      says: ['Deleted store'],
    },
    {
      name: 'editing the short URL of a store',
      title: 'Mia’s Shelf · Linkshelf',
      answers: { [find]: () => ({ ...link, ...aStoreLink, url_id: link.url_id }) },
      steps: openForm,
      shows: ['dialog', 'Edit details'],
      says: [/it always leads to the page of the store/, 'Open Mia’s Shelf'],
    },
    {
      name: 'target could not be changed',
      answers: { [edit]: internalError },
      steps: async (page) => {
        await openForm(page)
        await page.getByRole('textbox', { name: 'Target URL' }).fill('elsewhere.example')
        await confirm(page, 'Save')
      },
      shows: ['alert'],
      says: [/Failed to update link URL/],
    },
    {
      name: 'archive confirmation',
      steps: (page) => page.getByRole('button', { name: 'Archive', exact: true }).click(),
      shows: ['dialog', 'Archive Link'],
    },
    {
      name: 'unarchive confirmation',
      answers: { [find]: () => ({ ...link, archived: true }) },
      steps: (page) => page.getByRole('button', { name: 'Unarchive' }).click(),
      shows: ['dialog', 'Unarchive Link'],
    },
  ],
}

const linkAnswers = { answers: linkScenes.answers ?? {} }

export const linkQrScenes: Scenes = {
  ...linkAnswers,
  screen: 'link-qr',
  address: `/links/${link.url_id}/qr`,
  title: 'Wireless headphones, tested for a year · QR · Linkshelf',
  states: [
    { name: 'ready', shows: ['textbox', 'Foreground color'], says: ['QR code', /scans in the last 30 days/] },
    {
      name: 'QR code with low contrast',
      answers: createQrCodeAnswers(link, aQrConfig({ color: '#40bb8f', background_color: '#dcf5e9' })),
      shows: ['img', /^QR code that leads to/],
      says: ['QR code', /too close for many phones/],
    },
    {
      name: 'transparent QR code',
      answers: createQrCodeAnswers(link, aQrConfig({ color: '#1e3a8a', background_transparent: true })),
      shows: ['img', /^QR code that leads to/],
    },
    {
      name: 'QR code could not be fetched',
      answers: { [`${find}/qr_code`]: internalError },
      shows: ['alert'],
      says: ['Failed to fetch QR code'],
    },
    {
      name: 'QR code that could not be fetched is downloaded',
      answers: { [`${find}/qr_code`]: internalError },
      steps: press('Download PNG'),
      shows: ['alert'],
      says: ['No QR code available to download'],
    },
    {
      name: 'QR code could not be changed',
      answers: { [`POST ${inProject}/urls/${link.url_id}/qr_code`]: internalError },
      steps: (page) => page.getByRole('switch', { name: 'Transparent background' }).press('Space'),
      shows: ['alert'],
      says: ['Failed to update QR code'],
    },
  ],
}

const readable = aVerifiedDomain({
  domain_id: '0197a000-0000-7000-8000-000000000d02',
  host: 'xn--lmpen-gra.example',
  display_host: 'lämpen.example',
})
const domainAliases = [lamps, readable].map(({ host }, index) =>
  anAlias({
    alias_id: `0197a000-0000-7000-8000-00000000015${index}`,
    url: `https://${host}/spring`,
    domain: host,
    slug: 'spring',
  }),
)

/** Answers for a link that has addresses on three domains. */
const onSeveralDomains = {
  [domains]: () => [lamps, readable],
  [aliases]: () => domainAliases,
  [byAddress]: () =>
    someAddressClicks({
      clicks: 1_830,
      main: 1_204,
      aliases: [
        ...domainAliases.map(({ alias_id }, index) => ({ alias_id, clicks: 400 - index * 204 })),
        { alias_id: '0197a000-0000-7000-8000-000000000159', clicks: 30 },
      ],
    }),
}

export const linkSettingsScenes: Scenes = {
  ...linkAnswers,
  screen: 'link-settings',
  address: `/links/${link.url_id}/settings`,
  title: 'Wireless headphones, tested for a year · Settings · Linkshelf',
  answers: {
    ...linkAnswers.answers,
    [aliases]: () => [],
    [byAddress]: () => someAddressClicks({ clicks: 61, main: 61, aliases: [] }),
    [changes]: () => someChanges,
  },
  states: [
    { name: 'ready', shows: ['table', 'Changes'], says: ['Addresses', /^Changed destination of link/, 'Mia Lindqvist'] },
    {
      name: 'long short name',
      answers: { [find]: () => ({ ...link, url: `https://sho.rt/${encodeURI(longSlug)}` }) },
      shows: ['list', 'Addresses'],
      says: [`sho.rt/${longSlug}`],
    },
    {
      name: 'several addresses',
      answers: { [aliases]: () => someAliases },
      shows: ['list', 'Addresses'],
      says: ['Main', 'sho.rt/headphones', /Kopfhörer-für-die-Küche/],
    },
    {
      name: 'several domains',
      answers: onSeveralDomains,
      shows: ['combobox', 'Domain'],
      says: ['Main', 'lämpen.example/spring', '1,204 clicks', '1,830 clicks together, 30 of them at earlier addresses'],
    },
    {
      name: 'clicks by address, loading',
      answers: { [aliases]: () => someAliases, [byAddress]: noReply },
      shows: ['list', 'Addresses'],
    },
    {
      name: 'clicks by address could not be loaded',
      answers: { [aliases]: () => someAliases, [byAddress]: internalError },
      shows: ['heading', 'The clicks by address could not be loaded'],
      says: ['–'],
    },
    {
      name: 'QR code of an alias',
      answers: { ...onSeveralDomains, ...createQrCodeAnswers(link) },
      steps: (page) => page.getByRole('button', { name: 'QR code of go.lamps.example/spring' }).click(),
      shows: ['img', /^QR code that leads to/],
      says: [/^This code leads to/],
    },
    { name: 'addresses, loading', answers: { [aliases]: noReply }, shows: ['heading', 'Addresses'] },
    {
      name: 'addresses could not be loaded',
      answers: { [aliases]: internalError },
      shows: ['heading', 'The addresses of this link could not be loaded'],
    },
    {
      name: 'address that is taken',
      answers: {
        [`POST ${inProject}/urls/${link.url_id}/aliases`]: () => errorReply(409, 'LINK_SLUG_TAKEN', 'This short name is already taken.'),
      },
      steps: async (page) => {
        await page.getByRole('textbox', { name: 'Add an address' }).fill('taken')
        await page.getByRole('button', { name: 'Add address' }).click()
      },
      shows: ['textbox', 'Add an address'],
      says: ['This short name is already taken.'],
    },
    {
      name: 'releasing an address',
      answers: { [aliases]: () => someAliases },
      steps: (page) => page.getByRole('button', { name: 'Release sho.rt/headphones' }).click(),
      shows: ['dialog', 'Release address'],
      says: [/^sho.rt\/headphones stops working immediately/],
    },
    {
      name: 'changes could not be loaded',
      answers: { [changes]: internalError },
      shows: ['heading', 'The changes of this link could not be loaded'],
    },
  ],
}
