import { constants } from 'node:fs'
import { type FileHandle, link, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { disk, hasCode } from '../journal/journal-files.ts'

const shippingPosition = z.object({
  segment: z.number().int().positive(),
  /** Everything before is in the analytics store. */
  shippedTo: z.number().int().nonnegative(),
  /** Where the batch ends that was begun and may, or may not, have arrived. */
  tryingTo: z.number().int().positive().optional(),
  /** No position was found: what lies before this place may, or may not, have arrived long ago. */
  doubt: z.object({ segment: z.number().int().positive(), to: z.number().int().nonnegative() }).optional(),
})

/** How far a journal has been shipped. */
export type ShippingPosition = z.infer<typeof shippingPosition>

/** Nothing when there is none, or none that can be read. */
export async function readPosition(folder: string): Promise<ShippingPosition | undefined> {
  try {
    return shippingPosition.parse(JSON.parse(await readFile(positionPath(folder), 'utf8')))
  } catch (error) {
    if (hasCode(error, 'ENOENT') || error instanceof SyntaxError || error instanceof z.ZodError) return undefined
    throw error
  }
}

/** Longer than any position, so that each fits where another was. */
const positionBytes = 512

/**
 * On disk when it resolves; a crash at any moment leaves the old position or the new one. The file that is replaced is kept and written over the next
 * time: only by noting positions a full disk gets room again, so that may not take any.
 */
export async function writePosition(folder: string, position: ShippingPosition): Promise<void> {
  const path = positionPath(folder)
  const [next, replaced] = [`${path}.new`, `${path}.old`]
  await rm(replaced, { force: true })
  const file = await openApart(next, path)
  try {
    await file.write(JSON.stringify(position).padEnd(positionBytes), 0)
    await file.sync()
  } finally {
    await file.close()
  }
  const isKept = await link(path, replaced).then(
    () => true,
    () => false, // there is none yet, or the file system has no links
  )
  await rename(next, path)
  if (isKept) await rename(replaced, next)
  await disk.syncFolder(folder)
}

/** For writing, as it is. After a power cut both names may be those of one file. */
async function openApart(path: string, other: string): Promise<FileHandle> {
  const [one, two] = await Promise.all([path, other].map((name) => stat(name).catch(() => undefined)))
  if (one !== undefined && one.ino === two?.ino) await rm(path)
  return open(path, constants.O_RDWR | constants.O_CREAT, 0o600)
}

function positionPath(folder: string): string {
  return join(folder, 'position.json')
}
