/** The value of the first of these parameters that is not blank. Retailers ignore the case of parameter names. */
export function findParameter(url: URL, ...names: string[]): string | undefined {
  for (const wanted of names) {
    for (const [name, value] of url.searchParams) {
      if (name.toLowerCase() === wanted.toLowerCase() && value.trim() !== '') return value.trim()
    }
  }
  return undefined
}

/** An absolute http(s) URL that is the value of one of these parameters; a path is one of the same origin. */
export function findDestination(url: URL, ...names: string[]): string | undefined {
  const value = findParameter(url, ...names)
  if (value === undefined || !URL.canParse(value, url.origin)) return undefined
  const destination = new URL(value, url.origin)
  return /^https?:$/.test(destination.protocol) ? destination.href : undefined
}

/** The parameters with one of these names that are not blank, as they are written. */
export function listParameters(url: URL, names: readonly string[]): [name: string, value: string][] {
  return [...url.searchParams].filter(([name, value]) => names.includes(name.toLowerCase()) && value.trim() !== '')
}

/** A question mark and the first parameter behind it, escaped once or more often. */
const escapedQuery = /^(.*?)%(?:25)*3F(\w+%(?:25)*3D[^/]*)$/i

/**
 * Returns the URL with the query that is escaped at the end of its path, as programs of Amazon's first years wrote it.
 * Undefined where none is.
 */
export function unescapePathQuery(url: URL): URL | undefined {
  const [, path, query] = escapedQuery.exec(url.pathname) ?? []
  if (path === undefined || query === undefined) return undefined
  const unescaped = new URL(path, url.origin)
  const separated = query.replace(/%(?:25)*(3D|26)/gi, (_escape, code: string) => decodeURIComponent(`%${code}`))
  unescaped.search = [separated, url.search.slice(1)].filter((part) => part !== '').join('&')
  return unescaped
}

/** Returns the URL with its query unescaped once, where parameters are hidden in the value of another one. */
export function unescapeQuery(url: URL): URL {
  const unescaped = new URL(url.href)
  unescaped.search = url.search.replace(/%(25|26|3D)/gi, (found) => decodeURIComponent(found))
  return unescaped
}

/** Parameters of the owner, without those that only the tagging may set. */
export function parseAdditionalParameters(query: string | undefined, reserved: readonly string[]): [name: string, value: string][] {
  return [...new URLSearchParams(query)].filter(([name]) => name !== '' && !reserved.includes(name.toLowerCase()))
}

/** Returns the page over https, without these parameters and without parameters that `noise` matches. */
export function removeNoise(url: URL, parameters: readonly string[], noise: RegExp): URL {
  const page = new URL(url.href)
  page.protocol = 'https:'
  const isNoise = (name: string) => noise.test(name) || parameters.includes(name)
  for (const name of new Set(page.searchParams.keys())) if (isNoise(name.toLowerCase())) page.searchParams.delete(name)
  return page
}
