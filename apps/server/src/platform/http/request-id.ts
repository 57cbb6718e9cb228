import { randomUUID } from 'node:crypto'

/** The caller's own id when it is a plain one, otherwise a new one: it goes into logs and answers, so nothing else may. */
export function toRequestId(given: string | undefined): string {
  return given !== undefined && /^[A-Za-z0-9._-]{8,64}$/.test(given) ? given : randomUUID()
}
