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
}

const undoTimeoutMs = 10_000

export const closeToastLabel = 'Close this message'

/** Returns the props of a Notification. */
export function toastProps({ title, message, tone = 'good' }: Toast) {
  return { title, message, color: tone === 'good' ? 'brand' : 'red', closeButtonProps: { 'aria-label': closeToastLabel } }
}

/** Returns false for a toast that stays until it is closed. */
export function toastTimeoutMs({ tone = 'good', undo, timeoutMs = undo === undefined ? 4_000 : undoTimeoutMs }: Toast): number | false {
  return tone === 'good' && timeoutMs
}
