import type { Link } from '@linkshelf/contract'
import { stripScheme } from '../../ui/formats/address.tsx'
import { formatCount } from '../../ui/formats/numbers.ts'

const maxNames = 3

type NamedLink = Pick<Link, 'title' | 'target'> & Partial<Pick<Link, 'own_title' | 'page'>>

/**
 * Returns the link's title, or its target if it has no title. For the short URL of a store or product, returns the name
 * of the store or product, unless the owner chose a title.
 */
export function formatLinkName({ title, target, own_title = false, page }: NamedLink): string {
  if (page?.name && !own_title) return page.name
  return title === null || title === '' ? stripScheme(target) : title
}

/** Returns the name of a single link, or the number of links if there are several. */
export function formatLinks(links: readonly NamedLink[]): string {
  const [only] = links
  return only !== undefined && links.length === 1 ? formatLinkName(only) : formatCount(links.length, 'link')
}

/**
 * Returns the names of the first few links and the number of the others. The names are in quotes, because titles
 * contain commas.
 */
export function formatLinkNames(links: readonly Link[]): string {
  const names = links.slice(0, maxNames).map((link) => `“${formatLinkName(link)}”`)
  const more = links.length - names.length
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`
}
