/** What a search asks of a link, in lower case. */
export interface SoughtText {
  /** Part of its slug or destination … */
  part: string
  /** … or, when the search ends our own address, how its slug begins: `go.test/sum` in `https://go.test/summer`. */
  slugStart?: string
}

/** A search looks, without regard to case, in a link's short address and in its destination. Undefined for what every link has. */
export function soughtText(search: string, publicOrigin: string): SoughtText | undefined {
  const part = search.toLowerCase()
  const home = `${publicOrigin}/`.toLowerCase()
  if (home.includes(part)) return undefined

  // A slug has no slash, so only what is behind the last one can be the beginning of it.
  const slugAt = part.lastIndexOf('/') + 1
  return slugAt > 0 && home.endsWith(part.slice(0, slugAt)) ? { part, slugStart: part.slice(slugAt) } : { part }
}
