import { ErrorBoundary } from '../errors/error-boundary.tsx'
import { showLoadFailedToast } from '../toasts/load-failed-toast.tsx'
import { LazySuspense } from './lazy-suspense.tsx'

interface LazyBoundaryProps {
  /** Rendered while the code loads, and when it could not be loaded. */
  fallback?: React.ReactNode
  /** Unmounts the children, so that the next attempt loads them again. */
  onError: () => void
  children: React.ReactNode
}

/**
 * Renders a lazyComponent that the user opened. A toast says when its code could not be loaded; the
 * rest of the page stays.
 */
export function LazyBoundary({ fallback = null, onError, children }: LazyBoundaryProps) {
  function report(): void {
    onError()
    showLoadFailedToast()
  }

  return (
    <ErrorBoundary fallback={() => fallback} onError={report}>
      <LazySuspense fallback={fallback}>{children}</LazySuspense>
    </ErrorBoundary>
  )
}
