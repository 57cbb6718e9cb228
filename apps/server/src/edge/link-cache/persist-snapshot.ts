import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/process/log.ts'
import type { LinkCache } from './link-cache.ts'
import { readLinkSnapshot, writeLinkSnapshot } from './link-snapshot.ts'

export interface SnapshotOptions {
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
