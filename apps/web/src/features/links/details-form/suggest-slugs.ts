import { checkedSlugsMax, slugPattern } from '@linkshelf/contract'

const maxSuggestions = 3
const maxLength = 32

/**
 * Short names for a link: from its title, from the last part of its destination, and variants of what is typed. The
 * server checks which are free.
 */
export function suggestSlugs({ title, target, typed }: { title: string | null; target: string; typed: string }): string[] {
  const url = new URL(target)
  const name = url.hostname.replace(/^www\./, '').split('.')[0] ?? ''
  const part = decoded(url.pathname.split('/').findLast((segment) => segment.length > 2) ?? '').replace(/\.\w+$/, '')
  const words = [toSlug(title ?? '', 3), toSlug(title ?? '', 2), toSlug(part, 3), toSlug(name, 2)]
  const variants = typed === '' ? [] : [`${typed}-2`, `${typed}-${toSlug(name, 1)}`]
  const suggested = [...variants, ...words].filter((slug) => slug.length > 2 && slug !== typed && slugPattern.test(slug))
  return [...new Set(suggested)].slice(0, checkedSlugsMax - 1)
}

/** The suggestions that are free. */
export function freeSuggestions(suggested: readonly string[], free: ReadonlySet<string>): string[] {
  return suggested.filter((slug) => free.has(slug)).slice(0, maxSuggestions)
}

/**
 * Returns the first words in lower case with hyphens between them. Accents are removed, and characters other than a to
 * z and digits separate words.
 */
function toSlug(text: string, maxWords: number): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  let slug = ''
  for (const word of words.slice(0, maxWords)) {
    const longer = slug === '' ? word : `${slug}-${word}`
    if (longer.length > maxLength) break
    slug = longer
  }
  return slug
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return '' // no UTF-8
  }
}
