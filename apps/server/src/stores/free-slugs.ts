import { isReservedPageSlug, makePageSlug } from '@linkshelf/contract/basics'

export type NamedPage = { kind: 'product' | 'category'; name: string }

/**
 * Makes a slug of each name and adds it to `taken`. If a slug is reserved or in `taken`, a number is appended.
 */
export function toFreeSlugs(pages: readonly NamedPage[], taken: Set<string>): string[] {
  /** The next number to append to each slug, so that 1,000 pages with one name take 1,000 steps. */
  const nextNumberBySlug = new Map<string, number>()
  return pages.map((page) => {
    const base = toBaseSlug(page)
    let number = nextNumberBySlug.get(base) ?? 1
    let slug = base
    for (; taken.has(slug) || isReservedPageSlug(slug); slug = `${base}-${number}`) number += 1
    nextNumberBySlug.set(base, number)
    taken.add(slug)
    return slug
  })
}

export function toBaseSlug({ kind, name }: NamedPage): string {
  return makePageSlug(name) || kind
}
