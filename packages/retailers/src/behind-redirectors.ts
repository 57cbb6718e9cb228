import { recognizeUrl } from './recognize-url.ts'

/** A redirector may lead to another one. */
const maxRedirectors = 3

/**
 * Returns the destination of a retailer's redirector, which is in the address itself, through several redirectors too.
 * Takes and returns an http(s) URL as the parser writes it.
 */
export function behindRedirectors(address: string): string {
  let url = new URL(address).href
  for (let passed = 0; passed < maxRedirectors; passed += 1) {
    const { destination } = recognizeUrl(url) ?? {}
    if (destination === undefined) break
    url = destination
  }
  return url
}
