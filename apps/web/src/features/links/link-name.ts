import type { Link } from '@linkshelf/contract'
import { stripScheme } from '../../ui/formats/address.tsx'
import { formatCount } from '../../ui/formats/numbers.ts'

const maxNames = 3

/** Returns the name of a link: its title, else its target. */
export function linkName({ title, target }: Pick<Link, 'title' | 'target'>): string {
  return title === null || title === '' ? stripScheme(target) : title
}

/** Returns the name of one link, or the count of several. */
export function formatLinks(links: readonly Link[]): string {
  const [only] = links
  return only !== undefined && links.length === 1 ? linkName(only) : formatCount(links.length, 'link')
}

/** Returns the names of the first few links, and the count of the others. */
export function formatLinkNames(links: readonly Link[]): string {
  const names = links.slice(0, maxNames).map(linkName)
  const more = links.length - names.length
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`
}
