// Answers of the API for a project with links, labels and clicks.
import type { AffiliationSummary, LinkHealth } from '@linkshelf/contract'
import {
  type Answer,
  type Answers,
  aHealth,
  aLink,
  anAffiliationSummary,
  anOrganization,
  answerClicksOfLinks,
  errorReply,
  inProject,
  type Reply,
  someTotals,
} from '../test/api-answers.ts'

const pages: readonly (readonly [title: string | null, slug: string, target: string, labels: readonly string[], clicksADay: number])[] = [
  [
    'Wireless headphones, tested for a year',
    'spring',
    'https://shop.example/headphones?colour=graphite&ref=linkshelf',
    ['audio', 'review'],
    61,
  ],
  ['The standing desk we would buy again', 'desk', 'https://furniture.example/desks/standing', ['office'], 34],
  ['A kettle that keeps its temperature', 'kettle', 'https://kitchen.example/kettles/gooseneck', ['kitchen', 'gift guide', 'review'], 18],
  [null, '7xK2mPq', 'https://outdoor.example/tents/two-person-ultralight-tent-with-a-very-long-name-that-goes-on-and-on', [], 7],
  ['Noise-cancelling earbuds under 100', 'earbuds', 'https://shop.example/earbuds', ['audio'], 3],
  ['Copper pan, 28 cm', 'pan', 'https://kitchen.example/pans/copper-28', ['kitchen'], 0],
]

/** Answers in which the user is a viewer. */
export const asViewer: Answers = { 'GET /v1/organizations': () => [anOrganization({ role: 'viewer' })] }

/** Answers in which the user is a member and not an owner. */
export const asMember: Answers = { 'GET /v1/organizations': () => [anOrganization({ role: 'member' })] }

/** The health of a link whose page is gone. */
export const brokenHealth: LinkHealth = aHealth({ status: 'broken', reason: 'not_found' })

/** The health of a link whose page did not answer once. */
export const failingHealth: LinkHealth = aHealth({ status: 'failing', reason: 'timed_out' })

/** The health of a link whose site blocks checks. */
export const uncheckableHealth: LinkHealth = aHealth({ status: 'blocked', reason: 'captcha' })

/** The health of a link whose product is sold out. */
export const unavailableHealth: LinkHealth = aHealth({ status: 'unavailable', reason: 'sold_out' })

const healthBySlug: Record<string, LinkHealth> = { desk: brokenHealth, earbuds: unavailableHealth }

/** Icons of two sites: one in color, and one in black on a transparent background. */
const siteIcons = ['%230a7cff', '%23000'].map(
  (color) =>
    `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><circle cx='4' cy='4' r='4' fill='${color}'/></svg>`,
)

export const someLinks = pages.map(([title, slug, target, labels], index) =>
  aLink({
    url_id: `0197a000-0000-7000-8000-0000000001${index.toString().padStart(2, '0')}`,
    url: `https://sho.rt/${slug}`,
    title,
    target,
    labels,
    pending: title === null,
    health: healthBySlug[slug] ?? aHealth(),
    icon: siteIcons[index] ?? null,
    created_at: new Date(Date.UTC(2025, 10, 28 - index * 3, 14 - index, 3 + index * 7)).toISOString(),
  }),
)

const amazonPage = 'https://www.amazon.de/dp/B07FZ8S74R'

/** Links to shops, one for each affiliation state, for example `earns` or `not_connected`. */
export const affiliatedLinks = [
  aLink({ ...someLinks[0], target: amazonPage, affiliation: anAffiliationSummary(createAmazonAffiliation('earns', 'mia-21')) }),
  aLink({
    ...someLinks[2],
    target: `${amazonPage}?tag=eve-21`,
    affiliation: anAffiliationSummary({ ...createAmazonAffiliation('replaced', 'mia-21'), pasted_tag: 'eve-21' }),
  }),
  aLink({
    ...someLinks[4],
    health: aHealth(),
    target: 'https://www.ebay.de/itm/123456789012',
    affiliation: anAffiliationSummary({ state: 'not_connected', retailer: 'ebay', market: 'de' }),
  }),
  aLink({
    ...someLinks[1],
    health: aHealth(),
    target: 'https://www.amazon.fr/dp/B07FZ8S74R',
    affiliation: anAffiliationSummary({ ...createAmazonAffiliation('no_tag', null), market: 'fr' }),
  }),
  aLink({
    ...someLinks[5],
    target: amazonPage,
    affiliated: false,
    affiliation: anAffiliationSummary(createAmazonAffiliation('untagged', null)),
  }),
  aLink({ ...someLinks[3], title: 'Our workshop', target: 'https://workshop.example/', pending: false }),
]

