import { Suspense, startTransition, useLayoutEffect, useReducer } from 'react'
import { onCodeLoaded } from '../lazy-component.tsx'

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
