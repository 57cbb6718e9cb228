import { createHash } from 'node:crypto'
import { type DomainId, fontPath, type OrganizationId, type ProjectId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { defaultServedSettings, type ServedDomainRow } from '../../domains/visitors.ts'
import type { DestinationRule, FoundLink, ResolvedLink } from '../../links/visitors.ts'
import { createTrustedProxyList } from '../../platform/http/client-address.ts'
import type { FoundLinkLook } from '../../storefront/index.ts'
import { createServedDomains } from '../domains/served-domains.ts'
import { createLinkCache } from '../link-cache/link-cache.ts'
import type { GetLinkLook } from '../link-looks.ts'
import { createLinkPages } from '../link-pages.ts'
import { createNotFoundLimit } from '../not-found-limit.ts'
import { NOT_FOUND, type Outcome, STORE_NOT_FOUND } from '../outcome.ts'
import type { Visit } from '../visit.ts'
import type { VisitorCountries } from '../visitor-countries.ts'
import { createVisitResolver } from './resolve-visit.ts'
import { createDomainVisits } from './visit-domain.ts'
import type { StoreRequestHandler } from './visit-store.ts'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

function aLink(...rules: DestinationRule[]): FoundLink {
  return {
    kind: 'link',
    link: { linkId: 'l', projectId: 'p', organizationId: 'o', revision: 1, destination: 'https://shop.example/', rules },
  }
}
const stored: Record<string, FoundLink> = {
  lamp: aLink(),
  'v1.0': aLink(),
  'k\u00fcche': aLink(),
  'go/lamp': {
    kind: 'link',
    link: { linkId: 'g', projectId: 'p', organizationId: 'o', revision: 1, destination: 'https://shop.example/go', rules: [] },
  },
  invalid: { kind: 'invalid' },
  removed: { kind: 'gone' },
  shelf: {
    kind: 'link',
    link: { linkId: 's', projectId: 'p', organizationId: 'o', revision: 1, destination: 'https://go.example/@lamps', rules: [] },
  },
  phones: aLink({ kind: 'device', devices: ['phone'], destination: 'https://m.example/' }),
  german: aLink({ kind: 'country', countries: ['DE'], destination: 'https://de.example/' }),
  timed: aLink({ kind: 'time', fromAt: 1_000, untilAt: 2_000, destination: 'https://sale.example/' }),
  split: aLink({
    kind: 'split',
    variants: [
      { weight: 1, destination: 'https://a.example/' },
      { weight: 1, destination: 'https://b.example/' },
    ],
  }),
}

/** A link to eBay with a tag. eBay's rules forbid a redirect, so a page is shown first. */
const ebayLink: ResolvedLink = {
  linkId: 'l',
  projectId: 'p',
  organizationId: 'o',
  revision: 1,
  destination: 'https://www.ebay.com/itm/123456789012?campid=5338123456',
  shop: 'ebay.com',
  needsPage: true,
  title: 'A <lamp>',
  rules: [],
}
const shops: FoundLink = {
  kind: 'link',
  link: {
    ...ebayLink,
    choices: [
      {
        name: 'eBay',
        place: null,
        destination: 'https://www.ebay.com/itm/123456789012?campid=5338123456',
        needsPage: true,
      },
      { name: 'Amazon', place: 'FR', destination: 'https://www.amazon.fr/dp/B07FZ8S74R' },
      { name: 'Amazon.de', place: 'de', destination: 'https://www.amazon.de/dp/B07FZ8S74R?tag=mia-21', shop: 'amazon.de' },
    ],
  },
}
const routed = aLink({
  kind: 'shop',
  market: 'com',
  shops: {
    DE: { destination: 'https://www.ebay.de/itm/1?campid=5', shop: 'ebay.de', needsPage: true, reason: 'local_asin' },
  },
})
Object.assign(stored, {
  ebay: { kind: 'link', link: ebayLink },
  'go/k\u00fcche': { kind: 'link', link: ebayLink },
  shops,
  'go/shops': shops,
  routed,
})

interface Setup {
  perMinute?: number
  isDown?: boolean
  countries?: VisitorCountries
  getLinkLook?: GetLinkLook
  domains?: ServedDomainRow[]
  visitStore?: StoreRequestHandler
}

function createResolver({
  perMinute = 1_000,
  isDown = false,
  countries = { find: () => 'DE', close: () => undefined },
  getLinkLook,
  domains = [],
  visitStore = async () => STORE_NOT_FOUND,
}: Setup = {}) {
  const servedDomains = createServedDomains({ publicOrigin: 'https://go.example', publicHosts: [] })
  servedDomains.replaceAll(domains)
  const linkCache = createLinkCache({
    async findLinks(slugs) {
      if (isDown) throw new Error('connect ECONNREFUSED')
      return new Map(slugs.flatMap((slug): [string, FoundLink][] => (stored[slug] ? [[slug, stored[slug]]] : [])))
    },
  })
  const notFoundLimit = createNotFoundLimit(perMinute)
  const clock = { now: () => new Date(1_500) }
  return createVisitResolver({
    servedDomains,
    linkCache,
    notFoundLimit,
    countries,
    visitStore,
    domainVisits: createDomainVisits({ publicOrigin: 'https://go.example', findFiles: async () => undefined, timeoutMs: 60_000 }),
    isPageShown: (path) => path === '/@lamps',
    visitMedia: async () => NOT_FOUND,
    linkPages: createLinkPages('https://go.example'),
    ...(getLinkLook && { getLinkLook }),
    findTitle: async () => 'A lamp <b>',
    trustedProxies: createTrustedProxyList(['127.0.0.1']),
    clock,
  })
}

function visit(url: string, { method = 'GET', address = '203.0.113.7', userAgent = phone } = {}): Visit {
  return {
    method,
    url,
    headers: { host: 'go.example', 'user-agent': userAgent, 'x-forwarded-for': address },
    socket: { remoteAddress: '127.0.0.1' },
  }
}

it.each<[string, Visit, object]>([
  ['a link', visit('/lamp'), { kind: 'redirect', location: 'https://shop.example/', rule: 'default', link: { linkId: 'l', revision: 1 } }],
  ['HEAD', visit('/lamp', { method: 'HEAD' }), { kind: 'redirect' }],
  ['POST', visit('/lamp', { method: 'POST' }), { kind: 'method-not-allowed' }],
  ['a removed link', visit('/removed'), { kind: 'gone' }],
  ['a link with an invalid destination', visit('/invalid'), { kind: 'not-found' }],
  ['an unknown slug', visit('/missing'), { kind: 'not-found' }],
  ['a path with two segments', visit('/go/lamp'), { location: 'https://shop.example/go', rule: 'default' }],
  ['an unknown path', visit('/go/lamp/more'), { kind: 'not-found' }],
  ['a path that no link can have', visit('/.well-known/a'), { kind: 'not-found' }],
  ['a name with a dot', visit('/v1.0'), { kind: 'redirect' }],
  ['a name with letters', visit('/k%c3%bcche/'), { kind: 'redirect' }],
  ['the front page', visit('/?utm_source=mail'), { kind: 'page', page: 'front' }],
  ['robots.txt', visit('/robots.txt'), { kind: 'page', page: 'robots' }],
  ['the icon', visit('/favicon.ico'), { kind: 'page', page: 'icon' }],
  ['the font', visit(fontPath), { kind: 'page', page: 'font' }],
  ['the health of the edge', visit('/healthz'), { kind: 'page', page: 'health' }],
  ['a device rule that matches', visit('/phones'), { location: 'https://m.example/', rule: 'device' }],
  ['a device rule that does not match', visit('/phones', { userAgent: '' }), { location: 'https://shop.example/', rule: 'default' }],
  ['a country rule', visit('/german'), { location: 'https://de.example/', rule: 'country' }],
  ['the short URL of a store page that is shown', visit('/shelf'), { kind: 'redirect', location: 'https://go.example/@lamps' }],
  ['a time rule', visit('/timed'), { location: 'https://sale.example/', rule: 'time' }],
])('resolves %s, loaded or cached', async (_case, request, expected) => {
  const resolveVisit = createResolver()
  expect(await resolveVisit(request)).toMatchObject(expected)
  const again = resolveVisit(request)
  expect(again).not.toBeInstanceOf(Promise)
  expect(again).toMatchObject(expected)
})

it("answers busy if a link can't be loaded", async () => {
  expect(await createResolver({ isDown: true })(visit('/lamp'))).toEqual({ kind: 'busy' })
})

it('returns the same object for each visit of a cached link without rules', async () => {
  const resolveVisit = createResolver()
  const first = await resolveVisit(visit('/lamp'))
  expect(resolveVisit(visit('/lamp'))).toBe(first)
})

it("returns the same object for each visit from a shop's countries", async () => {
  const resolveVisit = createResolver({ countries: { find: () => 'US', close: () => undefined } })
  const first = await resolveVisit(visit('/routed'))
  expect(first).toMatchObject({ kind: 'redirect', reason: 'same' })
  expect(resolveVisit(visit('/routed', { address: '198.51.100.1' }))).toBe(first)
})

it('chooses the same variant for a visitor each time, and different variants for different visitors', async () => {
  const resolveVisit = createResolver()
  const resolveLocation = async (address: string) => {
    const outcome = await resolveVisit(visit('/split', { address }))
    return outcome.kind === 'redirect' ? outcome.location : ''
  }
  const addresses = Array.from({ length: 200 }, (_, nth) => `198.51.100.${nth}`)
  const [first, second] = [await Promise.all(addresses.map(resolveLocation)), await Promise.all(addresses.map(resolveLocation))]
  expect(second).toEqual(first)
  const share = first.filter((location) => location === 'https://a.example/').length / addresses.length
  expect(share).toBeGreaterThan(0.35)
  expect(share).toBeLessThan(0.65)
})

it('finds the country only if a rule needs it, and waits for it', async () => {
  const paths: (string | undefined)[] = []
  const country = Promise.resolve('DE')
  const find = ({ url }: Visit) => {
    paths.push(url)
    return country
  }
  const resolveVisit = createResolver({ countries: { find, close: () => undefined } })
  for (const path of ['/lamp', '/phones', '/split', '/timed']) await resolveVisit(visit(path))
  expect(paths).toEqual([])
  expect(await resolveVisit(visit('/german'))).toMatchObject({ location: 'https://de.example/' })
  expect(paths).toEqual(['/german'])
})

it('counts unknown slugs with several segments, but neither files nor paths that no link can have', async () => {
  const resolveVisit = createResolver({ perMinute: 2 })
  const resolveKind = async (path: string) => (await resolveVisit(visit(path))).kind
  for (const path of ['/.env', '/.well-known/a', '/a,b', '/a//b', '/robots.txt']) expect(await resolveKind(path)).not.toBe('rate-limited')
  const guesses = ['/go/a', '/go/b+', '/b/c/go/1', '/wp-login.php']
  expect(await Promise.all(guesses.map(resolveKind))).toEqual(['not-found', 'not-found', 'rate-limited', 'rate-limited'])
  expect(await resolveKind('/go/lamp')).toBe('redirect')
})

it('rate-limits a network that requests many unknown slugs, and loads nothing for a network that floods', async () => {
  const resolveVisit = createResolver({ perMinute: 2 })
  await resolveVisit(visit('/lamp'))
  const kinds: Outcome['kind'][] = []
  for (let nth = 0; nth < 25; nth += 1) kinds.push((await resolveVisit(visit(`/missing${nth}`))).kind)
  expect(kinds).toEqual(['not-found', 'not-found', ...Array(23).fill('rate-limited')])
  expect(await resolveVisit(visit('/lamp'))).toMatchObject({ kind: 'redirect' })
  expect(await resolveVisit(visit('/phones'))).toEqual({ kind: 'rate-limited' })
  expect(await resolveVisit(visit('/phones', { address: '198.51.100.1' }))).toMatchObject({ kind: 'redirect' })
})

function toHtml(outcome: Outcome): string {
  return outcome.kind === 'link-page' ? outcome.response.body.toString() : outcome.kind
}
const listButtons = (outcome: Outcome) =>
  [...toHtml(outcome).matchAll(/<a class="button" href="([^"]*)" rel="([^"]*)">(.*?)<\/a>/g)].map(([, href, , text]) => [
    href?.replaceAll('&amp;', '&'),
    text?.replaceAll('<!-- -->', '').replaceAll(/<.*?>/g, ' ').trim(),
  ])

it('shows a page that names eBay first, and redirects from its button', async () => {
  const resolveVisit = createResolver()
  const request = visit('/ebay?qr=1')
  const page = await resolveVisit({ ...request, headers: { ...request.headers, referer: 'https://blog.example/?a=1&b=2' } })
  const [[href = ''] = []] = listButtons(page)
  expect(listButtons(page)).toEqual([['/ebay/go?qr=1&via=https%3A%2F%2Fblog.example%2F%3Fa%3D1%26b%3D2', 'Continue to eBay']])
  expect(toHtml(page)).toContain('A &lt;lamp&gt;')
  expect(toHtml(page)).toContain('As an eBay Partner, I may be compensated if you make a purchase.')
  expect(toHtml(page)).not.toMatch(/<script|http-equiv|campid/)

  expect(await resolveVisit(visit(href))).toMatchObject({
    kind: 'redirect',
    location: 'https://www.ebay.com/itm/123456789012?campid=5338123456',
    rule: 'default',
    shop: 'ebay.com',
    referrer: 'https://blog.example/?a=1&b=2',
  })
})

it('shows the pages of a slug with several segments and letters outside ASCII', async () => {
  const resolveVisit = createResolver()
  expect(listButtons(await resolveVisit(visit('/go/k%C3%BCche')))).toEqual([['/go/k%C3%BCche/go?via=', 'Continue to eBay']])
  expect(listButtons(await resolveVisit(visit('/go/k%C3%BCche+')))).toEqual([['/go/k%C3%BCche/go', 'Continue to eBay']])
  expect(await resolveVisit(visit('/go/k%C3%BCche/go?via='))).toMatchObject({ kind: 'redirect', shop: 'ebay.com' })
  expect(listButtons(await resolveVisit(visit('/go/shops'))).map(([href]) => href)).toContain('/go/shops/go/2?via=')
  expect(await resolveVisit(visit('/go/shops/go/2'))).toMatchObject({ kind: 'redirect', rule: 'choice', shop: 'amazon.de' })
})

it("shows the page before a shop if only the visitor's shop requires it", async () => {
  expect(toHtml(await createResolver()(visit('/routed')))).toContain('Continue to')
  const abroad = createResolver({ countries: { find: () => 'US', close: () => undefined } })
  expect(await abroad(visit('/routed'))).toMatchObject({ kind: 'redirect', rule: 'default', reason: 'same' })
})

it("offers several shops, the visitor's first, each with a button that redirects to it", async () => {
  const resolveVisit = createResolver()
  const page = await resolveVisit(visit('/shops'))
  expect(listButtons(page)).toEqual([
    ['/shops/go/2?via=', 'Amazon.de  Ad'],
    ['/shops/go/0?via=', 'eBay  ebay.com · Ad'],
    ['/shops/go/1?via=', 'Amazon  amazon.fr'],
  ])
  expect(await resolveVisit(visit('/shops/go/2?via='))).toMatchObject({
    kind: 'redirect',
    location: 'https://www.amazon.de/dp/B07FZ8S74R?tag=mia-21',
    rule: 'choice',
    shop: 'amazon.de',
    reason: 'choice',
    referrer: '',
  })
  expect(await resolveVisit(visit('/shops/go/3'))).toEqual({ kind: 'not-found' })
})

it.each([
  ['/lamp+', 'shop.example', '/lamp', 'A lamp &lt;b&gt;'],
  ['/lamp%2B', 'shop.example', '/lamp', 'A lamp &lt;b&gt;'],
  ['/ebay+?utm_source=x', 'www.ebay.com', '/ebay/go', 'A &lt;lamp&gt;'],
])('previews %s, which leads to %s', async (path, host, href, title) => {
  const page = await createResolver()(visit(path))
  expect(toHtml(page)).toContain(`<strong>${host}</strong>`)
  expect(toHtml(page)).toContain(title)
  expect(listButtons(page).map(([address]) => address)).toEqual([href])
})

it("previews the visitor's shop, and all shops of a choice page", async () => {
  const german = await createResolver()(visit('/routed+'))
  expect(toHtml(german)).toContain('<strong>www.ebay.de</strong>')
  expect(listButtons(german)).toEqual([['/routed/go', 'Continue to eBay']])
  const abroad = createResolver({ countries: { find: () => 'US', close: () => undefined } })
  expect(toHtml(await abroad(visit('/routed+')))).toContain('<strong>shop.example</strong>')

  const choice = await createResolver()(visit('/shops+'))
  for (const host of ['ebay.com', 'amazon.fr', 'amazon.de']) expect(toHtml(choice)).toContain(`<strong>${host}</strong>`)
  expect(listButtons(choice)).toEqual([['/shops', 'Continue to the choice']])
})

const digest = 'a'.repeat(27)
const linkLook: FoundLinkLook = {
  ...{ language: 'de', layout: 'grid', name: 'Mias <Regal>', logo: null, mainColor: '#a00000', secondaryColor: '#000000' },
  ...{ theme: 'linen', headingFont: null, textFont: null, fontsUrl: null },
  ...{ picture: `https://go.example/media/${digest}/640x640.webp`, focus: null, isCutout: false, isMarked: false },
}

it.each([
  ['/shops', linkLook],
  ['/ebay', linkLook],
  ['/shops+', linkLook],
  ['/shops', { ...linkLook, fontsUrl: `https://go.example/media/${digest}/fonts.css?family=Karla` }],
  ['/shops', { ...linkLook, fontsUrl: 'https://fonts.example/css2?family=Karla' }],
])("shows %s with the language, theme and picture of the owner's store", async (path, look) => {
  const page = await createResolver({ getLinkLook: async () => look })(visit(path))

  const html = toHtml(page)
  expect(html).toContain('<html lang="de" dir="ltr">')
  expect(html).toContain('Mias &lt;Regal&gt;')
  expect(html).toContain(`<div class="product"><img src="/media/${digest}/640x640.webp"`)
  expect(html).toContain('Werbung: Das ist ein Affiliate-Link.')
  expect(html).not.toMatch(/Continue|Choose|>Ad</)
  const policy = page.kind === 'link-page' ? page.response.headers.join('\n') : ''
  const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => createHash('sha256').update(style).digest('base64'))
  expect(styles).toHaveLength(2)
  const hasCopiedFonts = look.fontsUrl?.startsWith('https://go.example/') === true
  const sources = [...styles.map((hash) => `'sha256-${hash}'`), ...(hasCopiedFonts ? ["'self'"] : [])]
  expect(policy).toContain(`style-src ${sources.join(' ')};`)
  expect([...html.matchAll(/rel="stylesheet" href="([^"]*)"/g)].map(([, path]) => path)).toEqual(
    hasCopiedFonts ? [`/media/${digest}/fonts.css?family=Karla`] : [],
  )
  expect(html).toContain(hasCopiedFonts ? "--font:'Karla'," : "--font:'DM Sans',")
})

