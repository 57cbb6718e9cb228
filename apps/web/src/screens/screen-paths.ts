import { matchPath } from 'react-router'

/** Every path behind sign-in that has a screen; any other path redirects to /404. */
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

/** Returns whether a path has a screen, whatever its query; menus omit paths without one. */
export function hasScreen(path: string): boolean {
  const [pathname = ''] = path.split('?')
  return screenPaths.some((pattern) => matchPath(pattern, pathname) !== null)
}
