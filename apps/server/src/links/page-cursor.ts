import { z } from 'zod'
import { makePageCursor } from '../platform/page-cursor.ts'

const place = z.object({ createdAt: z.coerce.date(), id: z.uuid() })

/** The last link of a page. */
export type PagePlace = z.output<typeof place>

const cursors = makePageCursor('links', 1, place)

export const cursorOf = cursors.encode
export const locationOf = cursors.decode
