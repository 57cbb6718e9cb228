import { CloseButton } from '@mantine/core'
import { useEffect, useSyncExternalStore } from 'react'
import { ErrorBoundary } from '../states/error-boundary.tsx'
import classes from './toast-outlet.module.css'
import { closeToastLabel, computeToastTimeoutMs, type Toast } from './toast-props.ts'
import { closeFallbackToast, getToastState, loadToastContainer, onToastChange } from './toast-store.ts'

/** Delay before the container's code loads. The first screen loads its own code and data first. */
const loadAfterMs = 3_000

/**
 * Renders the toasts. The container's code loads after `loadAfterMs`, so that it is available if the network fails
 * later.
 */
export function ToastOutlet() {
  const { container, fallback } = useSyncExternalStore(onToastChange, getToastState)

  useEffect(() => {
    const timer = setTimeout(() => void loadToastContainer(), loadAfterMs)
    return () => clearTimeout(timer)
  }, [])

  return (
    <ErrorBoundary fallback={() => null}>
      {container !== undefined && <container.ToastContainer />}
      {fallback !== undefined && <FallbackToast toast={fallback} />}
    </ErrorBoundary>
  )
}

/** Shows a toast without Mantine's notification, because it can use only code that the first screen has loaded. */
function FallbackToast({ toast }: { toast: Toast }) {
  useEffect(() => {
    const timeoutMs = computeToastTimeoutMs(toast)
    if (timeoutMs === false) return
    const timer = setTimeout(closeFallbackToast, timeoutMs)
    return () => clearTimeout(timer)
  }, [toast])

  return (
    <div className={classes.fallback} data-tone={toast.tone} role="alert">
      <div className={classes.words}>
        <strong>{toast.title}</strong>
        <div>{toast.message}</div>
      </div>
      <CloseButton aria-label={closeToastLabel} onClick={closeFallbackToast} />
    </div>
  )
}
