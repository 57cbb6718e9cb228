import { setTimeout as wait } from 'node:timers/promises'
import type { LinkId } from '@linkshelf/contract'
import type { ProjectContext } from '../src/access/index.ts'
import { type OutwardRequest, selectTurnWaitMs, wakeTurns } from '../src/links/outward/outward-request-table.ts'
import { claimRequest, type OutwardWorker, type OutwardWorkers, serveRequest } from '../src/links/outward/serve-request.ts'
import { checkPage } from '../src/links/page-check/check-page.ts'
import type { CoreDeps, FetchDeps } from '../src/platform/deps.ts'
import { queryAsOwner } from './databases/run-as-owner.ts'
import type { TestDeps } from './open-test-deps.ts'

/**
 * Sends the requests of a page check one after the other, without the queue, until the check ends or has to wait.
 * Returns the hosts of all requests after the first, in order.
 */
export async function runPageCheck(deps: FetchDeps, { organization, project }: ProjectContext, linkId: LinkId): Promise<string[]> {
  const hosts: string[] = []
  const payload = { projectId: project.id, linkId }
  let request = { organization_id: organization.id, payload, host: '', state: {} } as OutwardRequest
  for (;;) {
    const { next } = await checkPage(deps, request)
    if (next === undefined || next.waitMs !== undefined) return hosts
    hosts.push(next.host)
    request = { ...request, ...next }
  }
}

/** Makes all recorded requests to short-URL services older by `ms` milliseconds. */
export function ageShortUrlRequests(deps: TestDeps, ms: number): Promise<unknown> {
  return queryAsOwner(
    deps,
    `update short_url_requests
     set requested_at = array(select at - $1 * interval '1 millisecond' from unnest(requested_at) as at order by at),
       waits_until = waits_until - $1 * interval '1 millisecond'`,
    [ms],
  )
}

/** A worker for request kinds that the test does not expect. It rejects every request. */
export const noWorker: OutwardWorker = {
  send: () => Promise.reject(new Error('Not expected')),
  giveUp: () => Promise.reject(new Error('Not expected')),
}

/** The number of requests that are sent at the same time. */
const concurrency = 16

/** Sends waiting requests until no request becomes due within a second. `db` must use the account of jobs. */
export async function sendWaitingRequests(
  deps: Pick<CoreDeps, 'db' | 'log'>,
  workers: Partial<OutwardWorkers>,
  hostIntervalMs = 0,
): Promise<void> {
  const options = {
    deps,
    workers: { page: noWorker, icon: noWorker, health: noWorker, follow: noWorker, thumbnail: noWorker, ...workers },
    hostIntervalMs,
  }
  const running = new Map<OutwardRequest, Promise<void>>()
  await wakeTurns(deps.db)
  for (;;) {
    // If a request ends while the waiting requests are read, its organization may get another turn that this read does
    // not see. So the loop ends only if no request was running before the read.
    const isIdle = running.size === 0
    const underWay = [...running.keys()].map((request) => request.organization_id)
    const claim = running.size < concurrency ? await claimRequest(deps.db, { underWay, excluded: [] }) : undefined
    if (claim === 'missed') continue
    if (claim !== undefined) {
      running.set(
        claim,
        serveRequest(options, claim)
          .then((remaining) => remaining?.())
          .finally(() => running.delete(claim)),
      )
      continue
    }
    const waitMs = await selectTurnWaitMs(deps.db, [])
    if (isIdle && (waitMs === undefined || waitMs > 1_000)) return
    await Promise.race([...running.values(), wait(Math.min(waitMs ?? 50, 50))])
  }
}
