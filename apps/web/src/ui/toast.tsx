import { lazy, Suspense, useSyncExternalStore } from 'react'
import { showInstant } from './dates.ts'
import { faultOf } from './fault.ts'

export interface Toast {
  title: string
  message?: React.ReactNode
  tone?: 'good' | 'bad'
  /** How long it stays; errors stay until they are closed. */
  stayMs?: number
}

const ToastShelf = lazy(() => import('./toast-shelf.tsx').then((module) => ({ default: module.ToastShelf })))
let isNeeded = false
let tellHost: (() => void) | undefined

/** Where toasts appear; its code loads with the first one. */
export function ToastHost() {
  const isShown = useSyncExternalStore(
    (listener) => {
      tellHost = listener
      return () => {
        tellHost = undefined
      }
    },
    () => isNeeded,
  )
  return <Suspense fallback={null}>{isShown && <ToastShelf />}</Suspense>
}

/** One toast at a time: a new one takes the place of the last. */
export async function showToast({ title, message, tone = 'good', stayMs = 4_000 }: Toast): Promise<void> {
  const { notifications } = await import('@mantine/notifications')
  isNeeded = true
  tellHost?.()
  notifications.clean()
  notifications.show({
    title,
    message,
    color: tone === 'good' ? 'brand' : 'red',
    autoClose: tone === 'good' ? stayMs : false,
    closeButtonProps: { 'aria-label': 'Close this message' },
  })
}

/** A failure with what support needs to find it: the time and the correlation id. `fallback` is told when the error says nothing, `instead` always. */
export function showFaultToast(error: unknown, { fallback, instead }: { fallback?: string; instead?: string } = {}): Promise<void> {
  const fault = faultOf(error, fallback)
  const message = instead ?? fault.message
  const { correlationId } = fault
  return showToast({ title: 'Error', tone: 'bad', message: <FaultLines message={message} correlationId={correlationId} at={new Date()} /> })
}

function FaultLines({ message, correlationId, at }: { message: string; correlationId: string; at: Date }) {
  return (
    <>
      {message}
      <br />
      <small>
        {showInstant(at)} · ID {correlationId}
        <br />
        If it happens again, give this ID to support.
      </small>
    </>
  )
}
