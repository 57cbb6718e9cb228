import { isShortUrl, toDestinationHref, type YoutubeLinkGroup } from '@linkshelf/contract'
import { findRetailerByHost, recognizeUrl, unwrapRedirectors } from '@linkshelf/retailers'
import { findLinkEnd, type ShopPage } from './find-link-end.ts'

export interface FoundLink {
  /** Offsets in UTF-16 units. */
  start: number
  end: number
  /** The link as it is written. */
  original: string
  /** The absolute URL, out of YouTube's redirect; the tag of a retailer stays. */
  target: string
  /** `other` for a short link of a service for everyone: only a request tells where it leads. */
  group: YoutubeLinkGroup
  isShortUrl: boolean
}

/**
 * A scheme, or a host without one in front of a path. A host follows no other character of a host, so
 * that the search is linear.
 */
const linkStart = /https?:\/\/|(?<![a-z0-9.-])[a-z0-9.-]+(?=\/)/gi

/** Longer addresses are shown by YouTube with an ellipsis at their end, and copied like that. */
const shownLength = 45

/**
 * Returns the links of a description in their order; they do not overlap. Left out are `isOwn` links, links to YouTube,
 * email addresses, hosts without a scheme that belong to no retailer or shortener, and addresses that were
 * shortened with an ellipsis.
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

/** Returns the group of a destination. A page that pays no affiliate counts as `other`, unless it has a tag. */
export function findGroup(target: string): YoutubeLinkGroup {
  return findShopPage(target)?.group ?? 'other'
}

function toLink(original: string): Pick<FoundLink, 'target' | 'group' | 'isShortUrl'> | undefined {
  const target = findTarget(original)
  return target === undefined ? undefined : { target, group: findGroup(target), isShortUrl: isShort(target) }
}

const youtubeHost = /^(?:(?:www\.|m\.|music\.)?youtube\.com|youtu\.be|www\.youtube-nocookie\.com)$/

/**
 * The URL behind YouTube's redirects, which may be nested; undefined for what is no destination of a short link, as one
 * too long, and for YouTube itself.
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

/** Hosts that are links without a scheme: of retailers, shorteners and YouTube's redirect. */
function isLinkedHost(host: string): boolean {
  return findRetailerByHost(host) !== undefined || isShortUrl(`https://${host}/x`) || youtubeHost.test(host.toLowerCase())
}

const scriptWithoutSpaces = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u

/** Returns whether a host at this offset is not the end of an email address, a hashtag, a word or another address. */
function startsWord(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start)
  const last = before.at(-1) ?? ' '
  if (/[._-]/.test(last)) return /^(?:|\s)$/u.test(before.slice(0, -1))
  return !/[@#/\\%&=]/.test(last) && (!/[\p{L}\p{N}]/u.test(last) || scriptWithoutSpaces.test(last))
}
