/** The value of the first of these parameters that is not blank. Retailers ignore the case of parameter names. */
export function parameterOf(url: URL, ...names: string[]): string | undefined {
  for (const wanted of names) {
    for (const [name, value] of url.searchParams) {
      if (name.toLowerCase() === wanted.toLowerCase() && value.trim() !== '') return value.trim()
    }
  }
  return undefined
}

/** An absolute http(s) URL that is the value of one of these parameters; a path is one of the same origin. */
export function destinationOf(url: URL, ...names: string[]): string | undefined {
  const value = parameterOf(url, ...names)
  if (value === undefined || !URL.canParse(value, url.origin)) return undefined
  const destination = new URL(value, url.origin)
  return /^https?:$/.test(destination.protocol) ? destination.href : undefined
}
