/** The user canceled a question about a call: nothing failed, and nothing changed. No error is shown. */
export class CanceledError extends Error {
  override name = 'CanceledError'

  constructor(cause: unknown) {
    super('The user canceled', { cause })
  }
}

/** For `onSettled` of a mutation: a dialog whose user canceled a question about it stays as it was. */
export function closeUnlessCanceled(close: () => void): (result: unknown, error: unknown) => void {
  return (_result, error) => {
    if (!(error instanceof CanceledError)) close()
  }
}
