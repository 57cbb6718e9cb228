/** A link in a toast. Following it closes the toast. */
export interface ToastLink {
  label: string
  to: string
}

/** A button in a toast. A click on it closes the toast. */
export interface ToastAction {
  label: string
  run: () => void
}

export interface Toast {
  title: string
  message?: React.ReactNode
  tone?: 'good' | 'bad'
  /** How long the toast is shown, in milliseconds. Errors ignore this and stay until they are closed. */
  timeoutMs?: number
  /** Undoes the action that the toast reports. The user can call it while the toast is shown. */
  undo?: (() => void) | undefined
  /** A button for something that the user can do next. */
  action?: ToastAction | undefined
  /** A page that the user may want next. */
  link?: ToastLink
  /** The name of a task that the user has completed. The registered follow-up can then offer the next task. */
  completed?: string | undefined
}

/** Duration of toasts with an offer, such as Undo or a link. */
export const offerTimeoutMs = 10_000

export const closeToastLabel = 'Close this message'

export function toNotificationProps({ title, message, tone = 'good' }: Toast) {
  return { title, message, color: tone === 'good' ? 'brand' : 'red', closeButtonProps: { 'aria-label': closeToastLabel } }
}

/** Returns how long the toast is shown, or false if it stays until it is closed. */
export function computeToastTimeoutMs({ tone = 'good', undo, link, timeoutMs }: Toast): number | false {
  if (tone === 'bad') return false
  return timeoutMs ?? (undo === undefined && link === undefined ? 4_000 : offerTimeoutMs)
}
