import { createServer } from 'node:http'
import type { InstanceStatus } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { openClickHouse } from '../platform/clickhouse/clickhouse.ts'
import type { Clock } from '../platform/clock.ts'
import { closeServer, listen } from '../platform/http/listen.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { findFreePort } from '../platform/process/free-port.ts'
import { createPartChecks, findRollupStatus } from './instance.ts'
import { createStatusCheck, type StatusSources } from './status-check.ts'

const allUp = [
  { name: 'redirects', status: 'up' },
  { name: 'database', status: 'up' },
  { name: 'analytics', status: 'up' },
]

/**
 * Creates a check of these parts, without rollups. The timeout is long, because a part that answers late on a busy
 * machine is not down.
 */
function createCheck(checks: StatusSources['checks'], clock: Clock, timeoutMs = 60_000): () => Promise<InstanceStatus> {
  return createStatusCheck(
    { checks, isLosingClicks: () => false, isDiskLow: async () => false, findRollups: async () => null },
    clock,
    timeoutMs,
  )
}

interface FakeEdge extends AsyncDisposable {
  url: string
  requests: string[]
  /** Resolves when a client disconnects before the response. */
  aborted: Promise<void>
}

/** Starts a fake edge that responds with this status, or never. */
async function anEdge({ status = 200 as number | 'never' } = {}): Promise<FakeEdge> {
  const requests: string[] = []
  const aborted = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    if (status === 'never') response.on('close', aborted.resolve)
    else response.writeHead(status).end('{}')
  })
  const port = await listen(server, '127.0.0.1', 0, 'PORT')
  return { url: `http://127.0.0.1:${port}`, requests, aborted: aborted.promise, [Symbol.asyncDispose]: () => closeServer(server, 0) }
}

it('reports that every part is up, and when it was checked', async () => {
  const now = new Date('2026-05-01T10:00:00.000Z')
  await using deps = await openTestDeps({ clock: { now: () => now } })
  await using edge = await anEdge()

  const status = await createCheck(createPartChecks(deps, edge.url), deps.clock)()

  expect(status).toEqual({
    status: 'operational',
    parts: allUp,
    losing_clicks: false,
    low_disk: false,
    daily_rollups: null,
    checked_at: now.toISOString(),
  })
  expect(edge.requests).toEqual(['/healthz'])
})

it('reports which part is down', async () => {
  await using deps = await openTestDeps()
  await using edge = await anEdge()
  await using failing = await anEdge({ status: 503 })
  const closedPort = `127.0.0.1:${await findFreePort()}`
  const db = openPostgres(`postgres://nobody@${closedPort}/none`)
  const clickhouse = openClickHouse(`http://${closedPort}/default`)

  const cases = [
    [createPartChecks(deps, `http://${closedPort}`), ['redirects']],
    [createPartChecks(deps, failing.url), ['redirects']],
    [createPartChecks({ ...deps, db }, edge.url), ['database']],
    [createPartChecks({ ...deps, clickhouse }, edge.url), ['analytics']],
    [createPartChecks({ ...deps, db, clickhouse }, `http://${closedPort}`), ['redirects', 'database', 'analytics']],
  ] as const
  for (const [checks, down] of cases) {
    const { status, parts } = await createCheck(checks, deps.clock)()
    expect({ status, down: parts.filter((part) => part.status === 'down').map((part) => part.name) }).toEqual({ status: 'degraded', down })
  }
  await Promise.all([db.destroy(), clickhouse.close()])
})

it('responds when a check hangs, and does not repeat that check while it is pending', async () => {
  let now = 0
  const clock = { now: () => new Date(now) }
  const calls = { redirects: 0, database: 0, analytics: 0 }
  const database = Promise.withResolvers<void>()
  const checks = {
    async redirects() {
      calls.redirects += 1
    },
    database: () => {
      calls.database += 1
      return database.promise
    },
    async analytics() {
      calls.analytics += 1
    },
  }
  const checkStatus = createCheck(checks, clock, 20)

  expect(await checkStatus()).toMatchObject({
    status: 'degraded',
    parts: [{ status: 'up' }, { name: 'database', status: 'down' }, { status: 'up' }],
  })
  now = 5_000
  expect((await checkStatus()).status).toBe('degraded')
  expect(calls).toEqual({ redirects: 2, database: 1, analytics: 2 })

  database.resolve()
  now = 10_000
  expect((await checkStatus()).status).toBe('operational')
})

it('aborts a request that timed out', async () => {
  await using deps = await openTestDeps()
  await using edge = await anEdge({ status: 'never' })

  const { parts } = await createCheck(createPartChecks(deps, edge.url), deps.clock, 200)()

  expect(parts).toContainEqual({ name: 'redirects', status: 'down' })
  await edge.aborted
})

it('checks once for all calls within 2.5 seconds', async () => {
  let now = 0
  await using deps = await openTestDeps({ clock: { now: () => new Date(now) } })
  await using edge = await anEdge()
  const checkStatus = createCheck(createPartChecks(deps, edge.url), deps.clock)

  const statuses = await Promise.all(Array.from({ length: 50 }, checkStatus))
  now = 2_499
  statuses.push(await checkStatus())

  expect(new Set(statuses).size).toBe(1)
  expect(edge.requests).toHaveLength(1)
  now = 2_500
  await checkStatus()
  expect(edge.requests).toHaveLength(2)
})

it('reports for how long the oldest day without a rollup has been due, and that this is unknown while the database is down', async () => {
  await using deps = await openTestDeps()
  const at = (instant: string) => findRollupStatus({ ...deps, clock: { now: () => new Date(instant) } })
  expect(await at('2026-05-05T03:30:00Z')).toBeNull()
  await deps.db
    .insertInto('daily_rollup_progress')
    .values({ rolled_up_before: '2026-05-04', oldest_failed_day: null, failed_count: 0, rejected_count: 0, updated_at: new Date() })
    .execute()
  expect(await at('2026-05-05T01:59:00Z')).toEqual({ oldest_missing_day: null, hours_late: 0 })
  expect(await at('2026-05-05T03:30:00Z')).toEqual({ oldest_missing_day: '2026-05-04', hours_late: 2 })
  await deps.db.updateTable('daily_rollup_progress').set({ oldest_failed_day: '2026-05-01' }).execute()
  expect(await at('2026-05-05T01:00:00Z')).toEqual({ oldest_missing_day: '2026-05-01', hours_late: 72 })

  const isDown = () => Promise.reject(new Error('down'))
  const checks = { redirects: isDown, database: isDown, analytics: isDown }
  expect(
    (await createStatusCheck({ checks, isLosingClicks: () => false, isDiskLow: isDown, findRollups: isDown }, deps.clock)()).daily_rollups,
  ).toBeNull()
})
