import { Suspense, startTransition, useLayoutEffect, useReducer } from 'react'
import { onCodeLoaded } from './lazy-component.tsx'
import { ErrorBoundary } from './states/error-boundary.tsx'
import { showLoadFailedToast } from './toasts/load-failed-toast.tsx'

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

interface LazySuspenseProps {
  fallback: React.ReactNode
  children: React.ReactNode
}

/**
 * A Suspense for what the user opened: it renders lazyComponents as soon as their code is loaded. React's own retry of
 * a Suspense that showed its fallback waits for 300 ms, and the calls of what is behind it are sent after that; an
 * update from outside does not wait.
 */
export function LazySuspense({ fallback, children }: LazySuspenseProps) {
  const [, retry] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => onCodeLoaded(() => startTransition(retry)), [])
  return <Suspense fallback={fallback}>{children}</Suspense>
}
