import type { Toast } from './toast-look.ts'

type Shelf = typeof import('./toast-shelf.tsx')

interface Toasts {
  /** The animated shelf, once its code is there. */
  shelf?: Shelf
  /** Shown by ourselves while the shelf cannot be had. */
  plain?: Toast
}

let toasts: Toasts = {}
const listeners = new Set<() => void>()

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentToasts(): Toasts {
  return toasts
}

/** One toast at a time: a new one takes the place of the last. Shown plainly when the shelf's code cannot be fetched, as the server it comes from may be what the toast is about. */
export async function showToast(toast: Toast): Promise<void> {
  const shelf = await fetchShelf()
  if (shelf === undefined) return set({ plain: toast })
  set({ shelf })
  shelf.putOnShelf(toast)
}

/** Nothing when it cannot be had now; the next call asks again. */
export async function fetchShelf(): Promise<Shelf | undefined> {
  try {
    return await import('./toast-shelf.tsx')
  } catch {
    return undefined
  }
}

export function closePlainToast(): void {
  set({})
}

function set(next: Toasts): void {
  toasts = next
  for (const listener of listeners) listener()
}
