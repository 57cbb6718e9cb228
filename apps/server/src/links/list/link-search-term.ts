/** The parts of a link that a search is compared with, in lower case. */
export interface LinkSearchTerm {
  /** Matches anywhere in the slug, destination, title or notes. */
  part: string
  /** Matches the beginning of the slug, where the term ends with our own address: `sum` of `go.test/sum` matches `https://go.test/summer`. */
  slugStart?: string
}

/**
 * Searches match the short URL, destination, title and notes, without case. Undefined for a term
 * that every link matches.
 */
export function toLinkSearchTerm(search: string, publicOrigin: string): LinkSearchTerm | undefined {
  const part = search.toLowerCase()
  const origin = `${publicOrigin}/`.toLowerCase()
  if (origin.includes(part)) return undefined

  // A slug has no slash, so only what follows the last one can be the beginning of a slug.
  const slugAt = part.lastIndexOf('/') + 1
  return slugAt > 0 && origin.endsWith(part.slice(0, slugAt)) ? { part, slugStart: part.slice(slugAt) } : { part }
}
