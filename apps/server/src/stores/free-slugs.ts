import { isReservedPageSlug, makePageSlug } from '@linkshelf/contract/basics'

export type NamedPage = { kind: 'product' | 'category'; name: string }

/**
 * Derives a slug from each name and adds it to `taken`. If a slug is reserved or already in `taken`, a number is
 * appended.
 */
export function toFreeSlugs(pages: readonly NamedPage[], taken: Set<string>): string[] {
  /**
   * The next number to append to each slug. Because it is stored, 1,000 pages with the same name take only 1,000 steps.
   */
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