function createAmazonAffiliation(state: AffiliationSummary['state'], tag: string | null): Partial<AffiliationSummary> {
  return { state, retailer: 'amazon', market: 'de', tag }
}

const ownPage = aHealth({ status: 'unchecked', reason: 'own_page', checked_at: null })

/** The short URLs of a store and of a product. */
export const aStoreLink = {
  ...aLink({ url_id: '0197a000-0000-7000-8000-000000000190', url: 'https://sho.rt/mia', target: 'https://sho.rt/@mias-shelf' }),
  ...{ title: null, own_title: false, labels: [], health: ownPage },
  page: { kind: 'store', id: '0197a000-0000-7000-8000-000000000191', name: 'Mia’s Shelf' },
}
const productId = '0197a000-0000-7000-8000-000000000192'
export const aProductLink = {
  ...aLink({
    url_id: '0197a000-0000-7000-8000-000000000193',
    url: 'https://sho.rt/desk-lamp',
    target: `https://sho.rt/@mias-shelf/p/${productId}`,
  }),
  ...{ title: null, own_title: false, labels: [], health: ownPage },
  page: { kind: 'product', id: productId, name: 'Desk lamp that survived four years of late nights' },
}

export const someLabels = ['audio', 'gift guide', 'kitchen', 'office', 'review', 'summer 2024'].map((name, index) => ({
  label_id: `0197a000-0000-7000-8000-00000000020${index}`,
  name,
  active: name !== 'summer 2024',
  color_hex: name === 'kitchen' ? '#14b8a6' : null,
}))

/** Returns clicks for the thirty days up to today. The numbers form a weekly wave that grows. */
export function aMonth(clicksADay: number) {
  return Array.from({ length: 30 }, (_, index) => ({
    date: new Date(Date.UTC(2025, 10, index + 1)).toISOString().slice(0, 10),
    clicks: Math.round(clicksADay * (0.6 + index / 40) * (1 + 0.35 * Math.sin((index / 7) * 2 * Math.PI))),
    scans: Math.round(clicksADay * 0.1),
  }))
}

function drawScene(background: string, shapes: string): string {
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><path fill="${background}" d="M0 0h16v9H0z"/>${shapes}</svg>`)}`
}

/** Thumbnails of videos. */
export const cup = drawScene('#5b3a29', '<path fill="#f3e4d0" d="M5 3h5v3a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2zm5 .6h1a1 1 0 0 1 0 2.2h-1z"/>')
export const lamp = drawScene('#243b53', '<path fill="#ffd166" d="m8 1.5 2.4 3H5.6z"/><path fill="#d9e2ec" d="M7.7 4.5h.6V8h-.6z"/>')

/** Details of the videos. The last video has none, because its channel was removed. */
const videoNames: Record<string, { title: string; thumbnail_url: string }> = {
  aBcDeFgHi01: { title: 'Three kettles, one winner', thumbnail_url: cup },
  aBcDeFgHi02: {
    title: 'The desk lamp that survived four years of late nights, two cats and one house move: a very long review',
    thumbnail_url: lamp,
  },
  aBcDeFgHi03: { title: 'コーヒーミルを比べました', thumbnail_url: cup },
}

const domainTitles: Record<string, string> = { '': 'sho.rt', 'xn--kesselmrchen-mcb.example': 'kesselmärchen.example' }

const names: Record<string, readonly string[]> = {
  device: ['phone', 'desktop', 'tablet', 'tv', ''],
  os: ['iOS', 'Android', 'Windows', 'macOS', ''],
  browser: ['Chrome', 'Safari', 'Firefox', 'Edge', 'Samsung Internet', ''],
  country: ['DE', 'US', 'FR', 'GB', 'CA', 'BR', 'JP', 'AU', 'IN', ''],
  city: ['Berlin', 'New York', 'Paris', 'London', 'Toronto', ''],
  source: ['Instagram', '', 'YouTube', 'Facebook', 'X', 'blog.kettles.example', 'Hacker News'],
  referrer: ['l.instagram.com', '', 'instagram.com', 'com.instagram.android'],
  utm_campaign: ['autumn sale', 'newsletter 48', ''],
  utm_term: ['kettle', ''],
  utm_content: ['header', 'footer', ''],
  shop: ['amazon.de', 'amazon.com', 'ebay.com', ''],
  shop_reason: ['same', 'local_search', 'no_tag', 'default', ''],
  video: ['aBcDeFgHi01', '', 'aBcDeFgHi02', 'aBcDeFgHi03', 'aBcDeFgHi99'],
  domain: ['', 'go.kettles.example', 'xn--kesselmrchen-mcb.example'],
}

