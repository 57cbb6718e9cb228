import { isShortUrl, toDestinationHref, type YoutubeLinkGroup } from '@linkshelf/contract'
import { findRetailerByHost, recognizeUrl, unwrapRedirectors } from '@linkshelf/retailers'
import { findLinkEnd, type ShopPage } from './find-link-end.ts'

export interface FoundLink {
  /** The offset in UTF-16 code units. */
  start: number
  end: number
  /** The link's text in the description. */
  original: string
  /**
   * The absolute destination URL. If the link is a YouTube redirect, this is the URL after the redirect. The retailer's
   * tag is not removed.
   */
  target: string
  /** `other` if the link is a short link of a general service, because only a request shows where it leads. */
  group: YoutubeLinkGroup
  isShortUrl: boolean
}

/**
 * Matches a scheme, or a host without a scheme if a path follows. A host match can't begin inside another host, so that
 * the search takes linear time.
 */
const linkStart = /https?:\/\/|(?<![a-z0-9.-])[a-z0-9.-]+(?=\/)/gi

/** YouTube shortens addresses that are longer than this with an ellipsis, and owners copy the shortened text. */
const shownLength = 45

/**
 * Returns the links of a description in their order, without overlaps. Omits links for which `isOwn` is true, links to
 * YouTube, email addresses, and addresses that were shortened with an ellipsis. Omits a host without a scheme unless it
 * belongs to a retailer or shortener.
 */
export function findLinks(description: string, isOwn: (url: string) => boolean): FoundLink[] {
  const links: FoundLink[] = []
  const starts = new RegExp(linkStart)
  for (let match = starts.exec(description); match !== null; match = starts.exec(description)) {
    const hasScheme = /^http/i.test(match[0]) && match[0].endsWith('//')
    const start = match.index + (/^[.-]+/.exec(match[0])?.[0].length ?? 0)
    if (!hasScheme && !(isLinkedHost(description.slice(start, starts.lastIndex)) && startsWord(description, start))) continue
    const end = findLinkEnd(description, start, findShopPage)
    starts.lastIndex = Math.max(end, starts.lastIndex)
    const original = description.slice(start, end)
    const link = toLink(original)
    if (link === undefined || isOwn(link.target)) continue
    if (!hasScheme && link.group === 'other' && !link.isShortUrl) continue
    if (!link.isShortUrl && original.length <= shownLength && /^(?:…|\.\.\.)/.test(description.slice(end))) continue
    links.push({ start, end, original, ...link })
  }
  return links
}

/**
 * Returns a destination's group. A page for which the retailer pays no commission belongs to `other`, unless its URL
 * has an affiliate tag.
 */
export function findGroup(target: string): YoutubeLinkGroup {
  return findShopPage(target)?.group ?? 'other'
}

function toLink(original: string): Pick<FoundLink, 'target' | 'group' | 'isShortUrl'> | undefined {
  const target = findTarget(original)
  return target === undefined ? undefined : { target, group: findGroup(target), isShortUrl: isShort(target) }
}

const youtubeHost = /^(?:(?:www\.|m\.|music\.)?youtube\.com|youtu\.be|www\.youtube-nocookie\.com)$/

/**
 * Returns the destination after YouTube's redirects, which can be nested. Undefined if the URL can't be the destination
 * of a short link, for example because it is too long. Also undefined for YouTube itself.
 */
function findTarget(original: string): string | undefined {
  let address = /^https?:\/\//i.test(original) ? original : `https://${original}`
  for (let redirects = 0; redirects < 3; redirects += 1) {
    if (!URL.canParse(address)) return undefined
    const url = new URL(address)
    const isWeb = /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && /[^.]\.[^.]{2,}$/.test(url.hostname)
    if (!isWeb) return undefined
    if (!youtubeHost.test(url.hostname)) return toDestinationHref(url.href)
    const destination = url.pathname === '/redirect' ? url.searchParams.get('q') : null
    if (destination === null) return undefined
    address = destination
  }
  return undefined
}

function isShort(target: string): boolean {
  return isShortUrl(target) && new URL(target).pathname.length > 1
}

function findShopPage(text: string): (ShopPage & { group: YoutubeLinkGroup }) | undefined {
  const target = findTarget(text)
  if (target === undefined) return undefined
  const page = recognizeUrl(unwrapRedirectors(target))
  if (isShort(target)) return { group: page?.retailer ?? 'other', kind: 'short' }
  if (page === undefined || page.kind === 'short' || page.kind === 'redirector') return undefined
  if (page.kind === 'product') return { group: page.retailer, kind: 'product' }
  const isPaid = ['search', 'store', 'cart'].includes(page.kind) || page.tag !== undefined || recognizeUrl(target)?.tag !== undefined
  return isPaid ? { group: page.retailer, kind: 'list' } : undefined
}

/**
 * Returns whether a host without a scheme counts as a link. This applies to retailers, shorteners and YouTube's
 * redirect.
 */
function isLinkedHost(host: string): boolean {
  return findRetailerByHost(host) !== undefined || isShortUrl(`https://${host}/x`) || youtubeHost.test(host.toLowerCase())
}

const scriptWithoutSpaces = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u

/**
 * Returns whether a host can begin at this offset. It can't if it is part of an email address, a hashtag, a word or
 * another address.
 */
function startsWord(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start)
  const last = before.at(-1) ?? ' '
  if (/[._-]/.test(last)) return /^(?:|\s)$/u.test(before.slice(0, -1))
  return !/[@#/\\%&=]/.test(last) && (!/[\p{L}\p{N}]/u.test(last) || scriptWithoutSpaces.test(last))
}
