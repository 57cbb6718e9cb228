export interface Toast {
  title: string
  message?: React.ReactNode
  tone?: 'good' | 'bad'
  /** How long it stays; errors stay until they are closed. */
  stayMs?: number
}

/** How a toast looks, wherever it is drawn. */
export function toastLook({ title, message, tone = 'good' }: Toast) {
  return { title, message, color: tone === 'good' ? 'brand' : 'red', closeButtonProps: { 'aria-label': 'Close this message' } }
}

/** False for a toast that stays until it is closed. */
export function toastStayMs({ tone = 'good', stayMs = 4_000 }: Toast): number | false {
  return tone === 'good' && stayMs
}
