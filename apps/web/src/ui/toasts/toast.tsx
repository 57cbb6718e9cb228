import { CanceledError, toErrorDetails } from '../error-details.ts'
import { formatInstant } from '../formats/dates.ts'
import { findErrorAction } from './error-actions.ts'
import { showToast } from './toast-store.ts'

export { showToast } from './toast-store.ts'

/**
 * Shows an error with the time and the correlation id. If the user can take an action, a button for it replaces the
 * time and the id, because the user does not need to ask support. `fallback` replaces a message that was not written
 * for users. `instead` replaces any message.
 */
export async function showErrorToast(error: unknown, { fallback, instead }: { fallback?: string; instead?: string } = {}): Promise<void> {
  if (error instanceof CanceledError) return
  const { message: ownMessage, correlationId } = toErrorDetails(error, fallback)
  const message = instead ?? ownMessage
  const action = findErrorAction(error)
  const lines = action ? message : <ErrorLines message={message} correlationId={correlationId} at={new Date()} />
  return showToast({ title: 'Error', tone: 'bad', message: lines, action })
}

function ErrorLines({ message, correlationId, at }: { message: string; correlationId: string; at: Date }) {
  return (
    <>
      {message}
      <br />
      <small>
        {formatInstant(at)} · Correlation ID {correlationId}
        <br />
        If it happens again, give this ID to support.
      </small>
    </>
  )
}
