import { setTimeout as sleep } from 'node:timers/promises'
import { withConnection } from '../apps/server/src/platform/postgres/with-connection.ts'
import { isAlive } from '../harness/run-linkshelf.ts'
import { readStoreAddresses } from '../harness/run-part.ts'
import type { Harness } from './harness.ts'
import { type Limit, listWithChildren, lowerLimit, raiseLimit } from './limit-processes.ts'
import { queryClickHouse } from './stored-marks.ts'

export const limitedParts = ['edge', 'api', 'ship', 'engine', 'postgres'] as const
export type LimitedPart = (typeof limitedParts)[number]

/**
 * Each request makes its part open a connection, or allocate some hundred megabytes. Edges and ship need no request,
 * because they work under load anyway.
 */
const requests: Partial<Record<LimitedPart, (harness: Harness, limit: Limit) => Promise<unknown>>> = {
  api: ({ callApi }) => callApi(),
  engine({ instance }, limit) {
    const query = limit === 'as' ? 'SELECT length(groupArray(number)) FROM numbers(40000000)' : 'SELECT 1'
    return queryClickHouse(instance.dataFolder, query, {})
  },
  async postgres({ instance }, limit) {
    const { databaseUrl } = await readStoreAddresses(instance)
    const query = limit === 'as' ? "select length(repeat('x', 200000000))" : 'select 1'
    await withConnection(databaseUrl, (client) => client.query(query))
  },
}

const parallelRequests: Readonly<Record<Limit, number>> = { nofile: 20, as: 2 }
/** The time in milliseconds after which further requests are sent, because a process without files does not respond. */
const requestsMs = 1_000

/**
 * Lowers a limit of a part for `forMs` milliseconds, or until its process ends. In this time, sends requests that the
 * process can't serve. Returns what the process did.
 */
export async function exhaustResource(
  harness: Harness,
  part: LimitedPart,
  limit: Limit,
  forMs: number,
): Promise<'ended' | 'rejected requests' | 'continued'> {
  const main = await harness.nextProcess(part)
  let hasRejected = false
  const requestOnce = () =>
    requests[part]?.(harness, limit).catch(() => {
      hasRejected = true
    })
  for (const pid of listWithChildren(main)) lowerLimit(pid, limit)
  try {
    for (const until = performance.now() + forMs; performance.now() < until && isAlive(main); await sleep(50))
      await Promise.race([Promise.all(Array.from({ length: parallelRequests[limit] }, requestOnce)), sleep(requestsMs)])
  } finally {
    // Processes that were started in this time have inherited the limit.
    for (const pid of listWithChildren(main)) raiseLimit(pid, limit)
  }
  if (!isAlive(main)) return 'ended'
  harness.allowAgain(main)
  return hasRejected ? 'rejected requests' : 'continued'
}
