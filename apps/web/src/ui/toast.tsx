import { showInstant } from './dates.ts'
import { errorDetails } from './error-details.ts'
import { showToast } from './toast-store.ts'

export { showToast } from './toast-store.ts'

/** A failure with what support needs to find it: the time and the correlation id. `fallback` is told when the error says nothing, `instead` always. */
export function showErrorToast(error: unknown, { fallback, instead }: { fallback?: string; instead?: string } = {}): Promise<void> {
  const fault = errorDetails(error, fallback)
  const message = instead ?? fault.message
  const { correlationId } = fault
  return showToast({ title: 'Error', tone: 'bad', message: <FaultLines message={message} correlationId={correlationId} at={new Date()} /> })
}

function FaultLines({ message, correlationId, at }: { message: string; correlationId: string; at: Date }) {
  return (
    <>
      {message}
      <br />
      <small>
        {showInstant(at)} · Correlation ID {correlationId}
        <br />
        If it happens again, give this ID to support.
      </small>
    </>
  )
}
