import type { Link } from '@linkshelf/contract'
import { showCount } from '../../ui/numbers.ts'

const namedAtMost = 3

/** What a link is called: its page's title, else where it leads. */
export function linkName({ title, target }: Pick<Link, 'title' | 'target'>): string {
  return title === null || title === '' ? withoutScheme(target) : title
}

/** One link by its name, several by their number. */
export function linksInShort(links: readonly Link[]): string {
  const [only] = links
  return only !== undefined && links.length === 1 ? linkName(only) : showCount(links.length, 'link')
}

/** The names of the first few, and how many more there are. */
export function linksByName(links: readonly Link[]): string {
  const names = links.slice(0, namedAtMost).map(linkName)
  const more = links.length - names.length
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`
}

/** An address as people read it: no scheme, no lone slash at the end. */
export function withoutScheme(address: string): string {
  return address.replace(/^https?:\/\//, '').replace(/\/$/, '')
}
