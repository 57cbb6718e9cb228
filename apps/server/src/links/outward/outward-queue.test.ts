import type { LinkId, OrganizationId } from '@linkshelf/contract'
import { type KyselyPlugin, sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { aLink, anOrganization, aProject } from '../../../test/builders/builders.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { noWorker } from '../../../test/outward-requests.ts'
import { type Db, openPostgres } from '../../platform/postgres/postgres.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { silentLog } from '../../platform/process/log.ts'
import { leaseHost, pauseChecks } from './checked-host-table.ts'
import { openOutwardQueue } from './outward-queue.ts'
import { insertRequests, type NewOutwardRequest, type OutwardRequest, priorities, wakeTurns } from './outward-request-table.ts'
import { claimRequest, type OutwardWorkers, serveRequest } from './serve-request.ts'

const anyTurn = { underWay: [], excluded: [] }

function openJobsDb(deps: TestDeps): Db & AsyncDisposable {
  const db = openPostgres(deps.accounts.jobs)
  return Object.assign(db, { [Symbol.asyncDispose]: () => db.destroy() })
}

async function anOwner(deps: TestDeps): Promise<OrganizationId> {
  return (await anOrganization(deps)).ctx.organization.id
}

const createIconRequest = (organization_id: OrganizationId, host: string, more: Partial<NewOutwardRequest> = {}): NewOutwardRequest => ({
  organization_id,
  kind: 'icon',
  subject: host,
  link_id: null,
  priority: priorities.icon,
  host,
  payload: {},
  ...more,
})

const createIconRequests = (owner: OrganizationId, name: string, count: number) =>
  Array.from({ length: count }, (_, nth) => createIconRequest(owner, `${name}-${nth}.example`))

/** Creates organizations without members, which takes less time than creating accounts. */
async function createOwners(deps: TestDeps, count: number): Promise<OrganizationId[]> {
  const text = "insert into organizations (id, name) select gen_random_uuid(), 'Owner' from generate_series(1, $1::integer) returning id"
  return (await queryAsOwner<{ id: OrganizationId }>(deps, text, [count])).map(({ id }) => id)
}

const healthRequest = { kind: 'health', priority: priorities.health } as const

/** Inserts checks of hosts that rejected a check before. The names of these hosts sort before other hosts. */
async function insertPaused(db: Db, owner: OrganizationId, count: number, name = 'a'): Promise<void> {
  const paused = Array.from({ length: count }, (_, nth) => createIconRequest(owner, `${name}-${1_000 + nth}.example`, healthRequest))
  await insertRequests(db, paused)
  for (const { host } of paused) {
    await sql`insert into checked_hosts (host) values (${host})`.execute(db)
    await pauseChecks(db, host, undefined)
  }
}

async function insertAndWake(db: Db, requests: NewOutwardRequest[]): Promise<void> {
  await insertRequests(db, requests)
  await wakeTurns(db)
}

/** Claims the next request whose host is free, like one slot. */
async function claimNext(db: Db, rules: Parameters<typeof claimRequest>[1] = anyTurn): Promise<OutwardRequest | undefined> {
  for (;;) {
    const claim = await claimRequest(db, rules)
    if (claim !== 'missed') return claim
  }
}

/** Creates a worker of every kind that records the requests that it sends. */
function createRecordingWorkers(sent: OutwardRequest[], send = async (_request: OutwardRequest) => undefined as unknown): OutwardWorkers {
  const worker = {
    ...noWorker,
    send: async (request: OutwardRequest) => {
      sent.push(request)
      await send(request)
      return { isSent: true }
    },
  }
  return { page: worker, follow: worker, icon: worker, health: worker, thumbnail: worker }
}

interface QueueOptions {
  workers: OutwardWorkers
  hostIntervalMs?: number
  plugin?: KyselyPlugin
}

/** Opens the queue of a jobs process. */
function openQueue(deps: TestDeps, { workers, hostIntervalMs = 0, plugin }: QueueOptions) {
  const db = openPostgres(deps.accounts.jobs)
  const queue = openOutwardQueue({
    deps: { db: plugin ? db.withPlugin(plugin) : db, log: silentLog },
    databaseUrl: deps.accounts.jobs,
    hostIntervalMs,
    workers,
    enqueueDueChecks: async () => undefined,
  })
  return {
    [Symbol.asyncDispose]: async () => {
      await queue.close()
      await db.destroy()
    },
  }
}

it('gives the next slot to the organization that was served longest ago, and puts organizations with a running request last', async () => {
  await using deps = await openTestDeps()
  await using db = openJobsDb(deps)
  const [busy, late] = [await anOwner(deps), await anOwner(deps)]
  await insertAndWake(db, createIconRequests(busy, 'busy', 100))
  const running = [await claimNext(db), await claimNext(db)]
  expect(running.map((request) => request?.organization_id)).toEqual([busy, busy])

  await insertAndWake(db, createIconRequests(late, 'late', 3))
  const owners = []
  for (let nth = 0; nth < 4; nth += 1) owners.push((await claimNext(db))?.organization_id)
  expect(owners).toEqual([late, busy, late, busy])
  expect((await claimNext(db, { underWay: [busy], excluded: [] }))?.organization_id).toBe(late)
  expect((await claimNext(db, { underWay: [busy], excluded: [] }))?.organization_id).toBe(busy)
  expect(await claimNext(db, { underWay: [busy], excluded: [busy] })).toBeUndefined()
})

it('sends requests that an owner waits for first, and skips hosts that are not free', async () => {
  await using deps = await openTestDeps()
  await using db = openJobsDb(deps)
  const owner = await anOwner(deps)
  await insertPaused(db, owner, 450)
  await insertAndWake(db, [
    createIconRequest(owner, 'free.example', healthRequest),
    createIconRequest(owner, 'waited-for.example', { kind: 'page', priority: priorities.page }),
  ])

  expect((await claimNext(db))?.host).toBe('waited-for.example')
  expect((await claimNext(db))?.host).toBe('free.example')
  expect(await claimNext(db)).toBeUndefined()
})

it('sends one request per host and interval for all kinds and organizations, and each request once, from two processes', async () => {
  await using deps = await openTestDeps()
  await using db = openJobsDb(deps)
  const owners = [await anOwner(deps), await anOwner(deps), await anOwner(deps)]
  const hostIntervalMs = 100
  const [sent, times]: [OutwardRequest[], number[]] = [[], []]
  const workers = createRecordingWorkers(sent, async ({ host }) => host === 'shop.example' && times.push(performance.now()))
  await using _first = openQueue(deps, { workers, hostIntervalMs })
  await using _second = openQueue(deps, { workers, hostIntervalMs })
  const kinds = [
    { kind: 'page', priority: priorities.page },
    { kind: 'icon', priority: priorities.requestedIcon },
    { kind: 'health', priority: priorities.requestedHealth },
  ] as const
  const shop = owners.flatMap((owner) => kinds.map((kind) => createIconRequest(owner, 'shop.example', kind)))
  await insertRequests(db, [...shop, ...owners.flatMap((owner) => createIconRequests(owner, 'other', 30))])

  await expect.poll(() => db.selectFrom('outward_requests').select('subject').execute()).toEqual([])
  const keys = sent.map(({ organization_id, kind, subject }) => `${organization_id} ${kind} ${subject}`)
  expect([keys.length, new Set(keys).size]).toEqual([99, 99])
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
  // Two clocks measure the interval: the clock of the database, and the clock of this process. So a gap can be slightly
  // shorter.
  expect(Math.min(...gaps)).toBeGreaterThan(hostIntervalMs - 5)
})

it('leaves slots to other organizations if one has a thousand unanswered requests', async () => {
  await using deps = await openTestDeps()
  await using db = openJobsDb(deps)
  const [silent, other] = [await anOwner(deps), await anOwner(deps)]
  const sent: OutwardRequest[] = []
  const answer = Promise.withResolvers<unknown>()
  const workers = createRecordingWorkers(sent, ({ organization_id }) => (organization_id === silent ? answer.promise : Promise.resolve()))
  await using _queue = openQueue(deps, { workers })
  await insertRequests(db, createIconRequests(silent, 'silent', 1_000))
  await expect.poll(() => sent).toHaveLength(12)

  await insertRequests(db, createIconRequests(other, 'other', 20))
  await expect.poll(() => sent).toHaveLength(32)
  expect(sent.filter(({ organization_id }) => organization_id === silent)).toHaveLength(12)
  await db.deleteFrom('outward_requests').execute()
  answer.resolve(undefined)
})

it('gives each organization a slot before any gets a second one, if requests of several organizations arrive at once', async () => {
  await using deps = await openTestDeps()
  await using db = openJobsDb(deps)
  const owners = await Promise.all(Array.from({ length: 8 }, () => anOwner(deps)))
  const sent: OutwardRequest[] = []
  const answer = Promise.withResolvers<unknown>()
  await using _queue = openQueue(deps, { workers: createRecordingWorkers(sent, () => answer.promise) })
  await insertRequests(db, createIconRequests(owners[0] as OrganizationId, 'first', 1))
  await expect.poll(() => sent).toHaveLength(1)

  await insertRequests(
    db,
    owners.flatMap((owner, nth) => createIconRequests(owner, `owner-${nth}`, 20)),
  )
  await expect.poll(() => sent).toHaveLength(8 * 12)
  const listOwners = (requests: OutwardRequest[]) => requests.map(({ organization_id }) => organization_id)
  // The first twelve requests are compared, not the first nine, because a claim can begin between the first two
  // notifications.
  expect(new Set(listOwners(sent.slice(0, 12)))).toEqual(new Set(owners))
  for (const owner of owners) expect(listOwners(sent).filter((each) => each === owner)).toHaveLength(12)
  await db.deleteFrom('outward_requests').execute()
  answer.resolve(undefined)
})

it('sends the request of a new organization while a hundred others wait for silent hosts, and keeps its slots free', async () => {
  await using deps = await openTestDeps()
  await using db = openJobsDb(deps)
  const [silent, newcomers] = [await createOwners(deps, 100), await createOwners(deps, 32)]
  const [sent, ends]: [OutwardRequest[], (() => void)[]] = [[], []]
  const workers = createRecordingWorkers(sent, () => new Promise<void>((end) => ends.push(end)))
  vi.useFakeTimers({ toFake: ['performance'] })
  await using _queue = openQueue(deps, { workers })
  await insertRequests(
    db,
    silent.flatMap((owner) => createIconRequests(owner, owner, 5)),
  )
  await expect.poll(() => new Set(sent.map(({ organization_id }) => organization_id))).toEqual(new Set(silent))
  const [first, ...others] = newcomers as [OrganizationId, ...OrganizationId[]]
  await insertRequests(db, createIconRequests(first, 'first', 1))
  await expect.poll(() => sent).toHaveLength(101)
  expect(sent.at(-1)?.organization_id).toBe(first)

  vi.advanceTimersByTime(5_000)
  for (const end of ends.splice(0)) end()
  await expect.poll(() => sent).toHaveLength(101 + 96)
  await insertRequests(
    db,
    others.map((owner) => createIconRequest(owner, `${owner}.example`)),
  )
  await expect.poll(() => sent).toHaveLength(101 + 96 + 31)
  expect(new Set(sent.slice(-31).map(({ organization_id }) => organization_id))).toEqual(new Set(others))

  await db.deleteFrom('outward_requests').execute()
  for (const end of ends) end()
  vi.useRealTimers()
})

it('serves other organizations while one searches for a free host among hundreds', async () => {
  await using deps = await openTestDeps()
  await using db = openJobsDb(deps)
  const [paused, other] = [await anOwner(deps), await anOwner(deps)]
  await insertAndWake(db, createIconRequests(other, 'other', 3))
  expect((await claimNext(db))?.organization_id).toBe(other)
  await insertPaused(db, paused, 450)
  await wakeTurns(db)

  const claims = []
  for (let nth = 0; nth < 4; nth += 1) claims.push(await claimRequest(db, anyTurn))
  expect(claims).toEqual(['missed', expect.objectContaining({ organization_id: other }), 'missed', expect.anything()])
})

it('continues a search for a free host when requests are added, and restarts it for a more urgent request', async () => {
  await using deps = await openTestDeps()
  await using db = openJobsDb(deps)
  const owner = await anOwner(deps)
  await insertPaused(db, owner, 200)
  await insertRequests(db, [
    createIconRequest(owner, 'free.example', healthRequest),
    createIconRequest(owner, 'later.example', healthRequest),
  ])
  await wakeTurns(db, [owner])
  expect(await claimRequest(db, anyTurn)).toBe('missed')
  await insertPaused(db, owner, 1, 'before')
  await wakeTurns(db, [owner])
  expect(await claimRequest(db, anyTurn)).toMatchObject({ host: 'free.example' })

  expect(await claimRequest(db, anyTurn)).toBe('missed')
  await insertRequests(db, [createIconRequest(owner, 'urgent.example', { kind: 'page', priority: priorities.page })])
  await wakeTurns(db, [owner])
  expect(await claimRequest(db, anyTurn)).toMatchObject({ host: 'urgent.example' })
})

it('serves an organization that waits for a host before the organization that leased it and sent nothing', async () => {
  await using deps = await openTestDeps()
  await using db = openJobsDb(deps)
  const [limited, waiting] = [await anOwner(deps), await anOwner(deps)]
  const insertFor = async (owner: OrganizationId, subject: string) => {
    await insertRequests(db, [createIconRequest(owner, 'tool.example', { subject })])
    await wakeTurns(db, [owner])
  }
  await insertFor(limited, 'first')
  const taken = await claimNext(db)
  await insertFor(waiting, 'first')
  expect(await claimRequest(db, anyTurn)).toBe('missed')

  const worker = { ...noWorker, send: async () => ({ isSent: false }) }
  const workers = { page: worker, follow: worker, icon: worker, health: worker, thumbnail: worker }
  await serveRequest({ deps: { db, log: silentLog }, workers, hostIntervalMs: 0 }, taken as OutwardRequest)
  await insertFor(limited, 'second')
  expect(await claimRequest(db, anyTurn)).toMatchObject({ organization_id: waiting })
})

it('reads one request of an organization after a notification, even if many requests wait', async () => {
  await using deps = await openTestDeps()
  await using db = openJobsDb(deps)
  const [owner, idle] = [await anOwner(deps), await anOwner(deps)]
  await insertRequests(db, createIconRequests(owner, 'icon', 2_000))
  const rowsRead = await db.transaction().execute(async (tx) => {
    await wakeTurns(tx, [owner, idle])
    const { rows } = await sql<{ count: number }>`
      select seq_tup_read + idx_tup_fetch as count from pg_stat_xact_user_tables where relname = 'outward_requests'`.execute(tx)
    return rows[0]?.count
  })
  expect(rowsRead).toBe(1)
  expect(await db.selectFrom('outward_turns').select('organization_id').execute()).toEqual([{ organization_id: owner }])
})

it('sends a request again if its process was killed, and gives up after two killed processes', async () => {
  await using deps = await openTestDeps()
  await using db = openJobsDb(deps)
  const owner = await anOwner(deps)
  await insertAndWake(db, createIconRequests(owner, 'shop', 1))
  const endLeases = async () => {
    await sql`update outward_requests set due_at = now()`.execute(db)
    await sql`update checked_hosts set taken_until = now()`.execute(db)
    await wakeTurns(db)
  }
  const [sent, givenUp]: [OutwardRequest[], OutwardRequest[]] = [[], []]
  const worker = { ...createRecordingWorkers(sent).icon, giveUp: async (request: OutwardRequest) => void givenUp.push(request) }
  const options = {
    deps: { db, log: silentLog },
    workers: { page: noWorker, follow: noWorker, icon: worker, health: noWorker, thumbnail: noWorker },
    hostIntervalMs: 0,
  }

  for (const death of [1, 2]) {
    expect((await claimNext(db))?.started_count).toBe(death)
    expect(await claimNext(db)).toBeUndefined()
    await endLeases()
  }
  const third = await claimNext(db)
  if (third) await serveRequest(options, third)
  expect([sent.length, givenUp.length]).toEqual([0, 1])
  expect(await db.selectFrom('outward_requests').select('subject').execute()).toEqual([])

  await insertAndWake(db, createIconRequests(owner, 'shop', 1))
  await claimNext(db)
  await endLeases()
  const second = await claimNext(db)
  if (second) await serveRequest(options, second)
  expect([sent.length, givenUp.length]).toEqual([1, 1])
})

it('retries after internal errors with growing delays, and gives up after five errors', async () => {
  await using deps = await openTestDeps()
  await using db = openJobsDb(deps)
  await insertAndWake(db, createIconRequests(await anOwner(deps), 'shop', 1))
  const givenUp: OutwardRequest[] = []
  const worker = { ...noWorker, giveUp: async (request: OutwardRequest) => void givenUp.push(request) }
  const options = {
    deps: { db, log: silentLog },
    workers: { page: noWorker, follow: noWorker, icon: worker, health: noWorker, thumbnail: noWorker },
    hostIntervalMs: 0,
  }
  const delays: number[] = []
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const request = await claimNext(db)
    if (request) await serveRequest(options, request)
    const [row] = await db.selectFrom('outward_requests').select('due_at').execute()
    if (row) delays.push(Math.round((row.due_at.getTime() - Date.now()) / 1_000))
    await sql`update outward_requests set due_at = now()`.execute(db)
    await wakeTurns(db)
  }
  expect(delays).toEqual([3, 7, 20, 55, 148])
  expect(givenUp).toHaveLength(1)
})

