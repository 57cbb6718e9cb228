import { type ErrorCode, faultMessage } from '@linkshelf/contract'

interface ErrorBody {
  code: string
  status: number
  message: string
  data?: unknown
  correlation_id: string
}

/** An error response of the API. Its message is written for users. */
export class ApiError extends Error {
  override name = 'ApiError'
  code: string
  status: number
  /** Details, for example the `issues` of invalid fields. */
  data: unknown
  correlationId: string

  constructor({ code, status, message, data, correlation_id }: ErrorBody) {
    super(message)
    this.code = code
    this.status = status
    this.data = data
    this.correlationId = correlation_id
  }
}

/** Thrown if a request failed without a response. */
export class NetworkError extends Error {
  override name = 'NetworkError'
  correlationId: string

  constructor(correlationId: string, cause: unknown) {
    super('Linkshelf could not be reached. Check your connection and try again.', { cause })
    this.correlationId = correlationId
  }
}

export function isApiError(error: unknown, code: ErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code
}

/** Returns whether the error is about the input. The message of such an error belongs to its field. */
export function isInputError(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 400 || error.status === 422)
}

/**
 * Returns the error that a response body describes. If the body has another form, for example a proxy's page, returns
 * an internal error with the code FAULT.
 */
export function toApiError(body: unknown, status: number, correlationId: string): ApiError {
  return new ApiError(isErrorBody(body) ? body : { code: 'FAULT', status, message: faultMessage, correlation_id: correlationId })
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null) return false
  const fields: Partial<Record<keyof ErrorBody, unknown>> = body
  return (
    typeof fields.code === 'string' &&
    typeof fields.status === 'number' &&
    fields.status >= 400 &&
    typeof fields.message === 'string' &&
    typeof fields.correlation_id === 'string'
  )
}
