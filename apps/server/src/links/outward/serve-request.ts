// Handles one request of the queue. The request is claimed in the turn of its organization, and the worker of its kind
// sends it. If another request must follow, it is stored.
import type { CoreDeps } from '../../platform/deps.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import { leaseHost, releaseHost } from './checked-host-table.ts'
import {
  delayRequest,
  delayTurn,
  deleteRequest,
  endMissedTurn,
  endServedTurn,
  extendLease,
  lockNextTurn,
  type OutwardKind,
  type OutwardRequest,
  selectSendableRequest,
  startRequest,
  type TurnRules,
  updateOutwardRequest,
  wakeTurn,
  wakeTurnsOfHost,
} from './outward-request-table.ts'

/** The request that follows, delayed by `waitMs` if it is given. Undefined if no request follows. */
type NextRequest = { host: string; state: object; waitMs?: number } | undefined

/** Result of sending one request. */
export interface RequestResult {
  /** False if the host was not requested. The host is then free immediately. */
  isSent: boolean
  next?: NextRequest
  /** Processes the received file after the host was released. The returned request replaces `next`. */
  process?: () => Promise<NextRequest>
}

export interface OutwardWorker {
  /** Sends at most one request, to the host of the row, and ends within its time limit. */
  send(request: OutwardRequest): Promise<RequestResult>
  /** Stores that a request found nothing. Called after repeated errors or killed processes. */
  giveUp(request: OutwardRequest): Promise<void>
}

export type OutwardWorkers = Record<OutwardKind, OutwardWorker>

/**
 * Claims the next request for this process. Returns `missed` if no request can be sent now for the organization that
 * has the turn. Undefined if no organization has a turn.
 */
export function claimRequest(db: Db, rules: TurnRules): Promise<OutwardRequest | 'missed' | undefined> {
  return db.transaction().execute(async (tx) => {
    const turn = await lockNextTurn(tx, rules)
    if (turn === undefined) return undefined
    const found = await selectSendableRequest(tx, turn)
    if (found === undefined) {
      await endMissedTurn(tx, turn)
      return 'missed'
    }
    if (!(await leaseHost(tx, found.host))) return 'missed'
    const request = await startRequest(tx, found)
    if (request === undefined) {
      await releaseHost(tx, found.host, 0)
      await delayTurn(tx, turn)
      return 'missed'
    }
    await endServedTurn(tx, turn)
    return request
  })
}

/** Maximum number of attempts that end with an internal error. Background jobs have the same limit. */
const maxFailures = 5
/** If this many processes were killed while they sent a request, the request is the probable reason. */
const maxDeaths = 2

export interface ServeOptions {
  deps: Pick<CoreDeps, 'db' | 'log'>
  workers: OutwardWorkers
  /** Time between two requests to the same host. */
  hostIntervalMs: number
}

/** The work that remains after a request has ended and its host is free. */
export type RemainingWork = () => Promise<void>

/**
 * Sends a claimed request and stores the next request. If the received file must be processed first, returns the
 * remaining work, which stores the next request. `serveRequest` and the remaining work reject only if the database
 * fails. The request can then be claimed again at the end of its lease.
 */
export async function serveRequest(options: ServeOptions, request: OutwardRequest): Promise<RemainingWork | undefined> {
  const { db } = options.deps
  const worker = options.workers[request.kind]
  let result: RequestResult = { isSent: true }
  await storeOutcome(options, request, async () => {
    const isHopeless = request.started_count > maxDeaths || request.failure_count >= maxFailures
    if (isHopeless) await worker.giveUp(request)
    result = isHopeless ? { isSent: false } : await worker.send(request)
    if (result.process === undefined) return storeNext(db, request, result.next)
    await extendLease(db, request)
  })
  await releaseHost(db, request.host, result.isSent ? options.hostIntervalMs : 0)
  // A host that was not requested is free immediately, so organizations that wait for it get a turn now. Without these
  // turns, an organization whose requests wait for rate limits could lease the host again and again before the waiting
  // organizations look.
  if (!result.isSent) await wakeTurnsOfHost(db, request.host)
  await wakeTurn(db, request.organization_id)
  const { process } = result
  if (process === undefined) return undefined
  return async () => {
    await storeOutcome(options, request, async () => storeNext(db, request, await process()))
    await wakeTurn(db, request.organization_id)
  }
}

/** Runs `work`. If it throws an internal error, delays the request. The delays are those of graphile-worker. */
async function storeOutcome({ deps: { db, log } }: ServeOptions, request: OutwardRequest, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.error({ err: error, kind: request.kind, subject: request.subject }, 'A request to another server failed')
    await delayRequest(db, request, Math.exp(Math.min(10, request.failure_count + 1)) * 1_000)
  }
}

function storeNext(db: Db, request: OutwardRequest, next: NextRequest): Promise<void> {
  return next === undefined ? deleteRequest(db, request) : updateOutwardRequest(db, request, next)
}
