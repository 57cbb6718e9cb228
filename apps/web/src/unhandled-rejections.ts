import { showErrorToast } from './ui/toast.tsx'

/** How browsers word it that an extension went away while its own script in the page waited for it: nothing of ours, and nothing to do about it. */
const closedChannel = /message (channel|port) closed before a response was received/i

/** A failure nobody looked after is told once. Gives back how to stop. */
export function reportUnhandledRejections(): () => void {
  const told = new WeakSet<object>()

  function tell(event: PromiseRejectionEvent): void {
    const reason: unknown = event.reason
    if (isClosedChannel(reason)) {
      event.preventDefault()
      return
    }
    if (typeof reason === 'object' && reason !== null) {
      if (told.has(reason)) return
      told.add(reason)
    }
    void showErrorToast(reason)
  }

  window.addEventListener('unhandledrejection', tell)
  return () => window.removeEventListener('unhandledrejection', tell)
}

function isClosedChannel(reason: unknown): boolean {
  const message = reason instanceof Error ? reason.message : reason
  return typeof message === 'string' && closedChannel.test(message)
}
