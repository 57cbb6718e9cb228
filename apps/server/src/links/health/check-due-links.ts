// Checks the destinations of links that are due. Any number of processes may do so at once: the database gives each
// host to one of them at a time, and each link to one request. A killed process loses nothing: the link is due
// again when its lease ends.
import { setTimeout as wait } from 'node:timers/promises'
import { removeAffiliation } from '@linkshelf/retailers'
import type { FetchDeps } from '../../platform/deps.ts'
import {
  deleteIdleHosts,
  markDueHosts,
  pauseHost,
  releaseHost,
  releaseIdleHost,
  selectWaitMs,
  type TakenHost,
  takeHost,
  updateRobots,
} from './checked-host-table.ts'
import {
  clearRequests,
  type DueLink,
  hostOf,
  leaseDueLink,
  type PreparedLink,
  selectUnpreparedLinks,
  updateNextRequest,
  updatePreparedLinks,
} from './link-check-table.ts'
import { findReasonNotToRequest, needsBody, type Outcome, requestDestination } from './request-destination.ts'
import { checkLinksTask } from './request-link-check.ts'
import { fetchRobots, isAllowedByRobots } from './robots.ts'
import { storeCheckResult } from './store-check-result.ts'

export interface LinkCheckSettings {
  /** Its name, before the slash, is what robots.txt files call us. */
  userAgent: string
  /** The time between two requests to a host. */
  hostIntervalMs: number
}

interface RobotsFetched {
  kind: 'robots-fetched'
}

interface Run extends FetchDeps {
  agent: string
  hostIntervalMs: number
  requestsUnderWay: number
  /** `performance.now()` after which no request is started. */
  until: number
}

/** A job is shorter than the minute between two. */
const runMs = 50_000
/** Requests of one run at the same time, each to another host. */
const concurrency = 16
/** Longer than any request. */
const leaseMs = 10 * 60_000
const prepareBatch = 1_000
const idleHostMs = 2 * 24 * 3_600_000
/** How long a run without a free host waits before it looks for links that became due. */
const maxWaitMs = 1_000
const idlePollMs = 250

/**
 * The job of every minute, and of each owner who asks for a check. Ends when nothing is due, or after 50 seconds.
 * Without settings, checks are off. `db` is signed in to as the account of jobs.
 */
export async function checkDueLinks(deps: FetchDeps, settings: LinkCheckSettings | undefined): Promise<void> {
  if (settings === undefined) return clearRequests(deps.db)
  const [agent = checkLinksTask] = settings.userAgent.split('/')
  const run: Run = { ...deps, agent, hostIntervalMs: settings.hostIntervalMs, requestsUnderWay: 0, until: performance.now() + runMs }
  await deleteIdleHosts(deps.db, new Date(deps.clock.now().getTime() - idleHostMs))
  for (;;) {
    await prepareLinks(deps)
    await markDueHosts(deps.db, deps.clock.now())
    const waitMs = await selectWaitMs(deps.db)
    if (waitMs === undefined || performance.now() + waitMs >= run.until) return
    if (waitMs > 0) await wait(Math.min(waitMs, maxWaitMs))
    await checkAtOnce(run)
  }
}

/** Rejects with the first error, and only when every loop has ended: none takes a host from the next run. */
async function checkAtOnce(run: Run): Promise<void> {
  const loops = await Promise.allSettled(Array.from({ length: concurrency }, () => checkUntilNothingIsDue(run)))
  const failed = loops.find((loop) => loop.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

async function prepareLinks({ db, origins }: FetchDeps): Promise<void> {
  for (;;) {
    const links = await selectUnpreparedLinks(db, prepareBatch)
    if (links.length === 0) return
    const prepared = links.map(({ link_id, target }): PreparedLink => {
      const page_url = removeAffiliation(target)
      return { link_id, target, page_url, host: hostOf(page_url), reason: findReasonNotToRequest(page_url, origins) ?? null }
    })
    await updatePreparedLinks(db, prepared)
  }
}

async function checkUntilNothingIsDue(run: Run): Promise<void> {
  while (performance.now() < run.until) {
    const taken = await takeHost(run.db, run.clock.now())
    if (taken === undefined) {
      if (run.requestsUnderWay === 0) return
      // Another host may be free before a slow one has answered.
      await wait(idlePollMs)
      continue
    }
    run.requestsUnderWay += 1
    await checkHost(run, taken).finally(() => {
      run.requestsUnderWay -= 1
    })
  }
}

/** Sends one request, either for the rules of the host or for a page. */
async function checkHost(run: Run, { host, robots, hasRobots }: TakenHost): Promise<void> {
  const now = run.clock.now()
  const link = await leaseDueLink(run.db, host, now, new Date(now.getTime() + leaseMs))
  if (link === undefined) return releaseIdleHost(run.db, host)
  const outcome = await requestLink(run, link, { host, robots, hasRobots })
  await (outcome.kind === 'checked' ? storeCheckResult(run, link, outcome.result) : continueCheck(run, link, outcome))
  if (outcome.kind === 'checked' && outcome.pause) return pauseHost(run.db, host, outcome.pause.ms)
  return releaseHost(run.db, host, run.hostIntervalMs)
}

async function requestLink(run: Run, link: DueLink, { host, robots, hasRobots }: TakenHost): Promise<Outcome | RobotsFetched> {
  if (!hasRobots) {
    await updateRobots(run.db, host, await fetchRobots(run.fetchPage, link.request_url, run.agent, run.clock.now()))
    return { kind: 'robots-fetched' }
  }
  if (robots === null) return { kind: 'checked', result: { kind: 'temporary', reason: 'unreachable' } }
  if (!isAllowedByRobots(robots, link.request_url, run.agent)) return { kind: 'checked', result: { kind: 'unchecked', reason: 'robots' } }
  const withBody = link.needs_body || needsBody(link.request_url)
  return requestDestination(run, { url: link.request_url, hopCount: link.hop_count, withBody })
}

/** Makes the link's next request due, which waits for its host as every request does. */
async function continueCheck(
  { db, clock }: Run,
  link: DueLink,
  outcome: Exclude<Outcome, { kind: 'checked' }> | RobotsFetched,
): Promise<void> {
  const url = outcome.kind === 'redirect' ? outcome.url : link.request_url
  const next = {
    request_url: url,
    host: hostOf(url),
    hop_count: link.hop_count + (outcome.kind === 'redirect' ? 1 : 0),
    needs_body: outcome.kind === 'needs-body' || (outcome.kind === 'robots-fetched' && link.needs_body),
  }
  await updateNextRequest(db, link, next, clock.now())
}
