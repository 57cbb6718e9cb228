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

/** The API serves paths of the app's origin that begin with one of these. Every other path is the dashboard's. */
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

/** The proxy of a development server, which sends requests for these paths to the API at `origin`. */
export function createProxy(origin: string): Record<string, string> {
  return Object.fromEntries(apiPaths.map((path) => [path, origin]))
}