it('sends a request again that was added again while it was sent', async () => {
  await using deps = await openTestDeps()
  await using db = openJobsDb(deps)
  const requests = createIconRequests(await anOwner(deps), 'shop', 1)
  await insertAndWake(db, requests)
  const workers = createRecordingWorkers([], () => insertRequests(db, requests))
  const options = { deps: { db, log: silentLog }, workers, hostIntervalMs: 0 }
  const first = await claimNext(db)
  if (first) await serveRequest(options, first)

  expect(await claimNext(db)).toMatchObject({ revision: 2, started_count: 1 })
})

it('uses neither a host nor a slot while received files are processed, for up to two requests of an organization', async () => {
  await using deps = await openTestDeps()
  await using db = openJobsDb(deps)
  const [busy, other] = [await anOwner(deps), await anOwner(deps)]
  const [sent, processed]: [OutwardRequest[], string[]] = [[], []]
  const turn = Promise.withResolvers<void>()
  const worker = {
    ...noWorker,
    send: async (request: OutwardRequest) => {
      sent.push(request)
      const process = async () => {
        await turn.promise
        processed.push(request.subject)
        return undefined
      }
      return { isSent: true, process }
    },
  }
  const workers = { page: worker, follow: worker, icon: worker, health: worker, thumbnail: worker }
  {
    await using _queue = openQueue(deps, { workers })
    const atOneHost = ['a', 'b', 'c'].map((subject) => createIconRequest(busy, 'shop.example', { subject }))
    await insertRequests(db, [...atOneHost, ...createIconRequests(busy, 'busy', 30)])
    await expect.poll(() => sent).toHaveLength(14)
    await insertRequests(db, [createIconRequest(other, 'shop.example')])
    await expect.poll(() => sent).toHaveLength(15)

    const leases = await db.selectFrom('outward_requests').select('due_at').where('started_count', '>', 0).execute()
    expect(leases.map(({ due_at }) => due_at.getTime() > Date.now() + 10 * 60_000)).toEqual(leases.map(() => true))
    await sql`delete from outward_requests where started_count = 0`.execute(db)
    turn.resolve()
  }
  expect(processed).toHaveLength(15)
  expect(await db.selectFrom('outward_requests').select('subject').execute()).toEqual([])
})

