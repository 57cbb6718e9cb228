// Counts requests with API keys. The count is exact over all processes, but needs no write per request. A process
// reserves some requests of an organization in PostgreSQL, accepts that many requests, and then reserves more. It
// returns unused requests. Near the limit, reservations become smaller, down to the number of waiting requests, so that
// no process reserves requests that another process needs. If a process crashes, the organization loses its reserved
// requests.
import type { OrganizationId } from '@linkshelf/contract'
import { type ApiRequestCounter, fail, selectEntitlements } from '../access/index.ts'
import type { CoreDeps } from '../platform/deps.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { type ReservedRequests, recordRequests, reserveRequests, toUtcMonth } from './request-count-table.ts'

export interface RequestQuota {
  /**
   * Counts a request in the current month (UTC). A request over the limit is not allowed and not counted. Throws
   * NOT_FOUND if the organization was deleted.
   */
  count: ApiRequestCounter
  /** Stores all counts and returns unused reserved requests. */
  close(): Promise<void>
}

/** The requests that this process has reserved for one organization in one month. */
interface Reservation {
  organizationId: OrganizationId
  month: string
  remaining: number
  /** Used requests that are not yet stored. */
  used: number
  limit: number
  /** Requests of the month that no process has reserved. */
  unreserved: number
  /** Requests that wait until more requests are reserved. */
  waiting: number
  renewal: Promise<void> | undefined
  /** Until this time no request tries to reserve more, because all requests of the month are used or reserved. */
  exhaustedUntilMs: number
  isIdle: boolean
}

/**
 * Limits how many requests are reserved in advance: at most this many, and at most this share of the unreserved
 * requests.
 */
const reservedMax = 100
const reservedShare = 1 / 20
/**
 * After the limit was reached, no request tries to reserve more for this long. So a larger plan takes effect within
 * this time.
 */
const exhaustedMs = 500

/**
 * Opens the quota. A process stores its counts every `storeEveryMs`. If an organization made no request for that long,
 * its reserved requests are returned.
 */
export function openRequestQuota(
  { db, clock, log, hasPlans }: CoreDeps,
  { storeEveryMs = 2_000 }: { storeEveryMs?: number } = {},
): RequestQuota {
  const reservations = new Map<string, Reservation>()
  let timer: NodeJS.Timeout | undefined

  function getOrCreateReservation(organizationId: OrganizationId, month: string): Reservation {
    const key = toReservationKey({ organizationId, month })
    const existing = reservations.get(key)
    if (existing !== undefined) return existing
    const added = {
      organizationId,
      month,
      remaining: 0,
      used: 0,
      limit: 0,
      unreserved: 0,
      waiting: 0,
      renewal: undefined,
      exhaustedUntilMs: 0,
      isIdle: false,
    }
    reservations.set(key, added)
    timer ??= setTimeout(storeAndSchedule, storeEveryMs).unref()
    return added
  }

  /** Stores the used requests, then reserves enough for the waiting requests and for some future ones. */
  async function renew(reservation: Reservation): Promise<void> {
    const { organizationId, month } = reservation
    await recordReservation(reservation, { returned: 0 }, async (recorded) => {
      const { granted, limit, unreserved } = await withScope(db, { organizationId }, async (tx) => {
        const limit = (await selectEntitlements(tx, organizationId, { hasPlans }))?.apiRequestsPerMonth ?? fail('NOT_FOUND')
        const taken = await recordRequests(tx, organizationId, month, recorded)
        const unreserved = Math.max(0, limit - taken)
        const granted = computeReservationSize(unreserved, reservation.waiting)
        if (granted > 0) await reserveRequests(tx, organizationId, month, granted)
        return { granted, limit, unreserved: unreserved - granted }
      })
      if (granted === 0) reservation.exhaustedUntilMs = performance.now() + exhaustedMs
      Object.assign(reservation, { remaining: reservation.remaining + granted, limit, unreserved })
    })
  }

  /**
   * Subtracts the used and returned requests from the reservation while `work` stores them. If `work` fails, adds them
   * again.
   */
  async function recordReservation(
    reservation: Reservation,
    { returned }: { returned: number },
    work: (recorded: ReservedRequests) => Promise<void>,
  ) {
    const { used } = reservation
    reservation.used -= used
    reservation.remaining -= returned
    try {
      await work({ used, returned })
    } catch (error) {
      reservation.used += used
      reservation.remaining += returned
      throw error
    }
  }

  /**
   * Stores the used requests. If the reservation was not used since the last call, or the process is closing, also
   * returns its remaining requests.
   */
  async function store(reservation: Reservation, isClosing: boolean): Promise<void> {
    const { organizationId, month, remaining, used, waiting } = reservation
    const returned = reservation.isIdle || isClosing ? remaining : 0
    if (used > 0 || returned > 0) {
      await recordReservation(reservation, { returned }, (recorded) =>
        withScope(db, { organizationId }, async (tx) => void (await recordRequests(tx, organizationId, month, recorded))),
      )
    } else if (reservation.isIdle && waiting === 0) reservations.delete(toReservationKey(reservation))
    reservation.isIdle = true
  }

  async function storeAll(isClosing: boolean): Promise<void> {
    for (const reservation of [...reservations.values()]) {
      await store(reservation, isClosing).catch((error: unknown) => {
        log.warn({ err: error, organizationId: reservation.organizationId }, 'API requests could not be stored')
      })
    }
  }

  async function storeAndSchedule(): Promise<void> {
    await storeAll(false)
    timer = reservations.size === 0 ? undefined : setTimeout(storeAndSchedule, storeEveryMs).unref()
  }

  return {
    async count(organizationId) {
      const { month, endsAt: resetsAt } = toUtcMonth(clock.now())
      const reservation = getOrCreateReservation(organizationId, month)
      reservation.waiting += 1
      try {
        while (reservation.remaining === 0) {
          if (performance.now() < reservation.exhaustedUntilMs)
            return { isAllowed: false, limit: reservation.limit, remaining: 0, resetsAt }
          reservation.renewal ??= renew(reservation).finally(() => {
            reservation.renewal = undefined
          })
          await reservation.renewal
        }
      } finally {
        reservation.waiting -= 1
      }
      reservation.remaining -= 1
      reservation.used += 1
      reservation.isIdle = false
      return { isAllowed: true, limit: reservation.limit, remaining: reservation.remaining + reservation.unreserved, resetsAt }
    },
    async close() {
      clearTimeout(timer)
      await storeAll(true)
    },
  }
}

function toReservationKey({ organizationId, month }: Pick<Reservation, 'organizationId' | 'month'>): string {
  return `${organizationId} ${month}`
}

/**
 * Returns how many requests to reserve: as many as wait, or more if many requests of the month are unreserved, but
 * never more than are unreserved.
 */
function computeReservationSize(unreserved: number, waiting: number): number {
  const ahead = Math.min(reservedMax, Math.floor(unreserved * reservedShare))
  return Math.min(unreserved, Math.max(waiting, ahead))
}
