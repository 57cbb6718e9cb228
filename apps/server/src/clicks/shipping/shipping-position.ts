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
    /** Offset in the segment. Every record before it is in ClickHouse. */
    shippedTo: z.number().int().nonnegative(),
    /** Offset at which a begun batch ends. The batch may or may not be in ClickHouse. */
    tryingTo: z.number().int().positive().optional(),
    /**
     * How often clicks had moved to another ClickHouse when the batch up to `tryingTo` was begun. Undefined if never.
     */
    moves: z.number().int().positive().optional(),
    /**
     * Set if a batch was rejected and is now shipped in parts. Contains the end offsets of the parts that are not yet
     * shipped, in shipping order.
     */
    partEnds: z.array(z.number().int().positive()).optional(),
    /**
     * Records before this position may or may not be in ClickHouse, for example because there was no position file or
     * the batch was rejected.
     */
    unconfirmed: range.optional(),
    /**
     * The first segment whose shipped records may be missing on a replica. The segment is retained until its records
     * are looked up.
     */
    keptFrom: z.number().int().positive().optional(),
    /** The name of `unconfirmed` in files of the previous release. */
    doubt: range.optional(),
  })
  .transform(({ doubt, unconfirmed = doubt, ...position }) => (unconfirmed === undefined ? position : { ...position, unconfirmed }))

export interface ShippingPosition {
  segment: number
  shippedTo: number
  tryingTo?: number | undefined
  moves?: number | undefined
  partEnds?: number[] | undefined
  unconfirmed?: z.infer<typeof range> | undefined
  keptFrom?: number | undefined
}

/** Returns the position in the journal. Undefined if the position file is missing or can't be read. */
export async function readPosition(folder: string): Promise<ShippingPosition | undefined> {
  try {
    return shippingPosition.parse(JSON.parse(await readFile(toPositionPath(folder), 'utf8')))
  } catch (error) {
    if (hasCode(error, 'ENOENT') || error instanceof SyntaxError || error instanceof z.ZodError) return undefined
    throw error
  }
}

/**
 * Length of a position file in bytes. Every position is shorter, so it fits into any earlier file. A batch of 10,000
 * clicks is halved into at most 14 parts.
 */
const positionBytes = 512

/**
 * Replaces the position file. When it resolves, the position is durable. A crash at any moment leaves the old position
 * or the new position. The replaced file is overwritten the next time. So writing a position needs no space on a full
 * disk, which only shipping can free.
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

/**
 * Opens the file without truncating it. If both names refer to the same file, which can happen after a power cut,
 * removes the name `path` first, so that the file under `other` is not overwritten.
 */
async function openForOverwrite(path: string, other: string): Promise<FileHandle> {
  const [one, two] = await Promise.all([path, other].map((name) => stat(name).catch(() => undefined)))
  if (one !== undefined && one.ino === two?.ino) await rm(path)
  return open(path, constants.O_RDWR | constants.O_CREAT, 0o600)
}

function toPositionPath(folder: string): string {
  return join(folder, 'position.json')
}
