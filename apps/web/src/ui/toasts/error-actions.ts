import type { ToastAction } from './toast-props.ts'

const actions = new Map<string, ToastAction>()

/** Registers a button that is shown with errors of this code. Returns a function that removes it. */
export function registerErrorAction(code: string, action: ToastAction): () => void {
  actions.set(code, action)
  return () => actions.delete(code)
}

export function findErrorAction(error: unknown): ToastAction | undefined {
  return error instanceof Error && 'code' in error ? actions.get(String(error.code)) : undefined
}
