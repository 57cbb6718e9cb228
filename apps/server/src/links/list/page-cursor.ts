import { linkId } from '@linkshelf/contract'
import { z } from 'zod'
import { createPageCursor } from '../../platform/page-cursor.ts'

const position = z.object({ createdAt: z.coerce.date(), id: linkId })

/** The last link of a page. */
export type LinkPosition = z.output<typeof position>

export const linkCursor = createPageCursor('links', 1, position)

const named = z.object({ name: z.string().refine((name) => !name.includes('\0')), id: linkId })

/** The last link of a page of links by name. */
export type NamePosition = z.output<typeof named>

export const nameCursor = createPageCursor('links-by-name', 1, named)

/** The last link of a page of links by clicks, as they were counted for that page. */
export const clicksCursor = createPageCursor('links-by-clicks', 1, z.object({ clicks: z.int().min(0), id: linkId }))
