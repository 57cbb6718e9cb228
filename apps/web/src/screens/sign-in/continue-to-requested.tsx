import { Navigate, useLocation } from 'react-router'

/**
 * Continues to the address requested before sign-in; otherwise renders its children. The callback puts the address
 * into the navigation state.
 */
export function ContinueToRequested({ children }: { children: React.ReactNode }) {
  const { state } = useLocation()
  const address: unknown = state?.continueTo
  return typeof address === 'string' ? <Navigate to={address} replace /> : children
}
