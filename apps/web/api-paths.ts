import {
  apiPath,
  avatarPath,
  fontPath,
  issuerPath,
  privacyPath,
  siteIconPath,
  storeFontsPath,
  termsPath,
  unsubscribePath,
} from '@linkshelf/contract'

/**
 * The API serves every path on the app's origin that begins with one of these paths. The dashboard serves all other
 * paths.
 */
export const apiPaths = [
  apiPath,
  issuerPath,
  '/auth',
  '/healthz',
  termsPath,
  privacyPath,
  unsubscribePath,
  avatarPath,
  siteIconPath,
  fontPath,
  storeFontsPath,
  '/.well-known',
]

/** Returns the proxy options of a development server, which sends requests for `apiPaths` to the API at `origin`. */
export function createProxy(origin: string): Record<string, string> {
  return Object.fromEntries(apiPaths.map((path) => [path, origin]))
}
