import { showErrorToast } from './ui/toasts/toast.tsx'

/**
 * Matches the error that occurs if a browser extension unloads while its script in the page waits for a response. It is
 * not an error of the dashboard.
 */
const closedChannel = /message (channel|port) closed before a response was received/i

/** Shows a toast for each unhandled rejection, but only once per error. Returns a function that ends the reports. */
export function reportUnhandledRejections(): () => void {
  const reported = new WeakSet<object>()

  function report(event: PromiseRejectionEvent): void {
    const reason: unknown = event.reason
    if (isClosedChannel(reason)) {
      event.preventDefault()
      return
    }
    if (typeof reason === 'object' && reason !== null) {
      if (reported.has(reason)) return
      reported.add(reason)
    }
    void showErrorToast(reason)
  }

  window.addEventListener('unhandledrejection', report)
  return () => window.removeEventListener('unhandledrejection', report)
}

function isClosedChannel(reason: unknown): boolean {
  const message = reason instanceof Error ? reason.message : reason
  return typeof message === 'string' && closedChannel.test(message)
}
