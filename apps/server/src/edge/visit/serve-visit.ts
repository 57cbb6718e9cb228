import type { Journal } from '../../clicks/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/process/log.ts'
import { BUSY, type Outcome, withClickId } from '../outcome.ts'
import type { Visit } from '../visit.ts'
import type { ResolveVisit } from './resolve-visit.ts'
import { toClickRecord, toPageViewRecord, type VisitRecordDeps } from './visit-record.ts'

/** Renders the outcome as the response. `at`: now, in milliseconds since 1970. */
export type WriteResponse = (outcome: Outcome, at: number) => void

/**
 * Resolves the visit, records its click or its view of a page, then calls `write`. Never throws: anything unexpected is
 * written as `busy` and logged.
 */
export type ServeVisit = (visit: Visit, write: WriteResponse) => void

export type OutcomeCounts = Record<Outcome['kind'], number>

export interface VisitServing extends VisitRecordDeps {
  resolveVisit: ResolveVisit
  journal: Pick<Journal, 'append'>
  clock: Clock
  log: Log
}

export function createVisitServing(deps: VisitServing): { serveVisit: ServeVisit; counts: Readonly<OutcomeCounts> } {
  const { resolveVisit, journal, clock, log } = deps
  const counts = {
    redirect: 0,
    page: 0,
    store: 0,
    media: 0,
    'link-page': 0,
    gone: 0,
    'not-found': 0,
    'store-not-found': 0,
    'rate-limited': 0,
    busy: 0,
    loop: 0,
    'method-not-allowed': 0,
  }

  function serveVisit(visit: Visit, write: WriteResponse): void {
    try {
      const outcome = resolveVisit(visit)
      if (outcome instanceof Promise) finishLater(visit, outcome, write)
      else finish(visit, outcome, write)
    } catch (error) {
      fail(error, write)
    }
  }

  async function finishLater(visit: Visit, resolving: Promise<Outcome>, write: WriteResponse): Promise<void> {
    try {
      finish(visit, await resolving, write)
    } catch (error) {
      fail(error, write)
    }
  }

  function finish(visit: Visit, outcome: Outcome, write: WriteResponse): void {
    const at = clock.now().getTime()
    if (outcome.kind === 'redirect') {
      const click = toClickRecord(visit, outcome, at, deps)
      const served = outcome.clickIdAt === undefined ? outcome : withClickId(outcome, click.id)
      journal.append(click, () => respond(served, at, write))
    } else if (outcome.kind === 'store' && outcome.view !== undefined)
      journal.append(toPageViewRecord(visit, outcome.view, at, deps), () => respond(outcome, at, write))
    else respond(outcome, at, write)
  }

  /** Called by the journal too, which must not fail because of one response. */
  function respond(outcome: Outcome, at: number, write: WriteResponse): void {
    try {
      write(outcome, at)
      if (outcome.kind === 'redirect')
        counts.redirect += 1 // nearly always
      else counts[outcome.kind] += 1
    } catch (error) {
      fail(error, write)
    }
  }

  function fail(error: unknown, write: WriteResponse): void {
    log.error({ err: error }, 'A visit failed and is answered with 503')
    counts.busy += 1
    try {
      write(BUSY, clock.now().getTime())
    } catch {
      // The connection is closed, or its response has begun: there is no response to send.
    }
  }

  return { serveVisit, counts }
}