it('sends the next request after processing, and retries after an internal error in the processing', async () => {
  await using deps = await openTestDeps()
  await using db = openJobsDb(deps)
  await insertAndWake(db, createIconRequests(await anOwner(deps), 'shop', 1))
  const process = vi.fn(async () => ({ host: 'cdn.example', state: {} }))
  const worker = { ...noWorker, send: async () => ({ isSent: true, process }) }
  const workers = { page: noWorker, follow: noWorker, icon: worker, health: noWorker, thumbnail: noWorker }
  const serveNext = async () => {
    const request = await claimNext(db)
    const remaining = request && (await serveRequest({ deps: { db, log: silentLog }, workers, hostIntervalMs: 0 }, request))
    expect(await claimNext(db)).toBeUndefined()
    await remaining?.()
  }

  await serveNext()
  process.mockRejectedValueOnce(new Error('No memory'))
  await serveNext()
  expect(await db.selectFrom('outward_requests').select(['host', 'failure_count']).execute()).toEqual([
    { host: 'cdn.example', failure_count: 1 },
  ])
})

it('runs a few statements for each request, and none while no request waits', async () => {
  await using deps = await openTestDeps()
  await using db = openJobsDb(deps)
  let statements = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const sent: OutwardRequest[] = []
  await using _queue = openQueue(deps, { workers: createRecordingWorkers(sent), plugin })
  // Only timers with this callback name are examined, because other parts of the process set timers too.
  const isIdle = () => timers.mock.calls.findLast(([callback]) => callback.name === 'wake')?.[1] === 60_000
  await expect.poll(() => isIdle()).toBe(true)
  const before = statements
  await insertRequests(db, createIconRequests(await anOwner(deps), 'shop', 50))
  await expect.poll(() => [sent.length, isIdle()]).toEqual([50, true])

  expect(statements - before).toBeLessThan(50 * 14)
  timers.mockRestore()
})

