import { constants } from 'node:fs'
import { type FileHandle, link, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { disk, hasCode } from '../journal/journal-files.ts'

const range = z.object({
  segment: z.number().int().positive(),
  to: z.number().int().nonnegative(),
  /** True if the records were shipped, and a failed replica may have lost them. */
  wasShipped: z.boolean().optional(),
})

const shippingPosition = z
  .object({
    segment: z.number().int().positive(),
    /** Everything before is in ClickHouse. */
    shippedTo: z.number().int().nonnegative(),
    /** End of the batch that was begun, and may or may not be in ClickHouse. */
    tryingTo: z.number().int().positive().optional(),
    /** How often clicks had moved to another ClickHouse when that batch was begun. Undefined if never. */
    moves: z.number().int().positive().optional(),
    /** Ends of the parts that a rejected batch is shipped in, the next one first. */
    partEnds: z.array(z.number().int().positive()).optional(),
    /** Records before this may or may not be in ClickHouse: there was no position file, or the batch was rejected. */
    unconfirmed: range.optional(),
    /** The first segment whose shipped records may be missing on a replica. It is retained until they are looked up. */
    keptFrom: z.number().int().positive().optional(),
    /** The name of `unconfirmed` in files of the version before. */
    doubt: range.optional(),
  })
  .transform(({ doubt, unconfirmed = doubt, ...position }) => (unconfirmed === undefined ? position : { ...position, unconfirmed }))

/** How far a journal has been shipped. */
export interface ShippingPosition {
  segment: number
  shippedTo: number
  tryingTo?: number | undefined
  moves?: number | undefined
  partEnds?: number[] | undefined
  unconfirmed?: z.infer<typeof range> | undefined
  keptFrom?: number | undefined
}

/** Undefined when there is none, or none that can be read. */
export async function readPosition(folder: string): Promise<ShippingPosition | undefined> {
  try {
    return shippingPosition.parse(JSON.parse(await readFile(toPositionPath(folder), 'utf8')))
  } catch (error) {
    if (hasCode(error, 'ENOENT') || error instanceof SyntaxError || error instanceof z.ZodError) return undefined
    throw error
  }
}

/**
 * Longer than any position, so that each fits into the file of another: halving a batch of 10,000 clicks
 * leaves 14 parts at most.
 */
const positionBytes = 512

/**
 * Durable when it resolves; a crash at any moment leaves the old position or the new one. The replaced file is
 * overwritten the next time: shipping is what frees a full disk, so writing a position must need no space.
 */
export async function writePosition(folder: string, position: ShippingPosition): Promise<void> {
  const path = toPositionPath(folder)
  const [next, replaced] = [`${path}.new`, `${path}.old`]
  await rm(replaced, { force: true })
  const file = await openForOverwrite(next, path)
  try {
    await file.write(JSON.stringify(position).padEnd(positionBytes), 0)
    await file.sync()
  } finally {
    await file.close()
  }
  const isLinked = await link(path, replaced).then(
    () => true,
    () => false, // no position yet, or a file system without links
  )
  await rename(next, path)
  if (isLinked) await rename(replaced, next)
  await disk.syncFolder(folder)
}

/** Opens without truncating. After a power cut both names may belong to one file, which must not be overwritten. */
async function openForOverwrite(path: string, other: string): Promise<FileHandle> {
  const [one, two] = await Promise.all([path, other].map((name) => stat(name).catch(() => undefined)))
  if (one !== undefined && one.ino === two?.ino) await rm(path)
  return open(path, constants.O_RDWR | constants.O_CREAT, 0o600)
}

function toPositionPath(folder: string): string {
  return join(folder, 'position.json')
}
