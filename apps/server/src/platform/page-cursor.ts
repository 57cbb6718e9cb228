import { z } from 'zod'

export interface PageCursor<Position> {
  encode(position: Position): string
  /** Undefined for text that is not a cursor of this list, or of an earlier version of it. */
  decode(cursor: string): Position | undefined
}

/**
 * The cursors of one list: where the next page starts, opaque to clients. They name the last row of a page, so that
 * rows that are added or deleted meanwhile move nothing. `version` changes with the meaning of a position; a client
 * that sends an old cursor starts again.
 */
export function createPageCursor<Position>(list: string, version: number, position: z.ZodType<Position>): PageCursor<Position> {
  const name = `${list}-${version}`
  const envelope = z.tuple([z.literal(name), z.unknown()])
  return {
    encode: (last) => Buffer.from(JSON.stringify([name, last])).toString('base64url'),
    decode(cursor) {
      const opened = envelope.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
      return opened.success ? position.safeParse(opened.data[1]).data : undefined
    },
  }
}

/** An instant in a cursor. PostgreSQL can't read the years that JavaScript writes with a sign. */
export const cursorInstant = z.iso.datetime().transform((text) => new Date(text))

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
