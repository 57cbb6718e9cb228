/** Undefined when there is no cookie of that name. */
export function readCookie(name: string, cookies: string = document.cookie): string | undefined {
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1))
}

/** Writes through `document.cookie`: the cookie store API is missing in some supported browsers. */
export function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${maxAgeSeconds}; SameSite=Lax`
}
