// Resolves a visit to its outcome. Response writers render the outcome and decide nothing.
import { createHash } from 'node:crypto'
import type { BlockList } from 'node:net'
import { fontPath, type ShortPathSuffix } from '@linkshelf/contract/basics'
import { parseUserAgent } from '../../clicks/visitors.ts'
import type { Choice, ResolvedLink } from '../../links/visitors.ts'
import type { Clock } from '../../platform/clock.ts'
import { isStoreTarget, parseStoreAddress } from '../../storefront/index.ts'
import { isMediaTarget } from '../../uploads/visitors.ts'
import type { ServedDomains } from '../domains/served-domains.ts'
import type { LinkCache } from '../link-cache/link-cache.ts'
import type { GetLinkLook } from '../link-looks.ts'
import { findButtonReferrer, type LinkPages, type LinkPageVisit } from '../link-pages.ts'
import { negotiateLanguage } from '../negotiate-language.ts'
import type { NotFoundLimit } from '../not-found-limit.ts'
import {
  BUSY,
  type IsOwnOrigin,
  type LinkOutcome,
  LOOP,
  METHOD_NOT_ALLOWED,
  NOT_FOUND,
  type Outcome,
  type PageName,
  RATE_LIMITED,
  type RedirectOutcome,
  STORE_NOT_FOUND,
  toRedirect,
} from '../outcome.ts'
import { findVisitHost, getVisitorAddress, parseTargetPath, parseVisitPath, toHeaderText, type Visit } from '../visit.ts'
import type { VisitorCountries } from '../visitor-countries.ts'
import { chooseDestination, chooseShop, type VisitContext } from './choose-destination.ts'
import { addHop, isOnHost } from './redirect-hops.ts'
import { createStorePageVisits, isMissing } from './store-page-visits.ts'
import { type TlsVisits, tlsPath } from './tls-visits.ts'
import type { DomainVisits } from './visit-domain.ts'
import type { IsPageShown, StoreRequestHandler, VisitMedia } from './visit-store.ts'

export interface VisitResolverOptions {
  servedDomains: Pick<ServedDomains, 'find'>
  linkCache: Pick<LinkCache, 'get' | 'has' | 'load'>
  notFoundLimit: NotFoundLimit
  isOwnOrigin?: IsOwnOrigin
  countries: VisitorCountries
  linkPages: LinkPages
  getLinkLook?: GetLinkLook
  /** Returns a link's title, for its preview. Returns undefined if the link has no title or it can't be loaded. */
  findTitle: (linkId: string) => Promise<string | undefined>
  domainVisits: DomainVisits
  visitStore: StoreRequestHandler
  isPageShown: IsPageShown
  visitMedia: VisitMedia
  visitTls?: TlsVisits['visitTls']
  /** Undefined if no proxy is trusted. */
  trustedProxies: BlockList | undefined
  clock: Clock
}

/**
 * Returns the visit's outcome, or a promise of it if the link or the geoip table must be loaded. Must be called only
 * once per visit, because it counts the visit.
 */
export type ResolveVisit = (visit: Visit) => Outcome | Promise<Outcome>

const healthPath = '/healthz'
const HEALTH: Outcome = { kind: 'page', page: 'health' }

const pageByPath = new Map<string, Outcome>(
  Object.entries({
    '/': 'front',
    '/robots.txt': 'robots',
    '/favicon.ico': 'icon',
    [fontPath]: 'font',
    '/healthz': 'health',
  } satisfies Record<string, PageName>).map(([path, page]) => [path, { kind: 'page', page }]),
)

