import { randomUUID } from 'node:crypto'

/** The client's own id when it has only harmless characters, otherwise a new one: it is written to logs and responses. */
export function toRequestId(header: string | undefined): string {
  return header !== undefined && /^[A-Za-z0-9._-]{8,64}$/.test(header) ? header : randomUUID()
}
