// Clicks that can't be counted are set aside, with the reason, instead of stopping those behind them. A full disk stops
// them neither: then the log alone has the reason and the number.
import { appendFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClickRecord } from './click-record.ts'
import { isDiskFull } from './journal-files.ts'

/** One line of JSON each; a crash at the wrong moment leaves a line twice. The visitor's address is left out, since these lines stay until somebody reads them. */
export async function writeDeadLetters(journalsFolder: string, letters: readonly DeadLetter[]): Promise<void> {
  if (letters.length === 0) return
  const lines = letters.map((letter) => `${JSON.stringify(letter.click ? { ...letter, click: withoutAddress(letter.click) } : letter)}\n`)
  await unlessFull(() => appendFile(join(journalsFolder, 'dead-letters.jsonl'), lines.join(''), { mode: 0o600, flush: true }))
}

export interface DeadLetter {
  reason: string
  /** Edge, segment and bytes: where it was. */
  batch: string
  click?: ClickRecord
}

function withoutAddress({ address: _, ...click }: ClickRecord): Omit<ClickRecord, 'address'> {
  return click
}

/** Bytes between records that are none: kept for two days as they are, for whoever looks after the disk. */
export async function quarantine(journalsFolder: string, name: string, bytes: Buffer): Promise<void> {
  const folder = quarantineFolder(journalsFolder)
  await unlessFull(async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(join(folder, name), bytes, { mode: 0o600, flush: true })
  })
}

async function unlessFull(write: () => Promise<void>): Promise<void> {
  await write().catch((error: unknown) => {
    if (!isDiskFull(error)) throw error
  })
}

const quarantineMs = 47 * 3_600_000

/** They may hold addresses of visitors, which are nowhere kept longer than 48 hours. */
export async function emptyQuarantine(journalsFolder: string, now: Date): Promise<void> {
  const folder = quarantineFolder(journalsFolder)
  for (const name of await readdir(folder).catch(() => [])) {
    const { mtimeMs } = await stat(join(folder, name))
    if (now.getTime() - mtimeMs > quarantineMs) await rm(join(folder, name), { force: true })
  }
}

function quarantineFolder(journalsFolder: string): string {
  return join(journalsFolder, 'quarantine')
}
