import { PartMissing } from './lazy-part.tsx'

/** What a person is told when something failed, and the id that finds it in the server's log. */
export interface Fault {
  message: string
  correlationId: string
}

const unexpectedMessage = 'An unexpected error occurred'
const partMissingMessage = 'A part of the page could not be loaded. There may be a newer version of it, or the connection was lost.'

/** An error that was made to be read says so by carrying a correlation id; any other message is for developers only, and `fallback` is told. */
export function faultOf(error: unknown, fallback: string = unexpectedMessage): Fault {
  if (error instanceof Error && 'correlationId' in error && typeof error.correlationId === 'string' && error.correlationId !== '') {
    const saysNothing = error.message === '' || error.message === unexpectedMessage
    return { message: saysNothing ? fallback : error.message, correlationId: error.correlationId }
  }
  return { message: error instanceof PartMissing ? partMissingMessage : fallback, correlationId: crypto.randomUUID() }
}
