/** Stores a value as JSON in local storage. Does nothing where storage is unavailable. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Private windows may fail; the value then lasts as long as the page.
  }
}

export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}

/** Returns undefined when there is no cookie of that name. */
export function readCookie(name: string, cookies: string = document.cookie): string | undefined {
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1))
}

/** Writes through `document.cookie`: the cookie store API is missing in some supported browsers. */
export function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${maxAgeSeconds}; SameSite=Lax`
}
