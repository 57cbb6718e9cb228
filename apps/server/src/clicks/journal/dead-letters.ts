// If a click or page view can't be stored, it becomes a dead letter. Bytes that are not a record are quarantined. So a
// bad record or damaged bytes do not block the records that follow. If the disk is full, dead letters and quarantined
// bytes are dropped, and the log has the reason and the number.
import { appendFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDiskFull } from './journal-files.ts'
import { isPageView, type JournalRecord } from './records/visit-records.ts'

export interface DeadLetter {
  reason: string
  /** Edge, segment and byte range of the batch. */
  batch: string
  record?: JournalRecord
}

/**
 * Appends one line of JSON for each dead letter. If the process crashes, a line can be written twice. The lines contain
 * no IP address, because an operator may store the file indefinitely.
 */
export async function writeDeadLetters(journalsFolder: string, letters: readonly DeadLetter[]): Promise<void> {
  if (letters.length === 0) return
  const lines = letters.map((letter) => `${JSON.stringify(toLine(letter))}\n`)
  await writeUnlessFull(() => appendFile(join(journalsFolder, 'dead-letters.jsonl'), lines.join(''), { mode: 0o600, flush: true }))
}

/** Returns the content of a line: the record under the key `click` or `view`, without the IP address. */
function toLine({ record, ...letter }: DeadLetter): object {
  if (record === undefined) return letter
  const { address: _, ...content } = record
  return { ...letter, [isPageView(record) ? 'view' : 'click']: content }
}

/** Stores damaged bytes unchanged for 47 hours, so that an operator can examine them. */
export async function quarantine(journalsFolder: string, name: string, bytes: Buffer): Promise<void> {
  const folder = toQuarantineFolder(journalsFolder)
  await writeUnlessFull(async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(join(folder, name), bytes, { mode: 0o600, flush: true })
  })
}

async function writeUnlessFull(write: () => Promise<void>): Promise<void> {
  await write().catch((error: unknown) => {
    if (!isDiskFull(error)) throw error
  })
}

const maxQuarantineMs = 47 * 3_600_000

/**
 * Deletes quarantined bytes after 47 hours, because they may contain IP addresses, which are stored for at most 48
 * hours.
 */
export async function deleteOldQuarantine(journalsFolder: string, now: Date): Promise<void> {
  const folder = toQuarantineFolder(journalsFolder)
  for (const name of await readdir(folder).catch(() => [])) {
    const { mtimeMs } = await stat(join(folder, name))
    if (now.getTime() - mtimeMs > maxQuarantineMs) await rm(join(folder, name), { force: true })
  }
}

function toQuarantineFolder(journalsFolder: string): string {
  return join(journalsFolder, 'quarantine')
}