it('does not block a transaction that adds requests', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const scope = { organizationId: ctx.organization.id }
  const release = Promise.withResolvers<void>()
  const added = Promise.withResolvers<void>()
  const slow = withScope(deps.db, scope, async (tx) => {
    await insertRequests(tx, createIconRequests(ctx.organization.id, 'slow', 1))
    added.resolve()
    await release.promise
  })
  await added.promise

  await aLink(deps, ctx, { target: 'https://slow-0.example/' })
  release.resolve()
  await slow
  expect(await withScope(deps.db, scope, (tx) => tx.selectFrom('outward_requests').select('kind').orderBy('kind').execute())).toEqual([
    { kind: 'icon' },
    { kind: 'page' },
  ])
})

it("does not wait for an owner's transaction that changes a request", async () => {
  await using deps = await openTestDeps()
  await using db = openJobsDb(deps)
  const [slow, other] = [await anOwner(deps), await anOwner(deps)]
  await insertAndWake(db, createIconRequests(slow, 'slow', 1))
  await withScope(deps.db, { organizationId: slow }, async (tx) => {
    await insertRequests(tx, createIconRequests(slow, 'slow', 1))
    await insertAndWake(db, createIconRequests(other, 'other', 1))
    expect((await claimNext(db))?.organization_id).toBe(other)
    expect(await claimNext(db)).toBeUndefined()
  })
  await wakeTurns(db)
  expect(await claimNext(db)).toMatchObject({ organization_id: slow, revision: 2 })
})

