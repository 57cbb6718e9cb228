import { CloseButton } from '@mantine/core'
import { useEffect, useSyncExternalStore } from 'react'
import { ErrorBoundary } from '../states/error-boundary.tsx'
import classes from './toast-outlet.module.css'
import { closeToastLabel, computeToastTimeoutMs, type Toast } from './toast-props.ts'
import { closeFallbackToast, getToastState, loadToastContainer, onToastChange } from './toast-store.ts'

/** The code loads after the first screen has loaded its own code and data. */
const loadAfterMs = 3_000

/**
 * Toasts are rendered here. The container's code loads once the page is idle, so that it is there
 * when the network fails.
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

/** This shows toasts without the library's notification, because it may use only what the first screen has loaded. */
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
