const plainSlug = /^\/([A-Za-z0-9_-]{1,64})\/?$/

/** The slug that a request's target asks for; nothing when its path can't be a short link. Linear in the length of the target. */
export function slugIn(target: string): string | undefined {
  const path = pathOf(target)
  const found = plainSlug.exec(path)?.[1]
  if (found !== undefined || !path.includes('%')) return found
  // Some programs escape letters that need none: the address is the same.
  return plainSlug.exec(unescaped(path))?.[1]
}

/** Without query; also of a target in absolute form, as a proxy sends it. */
export function pathOf(target: string): string {
  const query = target.indexOf('?')
  const bare = query === -1 ? target : target.slice(0, query)
  if (bare.startsWith('/')) return bare
  return URL.canParse(bare) ? new URL(bare).pathname : bare
}

/** Without its question mark; empty without one. */
export function queryOf(target: string): string {
  const query = target.indexOf('?')
  return query === -1 ? '' : target.slice(query + 1)
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
