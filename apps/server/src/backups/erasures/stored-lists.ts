// The two lists that are stored next to the back-ups, because a back-up lacks what happened after it, and the small
// files with newer entries of both, which each back-up merges into the lists.
import { z } from 'zod'
import type { BackupTarget, SmallFiles } from '../targets/backup-target.ts'
import { type ListHeader, parseEntries, parseHeader, readLines } from './list-format.ts'

/**
 * The kinds of erasures, which triggers record. `restored_link`, `restored_product` and `enabled_user` cancel an
 * earlier erasure. `erased_link` and `erased_product` end the time in which a deleted link or product can be restored.
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
  'passkey',
  'project',
  'postback_address',
  'store',
  'category',
  'product',
  'restored_product',
  'erased_product',
  'link',
  'restored_link',
  'erased_link',
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

/** The small files are named by their ends, in milliseconds since 1970. So their names have the order of their ends. */
const partFolder = 'erasures'
export const toPartName = ({ until }: ListHeader) => `${partFolder}/${until.getTime()}.jsonl`

/** Returns the names of the small files, oldest first. */
export async function listParts(files: SmallFiles): Promise<string[]> {
  return (await files.listTexts(`${partFolder}/`)).filter((name) => /^erasures\/\d{13}\.jsonl$/.test(name)).sort()
}

export interface ListFile {
  name: string
  header: ListHeader
  /** The entries, not parsed. */
  lines: string[]
}

/** Returns undefined if the file is missing. */
export async function readListFile(files: SmallFiles, name: string): Promise<ListFile | undefined> {
  const text = await files.readText(name)
  if (text === undefined) return undefined
  const [first = '', ...lines] = text.trimEnd().split('\n')
  return { name, header: parseHeader(first, name), lines }
}

/** Reads the header without the entries. Returns undefined if the file is missing. */
export async function peekListFile(target: BackupTarget, name: string): Promise<{ header: ListHeader; isEmpty: boolean } | undefined> {
  if (!(await target.listTexts(name)).includes(name)) return undefined
  const lines: string[] = []
  for await (const line of readLines(target.streamText(name))) {
    if (lines.push(line) === 2) break
  }
  return { header: parseHeader(lines[0] ?? '', name), isEmpty: lines.length < 2 }
}

/** Reads the small files, oldest first. */
export async function readParts(files: SmallFiles): Promise<ListFile[]> {
  const parts = await mapInBatches(await listParts(files), (name) => readListFile(files, name))
  return parts.filter((part) => part !== undefined)
}

const batchSize = 16

/** Works as `Promise.all`, but on a few items at a time. */
export async function mapInBatches<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += batchSize)
    results.push(...(await Promise.all(items.slice(start, start + batchSize).map(work))))
  return results
}

export type Entry = Erasure | AssignedAddress

export const parseFileEntries = ({ name, lines }: ListFile): Entry[] => parseEntries(lines, z.union([erasureSchema, addressSchema]), name)

export const isErasure = (entry: Entry): entry is Erasure => 'kind' in entry
