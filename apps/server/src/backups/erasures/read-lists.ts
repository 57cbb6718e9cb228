import { basename, dirname, resolve } from 'node:path'
import { StartError } from '../../platform/process/start-error.ts'
import { type BackupReader, openBackupTarget, type SmallFiles } from '../targets/backup-target.ts'
import { joinHeaders } from './list-format.ts'
import {
  type AssignedAddress,
  addressListName,
  type Erasure,
  erasureListName,
  isErasure,
  parseFileEntries,
  readListFile,
  readParts,
} from './stored-lists.ts'

export interface ListsOfBackup {
  erasures: readonly Erasure[]
  /** Addresses that were given to links, including many from before the back-up. */
  addresses: readonly AssignedAddress[]
  /** Whether the list of erasures has no gap between the back-up and the list's end. */
  isComplete: boolean
  /** A sentence for the operator: until when erasures are known, or what is missing. */
  description: string
}

/**
 * Reads the lists next to a back-up that was taken at `takenAt`, or the list in `erasuresFile` and the other files next
 * to it. Throws a StartError if `erasuresFile` can't be read, or if a list is damaged.
 */
export async function readLists(backup: BackupReader, takenAt: Date, erasuresFile: string | undefined): Promise<ListsOfBackup> {
  const list = erasuresFile === undefined ? await readStoredLists(backup.beside) : await readGivenLists(erasuresFile)
  const problem =
    list === undefined
      ? `There is no ${erasureListName} next to the back-up`
      : list.until < takenAt
        ? `${erasureListName} ends at ${list.until.toISOString()}, before the back-up`
        : list.from > takenAt
          ? `${erasureListName} begins at ${list.from.toISOString()}, after the back-up`
          : undefined
  return {
    erasures: list?.erasures ?? [],
    addresses: list?.addresses ?? [],
    isComplete: problem === undefined,
    description:
      problem === undefined
        ? `${erasureListName} contains the erasures until ${list?.until.toISOString()}. What was deleted or revoked later is there again, unless you restore into an empty folder with --erasures <file> of a newer list.`
        : `Warning: ${problem}, so data that was deleted since the back-up may be there again: restore into an empty folder with --erasures <file> if you have a newer list.`,
  }
}

async function readGivenLists(path: string): Promise<StoredLists> {
  try {
    const [files, name] = [openBackupTarget(dirname(resolve(path))), basename(path)]
    if ((await files.readText(name)) === undefined) throw new Error('the file is missing')
    const lists = await readStoredLists(files, name)
    if (lists === undefined) throw new Error('the file is missing')
    return lists
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw new StartError(`${path} can't be read: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

export interface StoredLists {
  /** The lists contain every erasure from this instant on. */
  from: Date
  /** The lists contain every erasure before this instant. */
  until: Date
  erasures: Erasure[]
  addresses: AssignedAddress[]
}

/** Reads both lists and the small files. Returns undefined if there is neither a list of erasures nor a small file. */
export async function readStoredLists(files: SmallFiles, erasuresName = erasureListName): Promise<StoredLists | undefined> {
  // The small files are read first, because a back-up merges them into the lists before it deletes them.
  const parts = await readParts(files)
  const erasureList = await readListFile(files, erasuresName)
  const addressList = await readListFile(files, addressListName)
  const header = joinHeaders([erasureList, ...parts].flatMap((file) => file?.header ?? []))
  if (header === undefined) return undefined
  const entries = [erasureList, addressList, ...parts].flatMap((file) => (file === undefined ? [] : parseFileEntries(file)))
  const erasures = new Map(entries.filter(isErasure).map((erasure) => [erasure.id, erasure]))
  const addresses = new Map(entries.flatMap((entry) => (isErasure(entry) ? [] : [[entry.address, entry]])))
  return { from: header.from, until: header.until, erasures: [...erasures.values()], addresses: [...addresses.values()] }
}