/** Returns clicks by the requested property, for example by city. Unknown values are last. */
export const aBreakdown: Answer = ({ query }) => {
  const by = query.get('by') ?? ''
  return (names[by] ?? []).map((name, index) => ({
    name,
    ...(by === 'city' && { country: names.country?.[index] }),
    ...(by === 'video' && videoNames[name]),
    ...(by === 'domain' && { title: domainTitles[name] ?? name }),
    clicks: Math.round(900 / (1 + index * 0.8)),
    visits: Math.round(800 / (1 + index * 0.8)),
  }))
}

/** Returns the earnings by the requested property. The name with the most clicks does not earn most. */
export const anEarnedBreakdown: Answer = ({ query }) => {
  const by = query.get('by') ?? ''
  const known = (names[by] ?? []).filter((name) => name !== '').slice(0, 3)
  const rows = known.flatMap((name, index) => {
    const title = by === 'video' ? (videoNames[name]?.title ?? name) : name
    const totals = someTotals({ earned: [4_310, 21_740, 980][index] ?? 0, clicks: 900 - index * 300 })
    const inDollars = { ...totals, currency: 'USD', earned: 1_240 }
    return [{ id: name, name: title, ...totals }, ...(index === 1 ? [{ id: name, name: title, ...inDollars }] : [])]
  })
  return { rows: rows.map((row) => ({ ...row, clicks: 100 })), unassigned: [] }
}

const clicksByLink = someLinks.map((link, index) => ({ link, days: aMonth(pages[index]?.[4] ?? 0) }))

const clicksById = Object.fromEntries(clicksByLink.map(({ link, days }) => [link.url_id, days.map(({ clicks }) => clicks)]))

/** The answers that every screen with links needs. */
export const linkAnswers: Answers = {
  [`GET ${inProject}/labels`]: () => someLabels,
  ...Object.fromEntries(
    someLinks.flatMap((link, index) => [
      [`GET ${inProject}/urls/${link.url_id}`, () => link],
      [`GET ${inProject}/analytics/urls/${link.url_id}`, () => clicksByLink[index]?.days],
    ]),
  ),
  [`GET ${inProject}/analytics/urls/clicks`]: (call) => answerClicksOfLinks(call, clicksById),
}

/** Earnings of three of the links with the most clicks, one of them in two currencies. */
export const topEarnings: Answer = (call) =>
  answerClicksOfLinks(call, clicksById, {
    [someLinks[0]?.url_id ?? '']: [someTotals({ earned: 4_310, clicks: 1_830 })],
    [someLinks[1]?.url_id ?? '']: [
      someTotals({ earned: 21_740, clicks: 1_020 }),
      someTotals({ currency: 'USD', earned: 1_240, clicks: 1_020 }),
    ],
    [someLinks[3]?.url_id ?? '']: [someTotals({ earned: 980, clicks: 210 })],
  })

/** Earnings of two of the links. */
export const linkEarnings: Answer = (call) =>
  answerClicksOfLinks(call, clicksById, {
    [affiliatedLinks[0]?.url_id ?? '']: [someTotals({ earned: 21_740, clicks: 1_830 })],
    [affiliatedLinks[1]?.url_id ?? '']: [someTotals({ earned: 1_204, clicks: 540 })],
  })

export function anOverview(changes: object = {}) {
  return {
    totalClicks: 3_766,
    clicksAllTime: 48_212,
    clicksLastMonth: 3_766,
    activeLinks: someLinks.length,
    topPerformingLinks: clicksByLink.map(({ link, days }) => ({
      url_id: link.url_id,
      clicks: days.reduce((sum, { clicks }) => sum + clicks, 0),
      link,
    })),
    clicksByDay: aMonth(123),
    ...changes,
  }
}

export const emptyOverview = {
  totalClicks: 0,
  clicksAllTime: 0,
  clicksLastMonth: 0,
  activeLinks: 0,
  topPerformingLinks: [],
  clicksByDay: aMonth(0),
}

/** Returns the error for days that the plan does not include. */
export function createLockedReply(): Reply {
  return errorReply(402, 'ANALYTICS_HISTORY_LOCKED', 'Your plan does not show days this far back. Choose a later day, or upgrade.')
}
