// The two lists that are stored next to the back-ups, because a back-up lacks what happened after it.
import { z } from 'zod'
import { parseList, type StoredList } from './list-format.ts'

/**
 * The kinds of erasures, which triggers record. `restored_link` and `enabled_user` cancel an earlier erasure.
 * `postback_address` has the project's id, and `member` the ids of organization and user. `clicks` has the project's id
 * and, if the clicks of only one link were deleted, the link's id.
 */
const erasureKinds = [
  'user',
  'disabled_user',
  'enabled_user',
  'organization',
  'member',
  'api_key',
  'project',
  'postback_address',
  'store',
  'category',
  'product',
  'link',
  'restored_link',
  'clicks',
] as const
export type ErasureKind = (typeof erasureKinds)[number]

const erasureSchema = z.object({
  id: z.uuid(),
  kind: z.enum(erasureKinds),
  ids: z.array(z.uuid()),
  /** For clicks, the instant before which they were deleted. */
  erasedAt: z.iso.datetime(),
})
export type Erasure = z.infer<typeof erasureSchema>

const addressSchema = z.object({
  /** The key of a link's address: a slug, or a domain and a slug. */
  address: z.string(),
  /** The id of the link's organization. */
  organizationId: z.uuid(),
  assignedAt: z.iso.datetime(),
})
export type AssignedAddress = z.infer<typeof addressSchema>

export const erasureListName = 'erasures.jsonl'
export const addressListName = 'addresses.jsonl'

export const parseErasures = (text: string, location: string): StoredList<Erasure> => parseList(text, erasureSchema, location)
export const parseAddresses = (text: string, location: string): StoredList<AssignedAddress> => parseList(text, addressSchema, location)
