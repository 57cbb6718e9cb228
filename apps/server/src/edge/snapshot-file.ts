// Files for an edge that starts while the database is down. They contain the links or domains that the edge had loaded,
// one per line, and a last line with the number of lines and a checksum, which detects a damaged file. All edges of a
// machine share the files; the last writer wins.

import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { tryLockFile } from '../platform/process/file-lock.ts'

/** Maximum number of lines that are formatted at once. Small enough not to delay visitors. */
const chunkLinesMax = 500

/**
 * Writes ASCII lines. When this resolves, the file is on disk. A crash at any time leaves either the old or the new
 * file. If another edge is writing the file, writes nothing and returns false.
 */
export async function writeSnapshotFile(path: string, format: string, lines: Iterable<string>): Promise<boolean> {
  const lock = tryLockFile(`${path}.lock`)
  if (lock === undefined) return false
  try {
    await rm(`${path}.new`, { force: true }) // left over if an edge was killed while writing
    await writeChunks(`${path}.new`, format, lines)
    await rename(`${path}.new`, path)
    const directory = await open(dirname(path), 'r')
    await directory.sync().finally(() => directory.close())
    return true
  } finally {
    lock.release()
  }
}

/**
 * Returns the lines, or undefined if there is no file. Throws an Error if the file is damaged or has none of these
 * formats.
 */
export async function readSnapshotFile(path: string, formats: readonly string[]): Promise<string[] | undefined> {
  try {
    return parseSnapshot(await readFile(path, 'latin1'), formats)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function writeChunks(path: string, format: string, lines: Iterable<string>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of formatChunks(format, lines)) await file.writeFile(chunk)
    await file.sync()
  } catch (error) {
    await rm(path, { force: true }) // frees its space, because the disk may be full
    throw error
  } finally {
    await file.close()
  }
}

async function* formatChunks(format: string, lines: Iterable<string>): AsyncGenerator<Buffer> {
  let [checksum, count] = [0, 0]
  let pending: string[] = []
  const takeChunk = () => {
    const chunk = Buffer.from(pending.join(''), 'latin1')
    checksum = crc32(chunk, checksum)
    pending = []
    return chunk
  }
  for (const line of lines) {
    pending.push(`${line}\n`)
    count += 1
    if (pending.length < chunkLinesMax) continue
    yield takeChunk()
    await nextTurn()
  }
  yield takeChunk()
  yield Buffer.from(`${format} ${count} ${checksum}\n`)
}

function parseSnapshot(text: string, formats: readonly string[]): string[] {
  const end = text.lastIndexOf('\n', text.length - 2) + 1
  const body = text.slice(0, end)
  const lines = body.split('\n')
  lines.pop()
  const summary = `${lines.length} ${crc32(Buffer.from(body, 'latin1'))}\n`
  if (!formats.some((format) => text.slice(end) === `${format} ${summary}`)) throw new Error('The snapshot is damaged')
  return lines
}
