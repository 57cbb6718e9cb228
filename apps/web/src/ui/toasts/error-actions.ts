import type { ToastAction } from './toast-props.ts'

const actions = new Map<string, ToastAction>()

/** Errors with this code are shown with a button from now on. Returns a function that ends this. */
export function registerErrorAction(code: string, action: ToastAction): () => void {
  actions.set(code, action)
  return () => actions.delete(code)
}

export function findErrorAction(error: unknown): ToastAction | undefined {
  return error instanceof Error && 'code' in error ? actions.get(String(error.code)) : undefined
}
