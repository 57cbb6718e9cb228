import { randomUUIDv7 } from 'node:crypto'

export interface Ids {
  /** Returns a new UUIDv7. UUIDv7 sorts by creation time. The caller states the type of the id: `next<LinkId>()`. */
  next<Id extends string = string>(): Id
}

// This is the only cast from a string to a branded id. A new id belongs to the entity that it is created for.
export const systemIds: Ids = { next: <Id extends string>() => randomUUIDv7() as string as Id }
