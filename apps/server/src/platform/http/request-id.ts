import { randomUUID } from 'node:crypto'

export const requestIdHeader = 'x-correlation-id'

/**
 * The client's own id when it has printable ASCII characters only, and at most 128; otherwise a new one. It is written
 * to logs and responses.
 */
export function toRequestId(header: string | undefined): string {
  return header !== undefined && /^[ -~]{1,128}$/.test(header) ? header : randomUUID()
}
