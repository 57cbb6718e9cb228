import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { disk, hasCode } from './journal-files.ts'

const shippingPosition = z.object({
  segment: z.number().int().positive(),
  /** Everything before is in the analytics store. */
  shippedTo: z.number().int().nonnegative(),
  /** Where the batch ends that was begun and may, or may not, have arrived. */
  tryingTo: z.number().int().positive().optional(),
})

/** How far a journal has been shipped. */
export type ShippingPosition = z.infer<typeof shippingPosition>

/** Nothing when no batch was ever tried. */
export async function readPosition(folder: string): Promise<ShippingPosition | undefined> {
  try {
    return shippingPosition.parse(JSON.parse(await readFile(positionPath(folder), 'utf8')))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** On disk when it resolves; a crash at any moment leaves the old position or the new one. */
export async function writePosition(folder: string, position: ShippingPosition): Promise<void> {
  const path = positionPath(folder)
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(position))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
  await disk.syncFolder(folder)
}

function positionPath(folder: string): string {
  return join(folder, 'position.json')
}
