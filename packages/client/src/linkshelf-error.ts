interface ErrorBody<Code extends string> {
  code: Code
  status: number
  message: string
  data?: unknown
  correlation_id: string
}

/**
 * Error codes of the client itself: no response arrived, or the response was not sent by the API but for example by a
 * proxy.
 */
export type LocalCode = 'NETWORK_ERROR' | 'UNEXPECTED_RESPONSE'

/**
 * The reason why a call failed. The message can be shown to users. If you contact the operator, quote the correlation
 * id.
 */
export class LinkshelfError<Code extends string = string> extends Error {
  override readonly name = 'LinkshelfError'
  readonly code: Code | LocalCode
  /** The status of the response; 0 if there was no response. */
  readonly status: number
  /** Details of the error, for example `issues` of invalid fields. */
  readonly data: unknown
  /** Empty if there was no response. */
  readonly correlationId: string

  constructor(body: ErrorBody<Code | LocalCode>, options?: ErrorOptions) {
    super(body.message, options)
    this.code = body.code
    this.status = body.status
    this.data = body.data
    this.correlationId = body.correlation_id
  }
}

export async function toLinkshelfError(response: Response): Promise<LinkshelfError> {
  const body: unknown = await response.json().catch(() => undefined)
  if (isErrorBody(body)) return new LinkshelfError(body)
  const correlation_id = response.headers.get('x-correlation-id') ?? ''
  const message = `The server answered ${response.status} without an error of the API.`
  return new LinkshelfError({ code: 'UNEXPECTED_RESPONSE', status: response.status, message, correlation_id })
}

export function toNetworkError(cause: unknown): LinkshelfError {
  return new LinkshelfError({ code: 'NETWORK_ERROR', status: 0, message: 'Linkshelf could not be reached.', correlation_id: '' }, { cause })
}

function isErrorBody(body: unknown): body is ErrorBody<string> {
  if (typeof body !== 'object' || body === null) return false
  const { code, status, message, correlation_id } = body as Partial<ErrorBody<string>>
  return [code, message, correlation_id].every((field) => typeof field === 'string') && typeof status === 'number'
}
