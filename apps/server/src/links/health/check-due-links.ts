// Checks the destinations of links. If a link is due, it gets a row in the queue of outward requests, which sends the
// link's requests one after the other. The requests for robots.txt, HEAD, GET and each redirect wait until the
// requested host is free.
import { removeAffiliation } from '@linkshelf/retailers'
import type { CoreDeps, FetchDeps } from '../../platform/deps.ts'
import { acceptCheck, deleteIdleHosts, pauseChecks, selectHostRules, toRequestHost, updateRobots } from '../outward/checked-host-table.ts'
import { insertRequests, type NewOutwardRequest, type OutwardRequest, priorities } from '../outward/outward-request-table.ts'
import type { OutwardWorker, RequestResult } from '../outward/serve-request.ts'
import {
  clearRequests,
  type DueCheck,
  leaseDueChecks,
  type NextCheckRequest,
  type PreparedLink,
  selectNextCheck,
  selectUnpreparedLinks,
  updateNextRequest,
  updatePreparedLinks,
} from './link-check-table.ts'
import { findReasonNotToRequest, needsBody, type RequestOutcome, requestDestination } from './request-destination.ts'
import { checkLinksTask } from './request-link-check.ts'
import { fetchRobots, isAllowedByRobots } from './robots.ts'
import { storeCheckResult } from './store-check-result.ts'

export interface LinkCheckSettings {
  /**
   * User-Agent header of checks, for example `LampBot/1.0`. The part before the slash is the name by which robots.txt
   * files address these checks.
   */
  userAgent: string
}

interface RobotsFetched {
  kind: 'robots-fetched'
}

type CheckOutcome = (RequestOutcome | RobotsFetched) & { isSent: boolean }

const batchSize = 1_000
const dayMs = 24 * 3_600_000
/** If a link is still due this long after its check was enqueued, the check is enqueued again. */
const leaseMs = dayMs
const idleHostMs = 2 * dayMs

/**
 * The job that adds requests for links that are due. It runs every minute, and when an owner requests a check. Any
 * number of processes can run it at once. If `settings` is undefined, links are not checked. `db` uses the database
 * account of jobs.
 */
export async function enqueueDueChecks(deps: FetchDeps, settings: LinkCheckSettings | undefined): Promise<void> {
  if (settings === undefined) return clearRequests(deps.db)
  const now = deps.clock.now()
  await prepareLinks(deps)
  for (let count = batchSize; count === batchSize; ) {
    count = await deps.db.transaction().execute(async (tx) => {
      const due = await leaseDueChecks(tx, now, new Date(now.getTime() + leaseMs), batchSize)
      await insertRequests(tx, due.map(toRequest))
      return due.length
    })
  }
}

/** The daily job that deletes hosts that were not requested for two days. */
export async function forgetIdleHosts({ db, clock }: CoreDeps): Promise<void> {
  await deleteIdleHosts(db, new Date(clock.now().getTime() - idleHostMs))
}

function toRequest({ organization_id, link_id, is_requested, host }: DueCheck): NewOutwardRequest {
  const priority = is_requested ? priorities.requestedHealth : priorities.health
  return { organization_id, kind: 'health', subject: link_id, link_id, priority, host, payload: {} }
}

async function prepareLinks({ db, origins }: FetchDeps): Promise<void> {
  for (;;) {
    const links = await selectUnpreparedLinks(db, batchSize)
    if (links.length === 0) return
    const prepared = links.map(({ link_id, target }): PreparedLink => {
      const page_url = removeAffiliation(target)
      return { link_id, target, page_url, host: toRequestHost(page_url), reason: findReasonNotToRequest(page_url, origins) ?? null }
    })
    await updatePreparedLinks(db, prepared)
  }
}

export function createHealthWorker(deps: FetchDeps, settings: LinkCheckSettings | undefined): OutwardWorker {
  const [agent = checkLinksTask] = settings?.userAgent.split('/') ?? []
  return {
    send: (request) => (settings === undefined ? Promise.resolve({ isSent: false }) : checkLink({ ...deps, agent }, request)),
    async giveUp({ link_id }) {
      const link = link_id === null ? undefined : await selectNextCheck(deps.db, link_id)
      if (link !== undefined) await storeCheckResult(deps, link, { kind: 'temporary', reason: 'unreachable' })
    },
  }
}

type CheckDeps = FetchDeps & { agent: string }

/** Sends one request, either for the robots.txt of the host or for a page. */
async function checkLink(deps: CheckDeps, { link_id, host }: OutwardRequest): Promise<RequestResult> {
  const link = link_id === null ? undefined : await selectNextCheck(deps.db, link_id)
  if (link === undefined) return { isSent: false }
  if (link.host !== host) return { isSent: false, next: { host: link.host, state: {} } }
  const outcome = await requestLink(deps, link)
  const { isSent } = outcome
  if (outcome.kind !== 'checked') {
    await acceptCheck(deps.db, host)
    return { isSent, next: { host: await storeNextRequest(deps, link, outcome), state: {} } }
  }
  await storeCheckResult(deps, link, outcome.result)
  if (outcome.pause !== undefined) await pauseChecks(deps.db, host, outcome.pause.ms)
  else if (isSent) await acceptCheck(deps.db, host)
  return { isSent }
}

async function requestLink(deps: CheckDeps, link: NextCheckRequest & { host: string }): Promise<CheckOutcome> {
  const { robots, hasRobots } = await selectHostRules(deps.db, link.host, deps.clock.now())
  if (!hasRobots) {
    await updateRobots(deps.db, link.host, await fetchRobots(deps.fetchPage, link.request_url, deps.agent, deps.clock.now()))
    return { kind: 'robots-fetched', isSent: true }
  }
  if (robots === null) return { kind: 'checked', result: { kind: 'temporary', reason: 'unreachable' }, isSent: false }
  if (!isAllowedByRobots(robots, link.request_url, deps.agent)) {
    return { kind: 'checked', result: { kind: 'unchecked', reason: 'robots' }, isSent: false }
  }
  const withBody = link.needs_body || needsBody(link.request_url)
  return { ...(await requestDestination(deps, { url: link.request_url, hopCount: link.hop_count, withBody })), isSent: true }
}

/** Stores the next request of the check, and returns its host. The request waits until this host is free. */
async function storeNextRequest(
  { db }: CheckDeps,
  link: NextCheckRequest,
  outcome: Exclude<CheckOutcome, { kind: 'checked' }>,
): Promise<string> {
  const url = outcome.kind === 'redirect' ? outcome.url : link.request_url
  const next = {
    request_url: url,
    host: toRequestHost(url),
    hop_count: link.hop_count + (outcome.kind === 'redirect' ? 1 : 0),
    needs_body: outcome.kind === 'needs-body' || (outcome.kind === 'robots-fetched' && link.needs_body),
  }
  await updateNextRequest(db, link, next)
  return next.host
}
