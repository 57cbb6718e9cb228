import { createRandomId } from './browser/random-id.ts'
import { ChunkLoadError } from './lazy-component.tsx'

/** An error message for the user, and the id that finds the error in the server's log. */
export interface ErrorDetails {
  message: string
  correlationId: string
}

const unexpectedMessage = 'An unexpected error occurred'
const partMissingMessage = 'A part of the page could not be loaded. There may be a newer version of it, or the connection was lost.'

/**
 * Returns the message and the correlation id to show for an error. If the error has a correlation id, its own message
 * was written for users and is returned, unless it is empty or says only that the error was unexpected. Any other error
 * has a message for developers, so the function returns `fallback`, or a fixed text for a ChunkLoadError, with a
 * generated id.
 */
export function toErrorDetails(error: unknown, fallback: string = unexpectedMessage): ErrorDetails {
  if (error instanceof Error && 'correlationId' in error && typeof error.correlationId === 'string' && error.correlationId !== '') {
    const isUnspecific = error.message === '' || error.message === unexpectedMessage
    return { message: isUnspecific ? fallback : error.message, correlationId: error.correlationId }
  }
  return { message: error instanceof ChunkLoadError ? partMissingMessage : fallback, correlationId: createRandomId() }
}

/** Returns true if the API answered that the organization's plan does not include the request. */
export function isPlanLimit(error: unknown): error is Error {
  return error instanceof Error && 'status' in error && error.status === 402
}

/**
 * Means that the user canceled a prompt that a call had opened, for example the password prompt. Nothing failed and
 * nothing changed, so no error is shown.
 */
export class CanceledError extends Error {
  override name = 'CanceledError'

  constructor(cause: unknown) {
    super('The user canceled', { cause })
  }
}

/**
 * Returns an `onSettled` callback for a mutation. The callback closes the mutation's dialog, unless the user canceled a
 * prompt that the call had opened, for example the password prompt.
 */
export function closeUnlessCanceled(close: () => void): (result: unknown, error: unknown) => void {
  return (_result, error) => {
    if (!(error instanceof CanceledError)) close()
  }
}