it("shows a page of a link without a store in the visitor's language", async () => {
  const request = visit('/shops')
  const page = await createResolver()({ ...request, headers: { ...request.headers, 'accept-language': 'he' } })
  expect(toHtml(page)).toContain('<html lang="he" dir="rtl">')
  expect(toHtml(page)).not.toContain('<img')
})

it('discloses only affiliate links', async () => {
  expect(toHtml(await createResolver()(visit('/ebay+')))).toContain('this is an affiliate link')
  expect(toHtml(await createResolver()(visit('/lamp+')))).not.toContain('affiliate')
  expect(toHtml(await createResolver()(visit('/routed+')))).toContain('this is an affiliate link')
  const abroad = createResolver({ countries: { find: () => 'US', close: () => undefined } })
  expect(toHtml(await abroad(visit('/routed+')))).not.toContain('affiliate')
})

it('marks the buttons of a choice page whose URLs can pay somebody, or all buttons if the owner marked the link', async () => {
  const [tagged, untagged] = ['https://www.ebay.com/itm/123456789012?campid=5338123456', 'https://www.amazon.fr/dp/B07FZ8S74R']
  const choices = [
    { name: 'eBay', place: null, destination: tagged },
    { name: 'Network', place: null, destination: 'https://www.awin1.com/cread.php?awinmid=1' },
    { name: 'Amazon', place: null, destination: untagged },
    { name: 'Short', place: null, destination: 'https://bit.ly/lamp' },
    { name: 'Expanded', place: null, destination: 'https://bit.ly/chair', expanded: untagged },
  ]
  stored.choices = { kind: 'link', link: { ...ebayLink, choices } }
  const listMarked = async (isMarked: boolean) => {
    const page = await createResolver({ getLinkLook: async () => ({ ...linkLook, isMarked }) })(visit('/choices'))
    return [...toHtml(page).matchAll(/rel="sponsored nofollow"><span>(.*?)<\/span><small>[^<]*Werbung<\/small>/g)].map(([, name]) => name)
  }
  expect(await listMarked(false)).toEqual(['eBay', 'Network', 'Short'])
  expect(await listMarked(true)).toEqual(choices.map(({ name }) => name))
})

