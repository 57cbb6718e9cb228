/**
 * Returns the value of the first of these parameters that is not blank. The case of parameter names is ignored, because
 * retailers ignore it too.
 */
export function findParameter(url: URL, ...names: string[]): string | undefined {
  for (const wanted of names) {
    for (const [name, value] of url.searchParams) {
      if (name.toLowerCase() === wanted.toLowerCase() && value.trim() !== '') return value.trim()
    }
  }
  return undefined
}

/** Returns the absolute http(s) URL in one of these parameters. A path is resolved against the origin of `url`. */
export function findDestination(url: URL, ...names: string[]): string | undefined {
  const value = findParameter(url, ...names)
  if (value === undefined || !URL.canParse(value, url.origin)) return undefined
  const destination = new URL(value, url.origin)
  return /^https?:$/.test(destination.protocol) ? destination.href : undefined
}

/**
 * Returns the parameters whose name is in `names` and whose value is not blank. `names` must be lower case. The case of
 * names in the URL is ignored, but the returned names keep it.
 */
export function listParameters(url: URL, names: readonly string[]): [name: string, value: string][] {
  return [...url.searchParams].filter(([name, value]) => names.includes(name.toLowerCase()) && value.trim() !== '')
}

/** A question mark and the first parameter after it, escaped once or several times. */
const escapedQuery = /^(.*?)%(?:25)*3F(\w+%(?:25)*3D[^/]*)$/i

/**
 * Returns the URL with the query that is escaped at the end of its path. Old programs for Amazon wrote such URLs.
 * Undefined if the path contains no escaped query.
 */
export function unescapePathQuery(url: URL): URL | undefined {
  const [, path, query] = escapedQuery.exec(url.pathname) ?? []
  if (path === undefined || query === undefined) return undefined
  const unescaped = new URL(path, url.origin)
  const separated = query.replace(/%(?:25)*(3D|26)/gi, (_escape, code: string) => decodeURIComponent(`%${code}`))
  unescaped.search = [separated, url.search.slice(1)].filter((part) => part !== '').join('&')
  return unescaped
}

/**
 * Returns the URL with its query unescaped once, because parameters can be hidden in the value of another parameter.
 */
export function unescapeQuery(url: URL): URL {
  const unescaped = new URL(url.href)
  unescaped.search = url.search.replace(/%(25|26|3D)/gi, (found) => decodeURIComponent(found))
  return unescaped
}

/** Returns the owner's parameters without the reserved parameters, which only the tagging may set. */
export function parseAdditionalParameters(query: string | undefined, reserved: readonly string[]): [name: string, value: string][] {
  return [...new URLSearchParams(query)].filter(([name]) => name !== '' && !reserved.includes(name.toLowerCase()))
}

/** Returns the page over https. The given parameters and all parameters that `noise` matches are removed. */
export function removeNoise(url: URL, parameters: readonly string[], noise: RegExp): URL {
  const page = new URL(url.href)
  page.protocol = 'https:'
  const isNoise = (name: string) => noise.test(name) || parameters.includes(name)
  for (const name of new Set(page.searchParams.keys())) if (isNoise(name.toLowerCase())) page.searchParams.delete(name)
  return page
}
