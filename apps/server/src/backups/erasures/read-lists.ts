import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from '../../platform/process/start-error.ts'
import type { BackupReader } from '../targets/backup-target.ts'
import { type AssignedAddress, addressListName, type Erasure, erasureListName, parseAddresses, parseErasures } from './stored-lists.ts'

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
 * Reads the lists next to a back-up that was taken at `takenAt`, or the list in `erasuresFile` and the other list next
 * to it. Throws a StartError if `erasuresFile` can't be read, or if a list is damaged.
 */
export async function readLists(backup: BackupReader, takenAt: Date, erasuresFile: string | undefined): Promise<ListsOfBackup> {
  const readText = (name: string) =>
    erasuresFile === undefined
      ? backup.readTextBeside(name)
      : readGivenFile(name === erasureListName ? erasuresFile : join(dirname(erasuresFile), name), name === erasureListName)
  const texts = { erasures: await readText(erasureListName), addresses: await readText(addressListName) }
  const list = texts.erasures === undefined ? undefined : parseErasures(texts.erasures, erasureListName)
  const addresses = texts.addresses === undefined ? [] : parseAddresses(texts.addresses, addressListName).entries
  const problem =
    list === undefined
      ? `There is no ${erasureListName} next to the back-up`
      : list.until < takenAt
        ? `${erasureListName} ends at ${list.until.toISOString()}, before the back-up`
        : list.from > takenAt
          ? `${erasureListName} begins at ${list.from.toISOString()}, after the back-up`
          : undefined
  return {
    erasures: list?.entries ?? [],
    addresses,
    isComplete: problem === undefined,
    description:
      problem === undefined
        ? `${erasureListName} contains the erasures until ${list?.until.toISOString()}.`
        : `Warning: ${problem}, so data that was deleted since the back-up may be there again: restore again with --erasures <file> if you have a newer list.`,
  }
}

async function readGivenFile(path: string, isRequired: boolean): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    if (!isRequired) return undefined
    throw new StartError(`${path} can't be read: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
