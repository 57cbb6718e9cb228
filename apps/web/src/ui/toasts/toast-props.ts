/** A link in a toast, which closes it. */
export interface ToastLink {
  label: string
  to: string
}

/** A button in a toast, which closes it. */
export interface ToastAction {
  label: string
  run: () => void
}

export interface Toast {
  title: string
  message?: React.ReactNode
  tone?: 'good' | 'bad'
  /** Errors stay until they are closed. */
  timeoutMs?: number
  /** Takes back what the toast is about, while it is shown. */
  undo?: (() => void) | undefined
  /** Something that the user can do about it. */
  action?: ToastAction | undefined
  /** A page that the user may want next. */
  link?: ToastLink
  /** The name of a task that the user has completed: the registered follow-up may offer the next one. */
  completed?: string | undefined
}

/** Toasts with an offer stay this long. */
export const offerTimeoutMs = 10_000

export const closeToastLabel = 'Close this message'

/** Returns the props of a Notification. */
export function toNotificationProps({ title, message, tone = 'good' }: Toast) {
  return { title, message, color: tone === 'good' ? 'brand' : 'red', closeButtonProps: { 'aria-label': closeToastLabel } }
}

/** Returns false for a toast that stays until it is closed. */
export function computeToastTimeoutMs({ tone = 'good', undo, link, timeoutMs }: Toast): number | false {
  if (tone === 'bad') return false
  return timeoutMs ?? (undo === undefined && link === undefined ? 4_000 : offerTimeoutMs)
}
