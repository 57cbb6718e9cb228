import { z } from 'zod'
import { destination, slug } from './links.ts'

/** The short URL of a store page or a product page, and where it leads. */
export const pageUrl = z.object({ url: z.url(), target: z.url() })

/** `url` is the short name, by default generated; `target` is the page itself, and no other destination. */
export const pageUrlDraft = z.strictObject({ url: slug.optional(), target: z.optional(destination) })

export type PageUrl = z.infer<typeof pageUrl>
export type PageUrlDraft = z.output<typeof pageUrlDraft>
