// Counts requests with API keys, exactly and for all processes together, without a write for each. A process reserves
// some requests of an organization in PostgreSQL, lets that many pass, and then reserves more. It returns unused ones.
// Reservations become smaller near the limit, down to the requests that wait, so that no process holds requests that
// another one needs. At a crash the organization loses its reserved requests.
import type { OrganizationId } from '@linkshelf/contract'
import { type ApiRequestCounter, fail, selectEntitlements } from '../access/index.ts'
import type { CoreDeps } from '../platform/deps.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { type ReservedRequests, recordRequests, reserveRequests, toUtcMonth } from './request-count-table.ts'

export interface RequestQuota {
  /**
   * Counts a request of the current month (UTC). A request beyond the limit is not allowed, and not counted. Throws
   * NOT_FOUND for a deleted organization.
   */
  count: ApiRequestCounter
  /** Stores every count and returns what is reserved. */
  close(): Promise<void>
}

/** The requests that this process has reserved for one organization in one month. */
interface Reservation {
  organizationId: OrganizationId
  month: string
  remaining: number
  /** Used, but not stored yet. */
  used: number
  limit: number
  /** Requests of the month that no process has reserved. */
  unreserved: number
  /** Requests that wait for the renewal. */
  waiting: number
  renewal: Promise<void> | undefined
  /** Until this time no request tries to reserve, because all requests of the month are reserved. */
  exhaustedUntilMs: number
  isIdle: boolean
}

/** The most requests to reserve ahead, and the largest share of the unreserved ones. */
const reservedMax = 100
const reservedShare = 1 / 20
/** A larger plan takes effect within this time after the limit was reached. */
const exhaustedMs = 500

/**
 * Opens the quota. `storeEveryMs` is how old a stored count may be; requests that were not used in
 * that time are released.
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

  /** Settles what was used, then reserves for those that wait and for some that will come. */
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

  /** Takes what was used out of the reservation while `work` stores it, and puts it back when that fails. */
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

  /** Stores the used requests, and returns the rest of the reservation if it was idle since the last time. */
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

/** Returns how many to reserve: enough for the waiting requests, and some more while many are unreserved. */
function computeReservationSize(unreserved: number, waiting: number): number {
  const ahead = Math.min(reservedMax, Math.floor(unreserved * reservedShare))
  return Math.min(unreserved, Math.max(waiting, ahead))
}
