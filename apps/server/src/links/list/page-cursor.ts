import { linkId } from '@linkshelf/contract'
import { z } from 'zod'
import { createPageCursor } from '../../platform/page-cursor.ts'

const position = z.object({ createdAt: z.coerce.date(), id: linkId })

/** The last link of a page. */
export type LinkPosition = z.output<typeof position>

export const linkCursor = createPageCursor('links', 1, position)
