import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/process/log.ts'
import type { KnownLinks } from './known-links.ts'
import { readLinkSnapshot, writeLinkSnapshot } from './link-snapshot.ts'

export interface HotLinksOptions {
  /** May be shared with other edges, and need not exist yet. */
  folder: string
  knownLinks: Pick<KnownLinks, 'latest' | 'restore'>
  clock: Clock
  log: Log
  everyMs?: number
}

/** About 20 MB on disk. */
const linksKept = 100_000

/** Reminds this edge of what edges of this machine knew before it, and writes down what it knows: now and then, and when it is closed. Never rejects. */
export async function keepHotLinks(options: HotLinksOptions): Promise<{ close(): Promise<void> }> {
  const { folder, knownLinks, clock, log, everyMs = 300_000 } = options
  knownLinks.restore(await readLinkSnapshot(folder, clock.now(), log))
  let written = Promise.resolve()

  function write(): void {
    written = written
      .then(() => writeLinkSnapshot(folder, knownLinks.latest(linksKept)))
      .catch((error: unknown) => log.warn({ err: error }, 'The known links could not be written down; the next start may not know them'))
  }

  const writing = setInterval(write, everyMs)
  writing.unref()
  return {
    close() {
      clearInterval(writing)
      write()
      return written
    },
  }
}
