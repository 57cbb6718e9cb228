const slugPath = /^\/([A-Za-z0-9_-]{1,64})\/?$/

/**
 * The slug in a request's target; undefined when its path can't be a short link. Linear in the length of the target.
 */
export function slugIn(target: string): string | undefined {
  const path = pathOf(target)
  const found = slugPath.exec(path)?.[1]
  if (found !== undefined || !path.includes('%')) return found
  // Some clients percent-encode letters needlessly: the address is the same.
  return slugPath.exec(decodePath(path))?.[1]
}

const linkPagePath = /^\/([A-Za-z0-9_-]{1,64})(?:(\+)|\/go(?:\/(\d{1,2}))?)$/

/**
 * A path beside the one of a short link: `/lamp+`, its preview; `/lamp/go`, the button of its page;
 * `/lamp/go/2`, that of a choice.
 */
export interface LinkPagePath {
  slug: string
  isPreview: boolean
  /** The index of the chosen destination, from 0; undefined on other pages. */
  choice: number | undefined
}

/** No slug of a link is such a path. */
export function linkPageIn(target: string): LinkPagePath | undefined {
  const [, slug, plus, choice] = linkPagePath.exec(decodePath(pathOf(target))) ?? []
  return slug === undefined ? undefined : { slug, isPreview: plus !== undefined, choice: choice === undefined ? undefined : Number(choice) }
}

/** The path without the query; also of a target in absolute form, as a proxy sends it. */
export function pathOf(target: string): string {
  const query = target.indexOf('?')
  const beforeQuery = query === -1 ? target : target.slice(0, query)
  if (beforeQuery.startsWith('/')) return beforeQuery
  return URL.canParse(beforeQuery) ? new URL(beforeQuery).pathname : beforeQuery
}

/** The query without its question mark; empty when there is none. */
export function queryOf(target: string): string {
  const query = target.indexOf('?')
  return query === -1 ? '' : target.slice(query + 1)
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
