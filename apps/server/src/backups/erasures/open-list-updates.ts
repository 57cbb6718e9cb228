import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../platform/process/log.ts'
import { createListUpdates, type ListUpdateOptions } from './update-lists.ts'

/**
 * If the machine is lost, the list can lack the erasures of this time and of one write. If a write takes more than two
 * seconds, the time is longer.
 */
const updateIntervalMs = 10_000

/** How often old rows of the tables are deleted if there is no target. */
const pruneIntervalMs = 3_600_000

/** Limits how long a stop waits for a bucket that does not answer. The next start appends what is missing. */
const lastUpdateMs = 5_000

/**
 * Appends new erasures and addresses to the lists next to the back-ups until it is closed, and once more when it is
 * closed. If an update fails, it logs the error and tries again. Without a target, deletes old rows of the tables.
 */
export function openListUpdates({ log, ...options }: ListUpdateOptions & { log: Log }): { close(): Promise<void> } {
  const { update } = createListUpdates(options)
  const closing = new AbortController()
  let isFailing = false

  async function tryUpdate(isForced: boolean): Promise<void> {
    try {
      if (!(await update({ isForced, waitMs: lastUpdateMs })))
        throw new Error('Another process has been updating the list of erasures for seconds')
      if (isFailing) log.info('The list of erasures is complete again')
      isFailing = false
    } catch (error) {
      // The same error is logged once, because the next update follows after seconds.
      if (!isFailing) log.error({ err: error }, 'The list of erasures next to the back-ups could not be written, and is tried again')
      isFailing = true
    }
  }

  async function updateUntilClosed(): Promise<void> {
    while (!closing.signal.aborted) {
      const startedAt = performance.now()
      await tryUpdate(false)
      // A list with many new entries takes long to write. Waiting longer after a long update bounds the load.
      const waitMs = Math.max(options.target === undefined ? pruneIntervalMs : updateIntervalMs, 5 * (performance.now() - startedAt))
      await sleep(waitMs, undefined, { signal: closing.signal }).catch(() => undefined)
    }
    await tryUpdate(true)
  }

  const running = updateUntilClosed()
  return {
    async close() {
      closing.abort()
      await Promise.race([running, sleep(lastUpdateMs, undefined, { ref: false })])
    },
  }
}