it('hides requests from other organizations, and deletes them with their link and their organization', async () => {
  await using deps = await openTestDeps()
  await using db = openJobsDb(deps)
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const link = await aLink(deps, mia)
  await aLink(deps, noah)
  await wakeTurns(db)
  const seen = await withScope(deps.db, { organizationId: noah.organization.id }, (tx) =>
    tx.selectFrom('outward_requests').select('organization_id').execute(),
  )
  expect(seen).toEqual([{ organization_id: noah.organization.id }])
  await expect(withScope(deps.db, {}, (tx) => insertRequests(tx, createIconRequests(mia.organization.id, 'shop', 1)))).rejects.toThrow(
    'row-level',
  )

  await queryAsOwner(deps, 'delete from links where id = $1', [link.url_id as LinkId])
  await queryAsOwner(deps, 'delete from organizations where id = $1', [noah.organization.id])
  expect(await db.selectFrom('outward_requests').select('subject').execute()).toEqual([])
  expect(await db.selectFrom('outward_turns').select('organization_id').execute()).toEqual([{ organization_id: mia.organization.id }])
})

it('lets only one of two concurrent claims lease a host', async () => {
  await using deps = await openTestDeps()
  await using db = openJobsDb(deps)
  const taken = await Promise.all([1, 2].map(() => db.transaction().execute((tx) => leaseHost(tx, 'shop.example'))))
  expect(taken.sort()).toEqual([false, true])
})
