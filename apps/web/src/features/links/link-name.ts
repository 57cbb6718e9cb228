import type { Link } from '@linkshelf/contract'

/** What a link is called: its page's title, else where it leads. */
export function linkName({ title, target }: Pick<Link, 'title' | 'target'>): string {
  return title === null || title === '' ? withoutScheme(target) : title
}

/** An address as people read it: no scheme, no lone slash at the end. */
export function withoutScheme(address: string): string {
  return address.replace(/^https?:\/\//, '').replace(/\/$/, '')
}
