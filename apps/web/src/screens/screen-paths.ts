import { matchPath } from 'react-router'

/** Every address behind sign-in that has a screen; anything else leads to /404. */
const screenPaths = ['/', '/links', '/links/:linkId', '/analytics', '/analytics/link/:linkId', '/settings', '/settings/:tab'] as const

/** Whether something is there to see at this address; what leads elsewhere is left out of every menu. */
export function hasScreen(path: string): boolean {
  return screenPaths.some((pattern) => matchPath(pattern, path) !== null)
}
