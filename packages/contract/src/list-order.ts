import { z } from 'zod'

/**
 * Creates the schema of a place in a list that the owner orders. The place is either `position`, counted from 1, or
 * `before`, the id of the row that comes after the place. If `before` is null, the place is the end of the list.
 */
export function makePlaceSchema<Id extends z.core.$ZodType<string>>(id: Id) {
  const choices = [z.strictObject({ position: z.int().min(1) }), z.strictObject({ before: z.nullable(id) })] as const
  return z.union(choices, { error: 'Send a position (1 is the first), or the id of the entry that comes next' })
}

export type Place = { position: number } | { before: string | null }