it("shows a page of the store at a domain's root if a link with the same path was removed", async () => {
  const [domainId, storeProjectId] = ['d' as DomainId, 'p' as ProjectId]
  const settings = { ...defaultServedSettings, storeProjectId }
  for (const slug of ['bread', 'toast']) stored[`//${domainId}/${slug}`] = { kind: 'gone' }
  const page: Outcome = { kind: 'store', response: { status: 200, headers: [], body: Buffer.from('Bread') } }
  const root = createResolver({
    domains: [{ domainId, organizationId: 'o' as OrganizationId, host: 'lamps.example', settings }],
    visitStore: async ({ address }) => (address?.kind === 'named' && address.slug === 'bread' ? page : STORE_NOT_FOUND),
  })
  const at = (path: string) => root({ ...visit(path), headers: { ...visit(path).headers, host: 'lamps.example' } })

  expect(await at('/bread')).toBe(page)
  expect(await at('/bread')).toBe(page)
  expect(await at('/toast')).toEqual({ kind: 'gone' })
})

it.each(['/removed+', '/removed/go'])('answers %s as a removed link', async (path) => {
  expect(await createResolver()(visit(path))).toEqual({ kind: 'gone' })
})

it.each(['/missing+', '/missing/go', '/lamp/go/0', '/lamp/gone', '/lamp/go/', '/lamp++', '/a/b/go'])('answers 404 to %s', async (path) => {
  expect(await createResolver()(visit(path))).toEqual({ kind: 'not-found' })
})

it('rate-limits a network that guesses slugs through previews', async () => {
  const resolveVisit = createResolver({ perMinute: 2 })
  const kinds: Outcome['kind'][] = []
  for (let nth = 0; nth < 4; nth += 1) kinds.push((await resolveVisit(visit(`/missing${nth}+`))).kind)
  expect(kinds).toEqual(['not-found', 'not-found', 'rate-limited', 'rate-limited'])
})
