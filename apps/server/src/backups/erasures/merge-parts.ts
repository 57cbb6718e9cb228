import type { BackupTarget } from '../targets/backup-target.ts'
import { formatHeader, joinHeaders, readLines } from './list-format.ts'
import {
  addressListName,
  type Entry,
  erasureListName,
  isErasure,
  type ListFile,
  mapInBatches,
  peekListFile,
  readParts,
} from './stored-lists.ts'
import { longestTransactionMs, storedMs } from './stored-time.ts'

/**
 * Appends the entries of the small files to the lists, drops old entries, and then deletes the small files. If it was
 * killed, it can be repeated. The caller holds the lock of the lists.
 */
export async function mergeParts(target: BackupTarget, now: Date): Promise<void> {
  const parts = await readParts(target)
  const [oldest] = await target.listBackups()
  const neededFrom = (oldest === undefined ? now.getTime() : toInstant(oldest)) - longestTransactionMs
  await mergeList(target, parts, { name: addressListName, storedFrom: neededFrom, contains: (entry) => !isErasure(entry) })
  const storedFrom = Math.min(neededFrom, now.getTime() - storedMs)
  await mergeList(target, parts, { name: erasureListName, storedFrom, contains: isErasure })
  await mapInBatches(parts, ({ name }) => target.deleteText(name))
}

interface MergedList {
  name: string
  /** Entries from before this instant, in milliseconds since 1970, are dropped. */
  storedFrom: number
  /** Whether an entry of a small file belongs to this list. */
  contains(entry: Entry): boolean
}

async function mergeList(target: BackupTarget, parts: readonly ListFile[], { name, storedFrom, contains }: MergedList): Promise<void> {
  const stored = (await peekListFile(target, name))?.header
  // A killed back-up may have left files that it had merged.
  const added = parts.filter(({ header }) => stored === undefined || header.until > stored.until)
  const header = joinHeaders([...(stored === undefined ? [] : [stored]), ...added.map((part) => part.header)])
  if (header === undefined) return
  const first = formatHeader({ ...header, from: new Date(Math.max(header.from.getTime(), storedFrom)) })
  const isStored = (entry: Entry) => Date.parse(isErasure(entry) ? entry.erasedAt : entry.assignedAt) >= storedFrom

  // The old list is read while the new list is written, because it can be too large for the memory.
  async function* mergeLines(): AsyncGenerator<string> {
    yield `${first}\n`
    let isHeader = true
    for await (const line of stored === undefined ? [] : readLines(target.streamText(name))) {
      if (!isHeader && isStored(JSON.parse(line))) yield `${line}\n`
      isHeader = false
    }
    for (const line of added.flatMap(({ lines }) => lines)) {
      const entry: Entry = JSON.parse(line)
      if (contains(entry) && isStored(entry)) yield `${line}\n`
    }
  }

  await target.writeText(name, mergeLines())
}

/** Returns the milliseconds since 1970 in a back-up's name, for example `linkshelf-2026-11-29T03-00-00Z`. */
function toInstant(name: string): number {
  const [, day = '', time = ''] = /^linkshelf-([^T]+)T(.+)Z$/.exec(name) ?? []
  return Date.parse(`${day}T${time.replaceAll('-', ':')}Z`)
}
