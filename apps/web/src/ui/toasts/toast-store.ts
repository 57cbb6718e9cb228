import type { Toast } from './toast-props.ts'

type ContainerModule = typeof import('./toast-container.tsx')

interface ToastState {
  /** The toast container of the library, once its code is loaded. */
  container?: ContainerModule
  /** The toast on screen, if the container cannot be loaded. */
  fallback?: Toast
}

let state: ToastState = {}
const listeners = new Set<() => void>()

export function onToastChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function getToastState(): ToastState {
  return state
}

/**
 * Shows a toast in place of the previous one. If the container's code cannot be loaded, the toast is rendered without
 * it. This is needed because the toast may be about an outage of the server, and the code comes from the same server.
 */
export async function showToast(toast: Toast): Promise<void> {
  const container = await loadToastContainer()
  if (container === undefined) return setToastState({ fallback: toast })
  setToastState({ container })
  container.replaceToast(toast)
}

/** Loads the code of the toast container. Returns undefined if the code cannot be loaded. The next call tries again. */
export async function loadToastContainer(): Promise<ContainerModule | undefined> {
  try {
    return await import('./toast-container.tsx')
  } catch {
    return undefined
  }
}

export function closeFallbackToast(): void {
  setToastState({})
}

function setToastState(next: ToastState): void {
  state = next
  for (const listener of listeners) listener()
}
