import { Navigate, useLocation } from 'react-router'

/**
 * Continues to the URL that was requested before the sign-in. The callback screen puts this URL into the navigation
 * state. If there is no such URL, renders the children.
 */
export function ContinueToRequested({ children }: { children: React.ReactNode }) {
  const { state } = useLocation()
  const address: unknown = state?.continueTo
  return typeof address === 'string' ? <Navigate to={address} replace /> : children
}
