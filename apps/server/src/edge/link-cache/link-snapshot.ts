// A file with the most recently visited links, so that an edge that starts while the database is away can serve them.
//
// All edges of a machine share one file; the last writer wins. One line per link, then a line with their
// number and checksum, which detects a damaged file. Restored links are stale: they are served only while the
// database can't be reached.

import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { formatShortPath, slugOfShortPath } from '@linkshelf/contract'
import { type ResolvedLink, toResolvedLink } from '../../links/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { copyString } from '../../platform/copy-string.ts'
import { tryLockFile } from '../../platform/process/file-lock.ts'
import type { Log } from '../../platform/process/log.ts'
import type { CachedLink, LinkCache } from './link-cache.ts'

const fileName = 'known-links'
/** The first format has neither revision nor rules; the second nothing behind them. */
const formats = ['known-links-1', 'known-links-2', 'known-links-3'] as const
const currentFormat = 'known-links-3'
/** The number of lines is small enough that formatting them delays no visitor. */
const chunkLinksMax = 500
/** A link that no database confirmed for so long is dropped: it may have been deleted long ago. */
const ageMaxMs = 7 * 86_400_000

/**
 * The snapshot is on disk when this resolves; a crash at any moment leaves the old file or the new one. Does nothing
 * while another edge is writing.
 */
export async function writeLinkSnapshot(folder: string, links: Iterable<CachedLink>): Promise<void> {
  const lock = tryLockFile(join(folder, `${fileName}.lock`))
  if (lock === undefined) return
  try {
    const path = join(folder, fileName)
    await rm(`${path}.new`, { force: true }) // of an edge that was killed while writing
    await writeChunks(`${path}.new`, links)
    await rename(`${path}.new`, path)
    const directory = await open(folder, 'r')
    await directory.sync().finally(() => directory.close())
  } finally {
    lock.release()
  }
}

async function writeChunks(path: string, links: Iterable<CachedLink>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of formatChunks(links)) await file.writeFile(chunk)
    await file.sync()
  } catch (error) {
    await rm(path, { force: true }) // the disk may be full
    throw error
  } finally {
    await file.close()
  }
}

/** The most recently visited first; empty when there is no snapshot or, with a warning, when it is damaged. */
export async function readLinkSnapshot(folder: string, now: Date, log: Log): Promise<CachedLink[]> {
  try {
    return parse(await readFile(join(folder, fileName), 'latin1')).filter((link) => now.getTime() - link.checkedAt < ageMaxMs)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      log.warn({ err: error }, 'Reading the link snapshot failed; links are loaded when they are visited')
    return []
  }
}

async function* formatChunks(links: Iterable<CachedLink>): AsyncGenerator<Buffer> {
  let [checksum, count] = [0, 0]
  let lines: string[] = []
  const takeChunk = () => {
    const chunk = Buffer.from(lines.join(''), 'latin1')
    checksum = crc32(chunk, checksum)
    lines = []
    return chunk
  }
  for (const link of links) {
    lines.push(formatLine(link))
    count += 1
    if (lines.length < chunkLinksMax) continue
    yield takeChunk()
    await nextTurn()
  }
  yield takeChunk()
  yield Buffer.from(`${currentFormat} ${count} ${checksum}\n`)
}

/** Paths, and addresses as the URL parser writes them, contain only ASCII, without tabs and line breaks. */
function formatLine({ slug, checkedAt, link }: CachedLink): string {
  const { linkId, projectId, organizationId, revision, destination, rules, ...more } = link
  const fields = [
    formatShortPath(slug).slice(1),
    Math.floor(checkedAt),
    linkId,
    projectId,
    organizationId,
    destination,
    revision,
    toAsciiJson(rules),
    toAsciiJson(more),
  ]
  return `${fields.join('\t')}\n`
}

function toAsciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function parse(text: string): CachedLink[] {
  const end = text.lastIndexOf('\n', text.length - 2) + 1
  const body = text.slice(0, end)
  const lines = body.split('\n')
  lines.pop()
  const summary = `${lines.length} ${crc32(Buffer.from(body, 'latin1'))}\n`
  if (!formats.some((format) => text.slice(end) === `${format} ${summary}`)) throw new Error('The link snapshot is damaged')
  return lines.flatMap(parseLine)
}

function parseLine(line: string): CachedLink[] {
  const fields = line.split('\t').map(copyString)
  const [
    path = '',
    checkedAt,
    linkId = '',
    projectId = '',
    organizationId = '',
    destination = '',
    revision = '0',
    rules = '[]',
    more = '{}',
  ] = fields
  const link: ResolvedLink | undefined = toResolvedLink({
    linkId,
    projectId,
    organizationId,
    revision: Number(revision),
    destination,
    rules: JSON.parse(rules),
    ...JSON.parse(more),
  })
  return link === undefined ? [] : [{ slug: slugOfShortPath(`/${path}`), checkedAt: Number(checkedAt), link }]
}

interface SnapshotOptions {
  /** May be shared with other edges, and need not exist yet. */
  folder: string
  linkCache: Pick<LinkCache, 'recent' | 'restore'>
  clock: Clock
  log: Log
  everyMs?: number
}

/** About 20 MB on disk. */
const snapshotLinksMax = 100_000

/**
 * Restores the cache from the last snapshot of this machine, then writes a snapshot every `everyMs` and when it is
 * closed. Never rejects.
 */
export async function persistSnapshot({
  folder,
  linkCache,
  clock,
  log,
  everyMs = 300_000,
}: SnapshotOptions): Promise<{ close(): Promise<void> }> {
  linkCache.restore(await readLinkSnapshot(folder, clock.now(), log))
  let written = Promise.resolve()

  function write(): void {
    written = written
      .then(() => writeLinkSnapshot(folder, linkCache.recent(snapshotLinksMax)))
      .catch((error: unknown) => log.warn({ err: error }, 'Writing the link snapshot failed; the next start may begin with an older one'))
  }

  const timer = setInterval(write, everyMs)
  timer.unref()
  return {
    close() {
      clearInterval(timer)
      write()
      return written
    },
  }
}
