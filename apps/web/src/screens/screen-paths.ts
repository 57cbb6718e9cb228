import { matchPath } from 'react-router'

/** Every path that has a screen and requires a sign-in. Any other path redirects to /404. */
const screenPaths = [
  '/',
  '/links',
  '/links/report',
  '/links/:linkId',
  '/links/:linkId/qr',
  '/links/:linkId/settings',
  '/analytics',
  '/analytics/link/:linkId',
  '/store',
  '/store/settings',
  '/store/products',
  '/store/categories',
  '/store/products/new',
  '/store/products/edit/:productId',
  '/settings',
  '/settings/:tab',
  '/settings/subscription/enterprise',
] as const

/** Returns true if a path has a screen. The query of the path is ignored. */
export function hasScreen(path: string): boolean {
  const [pathname = ''] = path.split('?')
  return screenPaths.some((pattern) => matchPath(pattern, pathname) !== null)
}

/** Returns true for screens about the user. They need no second factor, even if the organization requires one. */
export function isAboutUser(pathname: string): boolean {
  return ['/settings', '/settings/profile', '/settings/notifications'].includes(pathname)
}
