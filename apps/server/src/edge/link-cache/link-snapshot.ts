// A file with the most recently visited links, so that an edge can serve them even if it starts while the database is
// down. Restored links are stale: they are served only while the database can't be reached.

import { join } from 'node:path'
import { formatShortPath, slugOfShortPath } from '@linkshelf/contract/basics'
import { type ResolvedLink, toResolvedLink } from '../../links/visitors.ts'
import type { Clock } from '../../platform/clock.ts'
import { copyString } from '../../platform/copy-string.ts'
import type { Log } from '../../platform/process/log.ts'
import { readSnapshotFile, writeSnapshotFile } from '../snapshot-file.ts'
import type { CachedLink, LinkCache } from './link-cache.ts'

const fileName = 'known-links'
/** Format 1 contains neither revision nor rules. Format 2 ends after the rules. */
const formats = ['known-links-1', 'known-links-2', 'known-links-3'] as const
const currentFormat = 'known-links-3'
/** If the database has not confirmed a link for this long, it is dropped, because it may have been deleted. */
const ageMaxMs = 7 * 86_400_000

/** Writes the links to the snapshot file. Does nothing if another edge is writing it. */
export async function writeLinkSnapshot(folder: string, links: Iterable<CachedLink>): Promise<void> {
  await writeSnapshotFile(join(folder, fileName), currentFormat, formatLines(links))
}

/**
 * Returns the links, most recently visited first. Returns an empty list if there is no snapshot. If the snapshot is
 * damaged, also logs a warning.
 */
export async function readLinkSnapshot(folder: string, now: Date, log: Log): Promise<CachedLink[]> {
  try {
    const lines = await readSnapshotFile(join(folder, fileName), formats)
    return (lines ?? []).flatMap(parseLine).filter((link) => now.getTime() - link.checkedAt < ageMaxMs)
  } catch (error) {
    log.warn({ err: error }, 'Reading the link snapshot failed; links are loaded when they are visited')
    return []
  }
}

function* formatLines(links: Iterable<CachedLink>): Generator<string> {
  for (const link of links) yield formatLine(link)
}

/**
 * Formats a link as one line. The fields contain only ASCII, without tabs and line breaks, because paths are encoded
 * and the URL parser wrote the destinations.
 */
function formatLine({ address, checkedAt, link }: CachedLink): string {
  const { linkId, projectId, organizationId, revision, destination, rules, ...more } = link
  const fields = [
    formatShortPath(address).slice(1),
    Math.floor(checkedAt),
    linkId,
    projectId,
    organizationId,
    destination,
    revision,
    toAsciiJson(rules),
    toAsciiJson(more),
  ]
  return fields.join('\t')
}

function toAsciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
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
  return link === undefined ? [] : [{ address: slugOfShortPath(`/${path}`), checkedAt: Number(checkedAt), link }]
}

interface SnapshotOptions {
  /** Other edges may use the same folder. The folder need not exist yet. */
  folder: string
  linkCache: Pick<LinkCache, 'recent' | 'restore'>
  clock: Clock
  log: Log
  everyMs?: number
}

/** Maximum number of links in a snapshot: about 20 MB on disk. */
const snapshotLinksMax = 100_000

/**
 * Restores the cache from the machine's last snapshot, then writes a snapshot every `everyMs` and on close. Never
 * rejects.
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
