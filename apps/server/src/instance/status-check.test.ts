import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { openClickHouse } from '../platform/clickhouse/clickhouse.ts'
import { closeServer, listen } from '../platform/http/http.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { freePort } from '../platform/process/free-port.ts'
import { askParts } from './check-parts.ts'
import { makeStatusCheck } from './status-check.ts'

const allUp = [
  { name: 'redirects', status: 'up' },
  { name: 'database', status: 'up' },
  { name: 'analytics', status: 'up' },
]

interface StandInEdge extends AsyncDisposable {
  url: string
  asked: string[]
  /** Resolves when somebody hangs up before an answer. */
  abandoned: Promise<void>
}

/** Answers what it is asked with this status, or never. */
async function anEdge({ status = 200 as number | 'never' } = {}): Promise<StandInEdge> {
  const asked: string[] = []
  const abandoned = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (status === 'never') response.on('close', abandoned.resolve)
    else response.writeHead(status).end('{}')
  })
  const port = await listen(server, '127.0.0.1', 0, 'PORT')
  return { url: `http://127.0.0.1:${port}`, asked, abandoned: abandoned.promise, [Symbol.asyncDispose]: () => closeServer(server, 0) }
}

it('says that everything is up, and when that was', async () => {
  const now = new Date('2026-05-01T10:00:00.000Z')
  await using deps = await openTestDeps({ clock: { now: () => now } })
  await using edge = await anEdge()

  const status = await makeStatusCheck(askParts(deps, edge.url), deps.clock)()

  expect(status).toEqual({ status: 'operational', parts: allUp, checked_at: now.toISOString() })
  expect(edge.asked).toEqual(['/healthz'])
})

it('says which part is down', async () => {
  await using deps = await openTestDeps()
  await using edge = await anEdge()
  await using ailing = await anEdge({ status: 503 })
  const nobody = `127.0.0.1:${await freePort()}`
  const db = openPostgres(`postgres://nobody@${nobody}/none`, 'linkshelf_app')
  const clickhouse = openClickHouse(`http://${nobody}/default`)

  const cases = [
    [askParts(deps, `http://${nobody}`), ['redirects']],
    [askParts(deps, ailing.url), ['redirects']],
    [askParts({ ...deps, db }, edge.url), ['database']],
    [askParts({ ...deps, clickhouse }, edge.url), ['analytics']],
    [askParts({ db, clickhouse }, `http://${nobody}`), ['redirects', 'database', 'analytics']],
  ] as const
  for (const [asks, down] of cases) {
    const { status, parts } = await makeStatusCheck(asks, deps.clock)()
    expect({ status, down: parts.filter((part) => part.status === 'down').map((part) => part.name) }).toEqual({ status: 'degraded', down })
  }
  await Promise.all([db.destroy(), clickhouse.close()])
})

it('answers though a part never does, and does not ask that part again meanwhile', async () => {
  let now = 0
  const clock = { now: () => new Date(now) }
  const asked = { redirects: 0, database: 0, analytics: 0 }
  const database = Promise.withResolvers<void>()
  const asks = {
    async redirects() {
      asked.redirects += 1
    },
    database: () => {
      asked.database += 1
      return database.promise
    },
    async analytics() {
      asked.analytics += 1
    },
  }
  const checkStatus = makeStatusCheck(asks, clock, 20)

  expect(await checkStatus()).toMatchObject({
    status: 'degraded',
    parts: [{ status: 'up' }, { name: 'database', status: 'down' }, { status: 'up' }],
  })
  now = 5_000
  expect((await checkStatus()).status).toBe('degraded')
  expect(asked).toEqual({ redirects: 2, database: 1, analytics: 2 })

  database.resolve()
  now = 10_000
  expect((await checkStatus()).status).toBe('operational')
})

it('lets go of a request that nobody waits for any longer', async () => {
  await using deps = await openTestDeps()
  await using edge = await anEdge({ status: 'never' })

  const { parts } = await makeStatusCheck(askParts(deps, edge.url), deps.clock, 200)()

  expect(parts).toContainEqual({ name: 'redirects', status: 'down' })
  await edge.abandoned
})

it('asks once for however many ask within five seconds', async () => {
  let now = 0
  await using deps = await openTestDeps({ clock: { now: () => new Date(now) } })
  await using edge = await anEdge()
  const checkStatus = makeStatusCheck(askParts(deps, edge.url), deps.clock)

  const answers = await Promise.all(Array.from({ length: 50 }, checkStatus))
  now = 4_999
  answers.push(await checkStatus())

  expect(new Set(answers).size).toBe(1)
  expect(edge.asked).toHaveLength(1)
  now = 5_000
  await checkStatus()
  expect(edge.asked).toHaveLength(2)
})
