import { createRandomId } from './browser/random-id.ts'
import { ChunkLoadError } from './lazy-component.tsx'

/** The text of a failure for the user, and the id that finds it in the server's log. */
export interface ErrorDetails {
  message: string
  correlationId: string
}

const unexpectedMessage = 'An unexpected error occurred'
const partMissingMessage = 'A part of the page could not be loaded. There may be a newer version of it, or the connection was lost.'

/**
 * The message of an error that carries a correlation id was written for users; any other message is for developers
 * only, and `fallback` is returned with a generated id.
 */
export function toErrorDetails(error: unknown, fallback: string = unexpectedMessage): ErrorDetails {
  if (error instanceof Error && 'correlationId' in error && typeof error.correlationId === 'string' && error.correlationId !== '') {
    const isUnspecific = error.message === '' || error.message === unexpectedMessage
    return { message: isUnspecific ? fallback : error.message, correlationId: error.correlationId }
  }
  return { message: error instanceof ChunkLoadError ? partMissingMessage : fallback, correlationId: createRandomId() }
}

/** Returns true for an answer of the API that the organization's plan does not include what was requested. */
export function isPlanLimit(error: unknown): error is Error {
  return error instanceof Error && 'status' in error && error.status === 402
}

/** The user canceled a prompt about a call: nothing failed, and nothing changed. No error is shown. */
export class CanceledError extends Error {
  override name = 'CanceledError'

  constructor(cause: unknown) {
    super('The user canceled', { cause })
  }
}

/** Returns an `onSettled` of a mutation, which closes its dialog unless the user canceled a prompt about it. */
export function closeUnlessCanceled(close: () => void): (result: unknown, error: unknown) => void {
  return (_result, error) => {
    if (!(error instanceof CanceledError)) close()
  }
}
