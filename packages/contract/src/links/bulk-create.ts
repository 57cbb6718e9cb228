import { z } from 'zod'
import { bulkLinksMax } from './link-limits.ts'
import { type LinkDraft, link, linkDraft } from './link-schemas.ts'

/** Errors of one link of a bulk call. Errors of the call itself concern all its links. */
export const linkItemErrors = [
  'REQUEST_INVALID',
  'LINK_TARGET_FORBIDDEN',
  'LINK_SLUG_RESERVED',
  'LINK_SLUG_TAKEN',
  'LINK_LIMIT_REACHED',
  'DOMAIN_NOT_FOUND',
  'DOMAIN_NOT_SERVING',
  'DOMAIN_ARCHIVED',
  'LABEL_LIMIT_REACHED',
  'TOO_MANY_REQUESTS',
] as const
export type LinkItemError = (typeof linkItemErrors)[number]

/**
 * A parsed link of a bulk call. An invalid link does not make the request invalid, so that the other links are created.
 */
export type LinkItem = { draft: LinkDraft } | { issue: { field: string; message: string } }

const linkItem = linkDraft
  .transform((draft): LinkItem => ({ draft }))
  .catch(({ error }) => {
    const [issue] = error.issues
    return { issue: { field: (issue?.path ?? []).join('.'), message: issue?.message ?? '' } }
  })

export const linksBulkCreate = z.strictObject({
  items: z.array(linkItem, { error: 'Send at least one link' }).min(1, 'Send at least one link').max(bulkLinksMax),
})

export const linkResult = z.discriminatedUnion('status', [
  z.object({ status: z.literal('created'), link }),
  z.object({
    status: z.literal('failed'),
    code: z.enum(linkItemErrors),
    message: z.string(),
    /** The field of the item that the error is about. */
    field: z.string().optional(),
  }),
])

export type LinkResult = z.output<typeof linkResult>

/** The response to a request with an idempotency key is stored for this long. */
export const idempotencyKeyMs = 24 * 3_600_000
/**
 * Maximum number and total bytes of stored responses per organization. If there are more, the oldest are deleted first.
 */
export const idempotencyKeysMax = 5_000
export const idempotentBytesMax = 50_000_000

export const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .describe(
    'Any text that identifies this request, for example a UUID. If you repeat the request within 24 hours, you get the same response. Up to 5,000 responses and 50 MB are stored',
  )