export function createVisitResolver(options: VisitResolverOptions): ResolveVisit {
  const {
    servedDomains,
    linkCache,
    notFoundLimit,
    isOwnOrigin = () => false,
    countries,
    visitStore,
    visitMedia,
    trustedProxies,
    clock,
  } = options
  const { linkPages, getLinkLook = async () => undefined, findTitle, isPageShown, domainVisits, visitTls = () => undefined } = options
  const storePages = createStorePageVisits({
    visitStore,
    mayLoad,
    openFront: (visit) => openPage(visit, '/'),
    missing: respondMissing,
    notFound: respondNotFound,
  })

  function resolveVisit(visit: Visit): Outcome | Promise<Outcome> {
    if (visit.method !== 'GET' && visit.method !== 'HEAD') return METHOD_NOT_ALLOWED
    const target = visit.url ?? ''
    if (target.startsWith(tlsPath)) return visitTls(visit) ?? NOT_FOUND
    const served = servedDomains.find(findVisitHost(visit))
    if (served.kind === 'unknown') return parseTargetPath(target) === healthPath ? HEALTH : respondNotFound(visit)
    const domain = served.kind === 'domain' ? served : undefined
    visit.domain = domain
    const path = parseVisitPath(target)
    if (path === undefined) return storePages.openRoot(visit, target) ?? openPage(visit, target) ?? openFile(visit, target)
    const { slug, suffix } = path
    const address = domain === undefined ? slug : domain.addressPrefix + slug
    if (suffix !== undefined) return openLinkPage(visit, { address, slug, suffix })
    const cached = linkCache.get(address)
    if (cached !== undefined && cached.kind !== 'not-found') return showLink(visit, slug, cached)
    // The path of a page is never a link's slug, so the page can be opened before a link is loaded.
    const page = openPage(visit, target)
    if (page !== undefined) return page
    if (isFlood(visit, address)) return RATE_LIMITED
    if (cached !== undefined) return respondWithoutLink(visit, target)
    return loadLink({ address, withoutLink: () => respondWithoutLink(visit, target) }, (outcome) => showLink(visit, slug, outcome))
  }

  /** Returns the page that the store at the domain's root has at this path, or the response to a missing link. */
  function respondWithoutLink(visit: Visit, target: string): Outcome | Promise<Outcome> {
    return storePages.openBelowRoot(visit, target) ?? respondNotFound(visit)
  }

  function openPage(visit: Visit, target: string): Outcome | Promise<Outcome> | undefined {
    const path = parseTargetPath(target)
    const ofDomain =
      visit.domain &&
      domainVisits.open(visit.domain, path, {
        mayLoad: () => mayLoad(visit),
        language: () => negotiateLanguage(toHeaderText(visit.headers['accept-language'])),
      })
    return ofDomain ?? pageByPath.get(path)
  }

  function openFile(visit: Visit, target: string): Outcome | Promise<Outcome> {
    if (isMediaTarget(target)) return openMedia(visit, target)
    if (visit.domain === undefined && isStoreTarget(target)) return storePages.open(visit, target, parseStoreAddress(target))
    return storePages.openBelowRoot(visit, target) ?? respondMissing(visit)
  }

  async function openMedia(visit: Visit, target: string): Promise<Outcome> {
    const outcome = await visitMedia(parseTargetPath(target), () => mayLoad(visit))
    return outcome === NOT_FOUND ? respondNotFound(visit) : outcome
  }

  type ShowLink = (outcome: LinkOutcome) => Outcome | Promise<Outcome>

  interface LinkLoad {
    address: string
    /** Creates the response if the address has no link. */
    withoutLink: () => Outcome | Promise<Outcome>
  }

  async function loadLink({ address, withoutLink }: LinkLoad, show: ShowLink): Promise<Outcome> {
    const loaded = await linkCache.load(address)
    if (loaded === undefined) return BUSY
    return loaded.kind === 'not-found' ? withoutLink() : show(loaded)
  }

  /** Returns the link's redirect, or the page that must be shown before it. */
  function showLink(visit: Visit, slug: string, outcome: LinkOutcome): Outcome | Promise<Outcome> {
    if (outcome.kind !== 'redirect') return storePages.openRemoved(visit, visit.url ?? '', outcome)
    const { link } = outcome
    if (link.choices !== undefined) return offerChoices(visit, slug, link, link.choices)
    const followed = followRules(visit, outcome)
    return followed instanceof Promise ? followed.then((found) => showShopPage(visit, slug, found)) : showShopPage(visit, slug, followed)
  }

  function showShopPage(visit: Visit, slug: string, outcome: Outcome): Outcome | Promise<Outcome> {
    if (outcome.kind !== 'redirect' || !outcome.needsPage) return outcome
    return createLinkPageVisit(visit, slug, outcome.link).then((page) => linkPages.shopPage(page, outcome))
  }

  /** Adds the store's look to the visit. For a network above the flood limit, only a cached look is used. */
  async function createLinkPageVisit(visit: Visit, slug: string, link: ResolvedLink): Promise<LinkPageVisit> {
    return { visit, slug, look: await getLinkLook(link, () => mayLoad(visit)) }
  }

  async function offerChoices(visit: Visit, slug: string, link: ResolvedLink, choices: readonly Choice[]): Promise<Outcome> {
    const [page, country] = await Promise.all([createLinkPageVisit(visit, slug, link), countries.find(visit)])
    return linkPages.choice(page, link, choices, country)
  }

  async function openLinkPage(
    visit: Visit,
    { address, slug, suffix }: { address: string; slug: string; suffix: ShortPathSuffix },
  ): Promise<Outcome> {
    const cached = linkCache.get(address)
    const show: ShowLink = (outcome) =>
      suffix.kind === 'preview' ? openPreview(visit, slug, outcome) : followButton(visit, suffix.choice, outcome)
    if (cached !== undefined && cached.kind !== 'not-found') return show(cached)
    if (isFlood(visit, address)) return RATE_LIMITED
    return cached === undefined ? loadLink({ address, withoutLink: () => respondNotFound(visit) }, show) : respondNotFound(visit)
  }

  /** Returns the page that shows where the link leads this visitor. */
  async function openPreview(visit: Visit, slug: string, outcome: LinkOutcome): Promise<Outcome> {
    if (outcome.kind !== 'redirect') return outcome
    const { choices, title, linkId } = outcome.link
    const followed = choices === undefined ? await followRules(visit, outcome) : outcome
    if (followed.kind !== 'redirect') return followed
    const page = await createLinkPageVisit(visit, slug, outcome.link)
    return linkPages.preview(page, followed, title ?? (mayLoad(visit) ? await findTitle(linkId) : undefined))
  }

  /** Returns the redirect of a page's button. Following the button is a click. */
  async function followButton(visit: Visit, choice: number | undefined, outcome: LinkOutcome): Promise<Outcome> {
    if (outcome.kind !== 'redirect') return outcome
    const referrer = findButtonReferrer(visit)
    if (choice === undefined) {
      const followed = await followRules(visit, outcome)
      return followed.kind === 'redirect' ? { ...followed, referrer } : followed
    }
    const chosen = outcome.link.choices?.[choice]
    if (chosen === undefined) return respondNotFound(visit)
    return redirect(visit, { ...toRedirect(outcome.link, chosen, { rule: 'choice', reason: 'choice' }, isOwnOrigin), referrer })
  }

  function followRules(visit: Visit, outcome: RedirectOutcome): Outcome | Promise<Outcome> {
    const { rules } = outcome.link
    if (rules.length === 0) return redirect(visit, outcome)
    const needsCountry = outcome.shops !== undefined || rules.some(({ kind }) => kind === 'country')
    if (!needsCountry) return redirectByRules(visit, outcome, '')
    const country = countries.find(visit)
    return typeof country === 'string'
      ? redirectByRules(visit, outcome, country)
      : country.then((found) => redirectByRules(visit, outcome, found))
  }

  function redirectByRules(visit: Visit, outcome: RedirectOutcome, country: string): Outcome | Promise<Outcome> {
    const { link, shops } = outcome
    // The usual case: the shop rule is the only rule, and its redirects were already created with the link.
    if (shops !== undefined && link.rules.length === 1) return redirect(visit, chooseShop(shops, country))
    const userAgent = toHeaderText(visit.headers['user-agent'])
    const context: VisitContext = {
      at: clock.now().getTime(),
      country: () => country,
      device: () => parseUserAgent(userAgent).device,
      share: () => computeShare(link.linkId, getVisitorAddress(visit, trustedProxies), userAgent),
    }
    return redirect(visit, chooseDestination(outcome, context, isOwnOrigin))
  }

  function redirect(visit: Visit, outcome: RedirectOutcome): Outcome | Promise<Outcome> {
    if (outcome.link.isPageDeleted) return STORE_NOT_FOUND
    if (!outcome.isToOwnOrigin && !isOnHost(outcome.location, toHeaderText(visit.headers.host))) return outcome
    const { pathname, host } = new URL(outcome.location)
    if (!isStoreTarget(pathname) || servedDomains.find(host).kind !== 'own') return addHop(outcome, visit.url ?? '') ?? LOOP
    return isPageShown(pathname) ? outcome : redirectToPage(visit, outcome, pathname)
  }

  /**
   * Returns the redirect if visitors can see the store page that it leads to. If the page is missing, returns the
   * response that the page's own address would give; this is not a click. If the page can't be loaded at the moment,
   * also returns the redirect, so that the page's own address responds.
   */
  async function redirectToPage(visit: Visit, outcome: RedirectOutcome, path: string): Promise<Outcome> {
    const page = await storePages.open(visit, path, parseStoreAddress(path))
    return isMissing(page) ? page : outcome
  }

  function isFlood(visit: Visit, address: string): boolean {
    return !linkCache.has(address) && !mayLoad(visit)
  }

  /** Returns false for a network above the flood limit, which gets only cached content. */
  function mayLoad(visit: Visit): boolean {
    return !notFoundLimit.isFlood(getVisitorAddress(visit, trustedProxies))
  }

  /** Returns the response to an address without a link. A domain may have a response of its own. */
  function respondMissing({ domain }: Visit): Outcome {
    return (domain && domainVisits.notFound(domain)) ?? NOT_FOUND
  }

  function respondNotFound(visit: Visit): Outcome {
    const address = getVisitorAddress(visit, trustedProxies)
    const outcome = notFoundLimit.isOver(address) ? RATE_LIMITED : respondMissing(visit)
    notFoundLimit.count(address)
    return outcome
  }

  return resolveVisit
}

/**
 * Returns a number from 0 to 1 that is evenly distributed over a link's visitors. Nothing about the visitors is stored.
 */
function computeShare(...parts: string[]): number {
  return createHash('sha256').update(parts.join('\n')).digest().readUInt32BE() / 2 ** 32
}
