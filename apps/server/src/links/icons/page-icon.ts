import { decodeHtml } from '../html-page.ts'
import { readTags } from '../page-tags.ts'

const maxAddressLength = 2_048
/** Maximum number of icon links that are read from a page. They are in its head, and no page needs more. */
const maxIcons = 20
/**
 * Side of stored icons, in pixels. No larger icon is needed, and smaller icons are blurred on high-resolution screens.
 */
const wantedSide = 64
/**
 * Assumed side of an icon that does not declare its size, in pixels. 32 is the oldest size of the icon format, and 180
 * is the size that Apple documents.
 */
const usualSides = { icon: 32, 'apple-touch-icon': 180 } as const

/**
 * Returns the address of the icon that an HTML page at `url` names. If the page names several icons, returns the
 * smallest icon that is large enough, or else the largest. Null if the page names no icon that can be decoded. SVG
 * can't be decoded.
 */
export function findPageIcon(body: Buffer, contentType: string, url: string): string | null {
  const { links, base } = readLinks(decodeHtml(body, contentType))
  const icons = links.flatMap((link) => toIcon(link, base !== undefined && URL.canParse(base, url) ? new URL(base, url).href : url) ?? [])
  return icons.sort((one, other) => toRank(one) - toRank(other))[0]?.url ?? null
}

interface Icon {
  url: string
  side: number
}

type Attributes = Record<string, string>

function toIcon({ rel = '', href = '', type = '', sizes = '' }: Attributes, base: string): Icon | undefined {
  const names = rel.toLowerCase().split(/\s+/)
  const name = names.includes('icon') ? 'icon' : names.includes('apple-touch-icon') ? 'apple-touch-icon' : undefined
  const address = href.trim()
  if (name === undefined || address === '' || !URL.canParse(address, base)) return undefined
  const { protocol, href: url, pathname } = new URL(address, base)
  const isFetched = /^https?:$/.test(protocol) && url.length <= maxAddressLength
  if (!isFetched || /svg/i.test(type) || /[.]svg$/i.test(pathname)) return undefined
  const sides = sizes.split(/\s+/).flatMap((size) => Number(/^(\d{1,4})x\d{1,4}$/i.exec(size)?.[1] ?? 0) || [])
  return { url, side: sides.length === 0 ? usualSides[name] : Math.max(...sides) }
}

/** Icons that are large enough rank first, from smallest to largest. Smaller icons follow, from largest to smallest. */
function toRank({ side }: Icon): number {
  return side >= wantedSide ? side : 100_000 - side
}

function readLinks(html: string): { links: Attributes[]; base: string | undefined } {
  const tags = readTags(html, { link: ['rel', 'href', 'type', 'sizes'], base: ['href'] })
  const links = tags.flatMap(({ name, attributes }) => (name === 'link' && /icon/i.test(attributes.rel ?? '') ? [attributes] : []))
  const [base] = tags.flatMap(({ name, attributes }) => (name === 'base' ? (attributes.href ?? []) : []))
  return { links: links.slice(0, maxIcons), base }
}
