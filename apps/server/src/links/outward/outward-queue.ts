// Sends requests to other people's servers. One queue has all kinds of requests, and any number of processes serve it.
// The next request belongs to the organization that was served longest ago. Of this organization's requests whose host
// is free, the most urgent is sent. A host gets one request per interval, of any kind. Organizations without a running
// request come first. The last slots are reserved for organizations without a running request whose recent requests
// were all short. Each request has a time limit.
import { type OrganizationId, organizationId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/postgres.ts'
import { openPostgresListener } from '../../platform/postgres/postgres-listener.ts'
import { createRecentUsage } from '../../platform/recent-usage.ts'
import { type OutwardRequest, selectTurnWaitMs, type TurnRules, wakeTurns } from './outward-request-table.ts'
import { claimRequest, type ServeOptions, serveRequest } from './serve-request.ts'

const channel = 'outward_requests'
const dueChecks = 'due-checks'

/**
 * Notifies the queues of all processes that checks of links are due. Unlike enqueueing a job with a key, this locks
 * nothing.
 */
export async function announceDueChecks(db: Db): Promise<void> {
  await sql`select pg_notify(${channel}, ${dueChecks})`.execute(db)
}

/**
 * Maximum number of concurrent requests of one process, each to a different host. It can be high, because a request
 * mostly waits for the network.
 */
const slotCount = 128
/** Number of slots that are reserved for organizations that have no running request and are not busy. */
const reservedSlotCount = 32
/**
 * Maximum number of concurrent requests per organization, even if no other organization is waiting, so that its
 * thousand links leave processor time to others.
 */
const organizationSlotCount = 12
/**
 * Received files wait in memory until they are processed. While they wait, up to `processingCount` files use no slot.
 * Up to `organizationProcessingCount` of them can belong to one organization.
 */
const processingCount = 16
const organizationProcessingCount = 2
/**
 * An organization is busy if its recent requests took longer than this in total. A request that ends by its time limit
 * makes its organization busy for a minute. Ordinary requests take a tenth of this time.
 */
const busyMs = 2_500
/** Time after which an idle queue looks for requests that a killed process did not finish. */
const maxIdleMs = 60_000
const retryMs = 1_000

interface OutwardQueueOptions extends ServeOptions {
  /** Connection URL of the database account of jobs. */
  databaseUrl: string
  /** Adds requests for checks that are due. */
  enqueueDueChecks(): Promise<void>
}

/** Serves the queue until it is closed. `close` waits for running requests and for the processing of received files. */
export function openOutwardQueue(options: OutwardQueueOptions): { close(): Promise<void> } {
  const { db, log } = options.deps
  const running = new Map<OutwardRequest, Promise<void>>()
  const processing = new Map<OutwardRequest, Promise<void>>()
  /** Organizations with new requests, according to notifications. */
  const notified = new Set<OrganizationId>()
  const recent = createRecentUsage<OrganizationId>({ busyMs })
  let mayHaveMissed = false
  let mustEnqueueChecks = false
  let enqueuing: Promise<void> | undefined
  let isAwake = false
  let mustLookAgain = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  async function wakeNotified(): Promise<void> {
    if (!mayHaveMissed && notified.size === 0) return
    const woken = mayHaveMissed ? undefined : [...notified]
    mayHaveMissed = false
    notified.clear()
    await wakeTurns(db, woken)
  }

  /**
   * Adds requests for due checks. Requests that are already in the queue are sent in the meantime, because many checks
   * can be due.
   */
  function enqueueChecks(): void {
    mustEnqueueChecks = true
    enqueuing ??= (async () => {
      while (mustEnqueueChecks && !isClosed) {
        mustEnqueueChecks = false
        await options.enqueueDueChecks()
      }
    })()
      // The error is only logged, because the job that runs every minute adds the missing requests.
      .catch((error: unknown) => log.warn({ err: error }, 'Due checks were not enqueued'))
      .finally(() => {
        enqueuing = undefined
      })
  }

  function createTurnRules(): TurnRules {
    const counts = Map.groupBy(running.keys(), (request) => request.organization_id)
    const underWay = [...counts.keys()]
    if (running.size >= slotCount - reservedSlotCount) return { underWay, excluded: [...underWay, ...recent.busyKeys()] }
    return { underWay, excluded: underWay.filter((owner) => (counts.get(owner)?.length ?? 0) >= organizationSlotCount) }
  }

  function start(request: OutwardRequest): void {
    const end = recent.begin(request.organization_id)
    const reportErrors = (work: Promise<void>) =>
      work.catch((error: unknown) => log.error({ err: error, subject: request.subject }, 'A request to another server was not stored'))
    const serve = async () => {
      const remaining = await serveRequest(options, request).finally(end)
      if (remaining === undefined) return
      if (!canProcess(request)) return remaining()
      processing.set(
        request,
        reportErrors(remaining()).finally(() => processing.delete(request)),
      )
    }
    running.set(
      request,
      reportErrors(serve()).finally(() => {
        running.delete(request)
        wake()
      }),
    )
  }

  function canProcess({ organization_id }: OutwardRequest): boolean {
    const own = [...processing.keys()].filter((request) => request.organization_id === organization_id)
    return processing.size < processingCount && own.length < organizationProcessingCount
  }

  async function fillSlots(): Promise<void> {
    while (!isClosed && running.size < slotCount) {
      // If requests of other organizations have arrived in the meantime, these organizations get their turn before any
      // organization gets a second turn.
      await wakeNotified()
      const claim = await claimRequest(db, createTurnRules())
      if (claim === undefined) return
      if (claim !== 'missed') start(claim)
    }
  }

  async function serve(): Promise<void> {
    try {
      do {
        mustLookAgain = false
        await fillSlots()
      } while (mustLookAgain && !isClosed)
      if (isClosed || running.size === slotCount) return
      const waitMs = await selectTurnWaitMs(db, createTurnRules().excluded)
      timer = setTimeout(wake, Math.min(waitMs ?? maxIdleMs, maxIdleMs))
    } catch (error) {
      log.warn({ err: error }, 'The queue of requests to other servers could not be read')
      mayHaveMissed = true
      timer = setTimeout(wake, retryMs)
    }
  }

  /** Looks for requests to send. If a search is already running, another search follows. */
  function wake(): void {
    if (isClosed) return
    if (isAwake) {
      mustLookAgain = true
      return
    }
    isAwake = true
    clearTimeout(timer)
    void serve().finally(() => {
      isAwake = false
      if (mustLookAgain) wake()
    })
  }

  const listener = openPostgresListener({
    listenerUrl: options.databaseUrl,
    channel,
    log,
    onNotification(payload) {
      if (payload === dueChecks) return enqueueChecks()
      const owner = organizationId.safeParse(payload)
      if (owner.success) notified.add(owner.data)
      wake()
    },
    onListening() {
      mayHaveMissed = true
      wake()
      enqueueChecks()
    },
  })
  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      await listener.close()
      await Promise.all([enqueuing, ...running.values()])
      await Promise.all(processing.values())
    },
  }
}
