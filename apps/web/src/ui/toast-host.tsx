import { Notification } from '@mantine/core'
import { useEffect, useSyncExternalStore } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import classes from './toast-host.module.css'
import { type Toast, toastLook, toastStayMs } from './toast-look.ts'
import { closePlainToast, currentToasts, fetchShelf, onToasts } from './toast-store.ts'

/** Long enough for the first screen to have its own code and answers. */
const fetchAfterMs = 3_000

/** Where toasts appear. Their shelf is fetched once the page has come to rest, so that it is there when the network is not. */
export function ToastHost() {
  const { shelf, plain } = useSyncExternalStore(onToasts, currentToasts)

  useEffect(() => {
    const waiting = setTimeout(() => void fetchShelf(), fetchAfterMs)
    return () => clearTimeout(waiting)
  }, [])

  return (
    <ErrorBoundary fallback={() => null}>
      {shelf !== undefined && <shelf.ToastShelf />}
      {plain !== undefined && <PlainToast toast={plain} />}
    </ErrorBoundary>
  )
}

function PlainToast({ toast }: { toast: Toast }) {
  useEffect(() => {
    const stayMs = toastStayMs(toast)
    if (stayMs === false) return
    const waiting = setTimeout(closePlainToast, stayMs)
    return () => clearTimeout(waiting)
  }, [toast])

  const { message, ...look } = toastLook(toast)
  return (
    <Notification {...look} className={classes.plain} onClose={closePlainToast}>
      {message}
    </Notification>
  )
}
