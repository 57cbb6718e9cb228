import { Suspense, startTransition, useLayoutEffect, useReducer } from 'react'
import { onCodeLoaded } from './lazy-component.tsx'
import { ErrorBoundary } from './states/error-boundary.tsx'
import { showLoadFailedToast } from './toasts/load-failed-toast.tsx'

interface LazyBoundaryProps {
  /** Rendered while the code loads, and if it could not be loaded. */
  fallback?: React.ReactNode
  /** Must unmount the children, so that the next attempt loads them again. */
  onError: () => void
  children: React.ReactNode
}

/**
 * Renders a lazy component that the user opened. If its code cannot be loaded, a toast says so, and the rest of the
 * page stays usable.
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

interface LazySuspenseProps {
  fallback: React.ReactNode
  children: React.ReactNode
}

/**
 * A Suspense for a part that the user opened. It renders lazy components as soon as their code is loaded. React itself
 * waits 300 ms before it retries a Suspense that showed its fallback, and the part would send its calls only after
 * that. An update from outside the Suspense is not delayed.
 */
export function LazySuspense({ fallback, children }: LazySuspenseProps) {
  const [, retry] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => onCodeLoaded(() => startTransition(retry)), [])
  return <Suspense fallback={fallback}>{children}</Suspense>
}
