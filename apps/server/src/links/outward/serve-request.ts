// One request of the queue: claimed by its organization's turn, sent by the worker of its kind, what follows stored.
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

/** The request that follows, after `waitMs` if that is given; undefined at the end. */
type NextRequest = { host: string; state: object; waitMs?: number } | undefined

/** How a turn of a request ended. */
export interface RequestResult {
  /** False when its host was not requested, and so is free at once. */
  isSent: boolean
  next?: NextRequest
  /** Decides instead of `next` what follows: work on what was received, for which no host and no slot is taken. */
  process?: () => Promise<NextRequest>
}

export interface OutwardWorker {
  /** Sends one request at most, to the host of the row, and ends within its time limit. */
  send(request: OutwardRequest): Promise<RequestResult>
  /** Stores that a request found nothing, after errors or killed processes. */
  giveUp(request: OutwardRequest): Promise<void>
}

export type OutwardWorkers = Record<OutwardKind, OutwardWorker>

/**
 * Claims the next request for this process. `missed`: the organization whose turn it was has none that may be sent now.
 * Undefined when no organization has a turn.
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

/** A request has as many attempts as other jobs have. */
const maxFailures = 5
/** After as many killed processes, a request is the probable reason. */
const maxDeaths = 2

export interface ServeOptions {
  deps: Pick<CoreDeps, 'db' | 'log'>
  workers: OutwardWorkers
  /** The time between two requests to a host. */
  hostIntervalMs: number
}

/** The work that remains after a request has ended and its host is free. */
export type RemainingWork = () => Promise<void>

/**
 * Sends a claimed request and stores what follows it, or returns the work that decides that. Both reject only when the
 * database fails: the lease ends then.
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
  // Otherwise an organization whose requests wait for limits could take the host again and again before it looks.
  if (!result.isSent) await wakeTurnsOfHost(db, request.host)
  await wakeTurn(db, request.organization_id)
  const { process } = result
  if (process === undefined) return undefined
  return async () => {
    await storeOutcome(options, request, async () => storeNext(db, request, await process()))
    await wakeTurn(db, request.organization_id)
  }
}

/** Delays a request that ends with an internal error. The delays are those of graphile-worker. */
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
