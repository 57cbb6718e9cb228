import { randomUUIDv7 } from 'node:crypto'

export interface Ids {
  /** A UUIDv7: sorts by the time it was made. */
  next(): string
}

export const systemIds: Ids = { next: () => randomUUIDv7() }
