import { randomUUIDv7 } from 'node:crypto'

export interface Ids {
  /** A new UUIDv7, which sorts by creation time. The caller says whose id it is: `next<LinkId>()`. */
  next<Id extends string = string>(): Id
}

// This is the one cast from a plain string: a new id belongs to the thing that it is created for.
export const systemIds: Ids = { next: <Id extends string>() => randomUUIDv7() as string as Id }
