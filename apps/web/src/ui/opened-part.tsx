import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import classes from './opened-part.module.css'
import { showToast } from './toast.tsx'

interface OpenedPartProps {
  /** Seen while the part loads, and when it could not be. */
  meanwhile?: React.ReactNode
  /** Whoever opened it takes it away again, so that asking once more is a new try. */
  onFailure: () => void
  children: React.ReactNode
}

/** Holds a lazyComponent that a person asked for: when it does not come they are told, and the rest of the page stays. */
export function OpenedPart({ meanwhile = null, onFailure, children }: OpenedPartProps) {
  function tell(): void {
    onFailure()
    void showToast({ title: 'Error', message: <NotOpened />, tone: 'bad' })
  }

  return (
    <ErrorBoundary fallback={() => meanwhile} onError={tell}>
      <Suspense fallback={meanwhile}>{children}</Suspense>
    </ErrorBoundary>
  )
}

/** Some browsers ask for code that did not come only once in the life of a page, so a reload is offered beside the next try. */
function NotOpened() {
  return (
    <>
      <p className={classes.line}>This could not be opened. Check your connection, then reload the page.</p>
      <Button size="xs" variant="default" onClick={() => window.location.reload()}>
        Reload Page
      </Button>
    </>
  )
}
