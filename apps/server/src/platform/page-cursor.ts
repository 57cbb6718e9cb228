import { z } from 'zod'

export interface PageCursor<Position> {
  encode(position: Position): string
  /**
   * Returns the position in the cursor. Undefined if the text is not a cursor of this list, or is a cursor of another
   * version.
   */
  decode(cursor: string): Position | undefined
}

/**
 * Creates the cursors of one list. A cursor says where the next page starts, and is opaque to clients. It names the
 * last row of a page, so rows that are added or deleted between two requests do not shift the next page. `version`
 * changes when the meaning of a position changes. A client that sends an old cursor has to start again.
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

/** An instant in a cursor. Years with a sign, such as `+275760`, are rejected, because PostgreSQL cannot read them. */
export const cursorInstant = z.iso.datetime().transform((text) => new Date(text))

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
