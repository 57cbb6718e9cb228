// What this edge knows, on disk, so that an edge that starts while the database is away knows the links that visitors follow.
//
// One file for all edges of a machine: whoever writes last has the say. A line a link, then one that counts and checks them, so that a file that is not whole is
// told from one that is. Nothing of it is believed while the database can be asked.
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as breath } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { ownText } from '../platform/own-text.ts'
import { takeFileLock } from '../platform/process/file-lock.ts'
import type { Log } from '../platform/process/log.ts'
import type { HotLink } from './known-links.ts'

const name = 'known-links'
const format = 'known-links-1'
/** Few enough that no visitor waits for them to be put together. */
const bulkLinksMax = 500
/** What no database was asked about for so long has left the file: it may have been deleted long ago. */
const keptMs = 7 * 86_400_000

/** On disk when it resolves; a crash at any moment leaves the old file or the new one. Leaves it to another edge that is at it already. */
export async function writeLinkSnapshot(folder: string, links: Iterable<HotLink>): Promise<void> {
  const lock = takeFileLock(join(folder, `${name}.lock`))
  if (lock === undefined) return
  try {
    const path = join(folder, name)
    await rm(`${path}.new`, { force: true }) // of an edge that was killed meanwhile
    await writeWhole(`${path}.new`, links)
    await rename(`${path}.new`, path)
    const around = await open(folder, 'r')
    await around.sync().finally(() => around.close())
  } finally {
    lock.release()
  }
}

async function writeWhole(path: string, links: Iterable<HotLink>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const piece of pieces(links)) await file.writeFile(piece)
    await file.sync()
  } catch (error) {
    await rm(path, { force: true }) // a full disk has better uses
    throw error
  } finally {
    await file.close()
  }
}

/** The last visited first. Nothing when there is no snapshot or it is damaged, which is only worth a warning. */
export async function readLinkSnapshot(folder: string, now: Date, log: Log): Promise<HotLink[]> {
  try {
    return parse(await readFile(join(folder, name), 'latin1')).filter((link) => now.getTime() - link.checkedAt < keptMs)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      log.warn(
        { err: error },
        'The links that were known before the start could not be read; they are looked up when somebody follows them',
      )
    return []
  }
}

async function* pieces(links: Iterable<HotLink>): AsyncGenerator<Buffer> {
  let [sum, count] = [0, 0]
  let lines: string[] = []
  const taken = () => {
    const piece = Buffer.from(lines.join(''), 'latin1')
    sum = crc32(piece, sum)
    lines = []
    return piece
  }
  for (const link of links) {
    lines.push(lineOf(link))
    count += 1
    if (lines.length < bulkLinksMax) continue
    yield taken()
    await breath()
  }
  yield taken()
  yield Buffer.from(`${format} ${count} ${sum}\n`)
}

/** Neither a slug nor an address as the URL parser writes it holds a tab or a line break, or anything beyond ASCII. */
function lineOf({ slug, checkedAt, destination: { linkId, projectId, organizationId, target } }: HotLink): string {
  return `${slug}\t${Math.floor(checkedAt)}\t${linkId}\t${projectId}\t${organizationId}\t${target}\n`
}

function parse(text: string): HotLink[] {
  const end = text.lastIndexOf('\n', text.length - 2) + 1
  const body = text.slice(0, end)
  const lines = body.split('\n')
  lines.pop()
  if (text.slice(end) !== `${format} ${lines.length} ${crc32(Buffer.from(body, 'latin1'))}\n`)
    throw new Error('The snapshot of known links is damaged')
  return lines.map(linkOf)
}

function linkOf(line: string): HotLink {
  const [slug = '', checkedAt, linkId = '', projectId = '', organizationId = '', target = ''] = line.split('\t').map(ownText)
  return { slug, checkedAt: Number(checkedAt), destination: { kind: 'link', linkId, projectId, organizationId, target } }
}
