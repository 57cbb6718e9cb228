import { isReservedPageSlug, makePageSlug } from '@linkshelf/contract/basics'

export type NamedPage = { kind: 'product' | 'category'; name: string }

/**
 * Makes a slug of each name that is neither reserved nor in `taken`, with a number behind it where that is needed, and
 * adds it to `taken`.
 */
export function freeSlugsOf(pages: readonly NamedPage[], taken: Set<string>): string[] {
  /** The next number behind each slug, so that a thousand pages of one name take a thousand steps. */
  const numbers = new Map<string, number>()
  return pages.map((page) => {
    const base = toBase(page)
    let number = numbers.get(base) ?? 1
    let slug = base
    for (; taken.has(slug) || isReservedPageSlug(slug); slug = `${base}-${number}`) number += 1
    numbers.set(base, number)
    taken.add(slug)
    return slug
  })
}

export function toBase({ kind, name }: NamedPage): string {
  return makePageSlug(name) || kind
}
