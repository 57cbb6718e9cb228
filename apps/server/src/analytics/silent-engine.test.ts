import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { InstanceStatus } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aLink, anOrganization, aProject } from '../../test/builders/builders.ts'
import { createApiCaller } from '../../test/call-api.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import type { ProjectContext } from '../access/index.ts'
import { createCallHandler } from '../api/api-calls.ts'
import { shipperPatienceMs } from '../clicks/shipping/shipping-requests.ts'
import { createPartChecks } from '../instance/instance.ts'
import { checkTimeoutMs, createStatusCheck, statusCacheMs } from '../instance/status-check.ts'
import { answerLimits, watchAnswers } from '../platform/clickhouse/answer-watch.ts'
import { openClickHouse } from '../platform/clickhouse/clickhouse.ts'
import { findFreePort } from '../platform/process/free-port.ts'
import { runQuery } from './queries/run-query.ts'

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n'
const row = '{"clicks":1}\n'
const chunk = `${row.length.toString(16)}\r\n${row}\r\n`
const whole = `${head}${chunk}0\r\n\r\n`
const isPing = (request: string) => request.startsWith('GET /ping')

const answers = {
  'stays silent': () => '',
  'breaks off after its head': () => head,
  'breaks off after a row': () => `${head}${chunk}`,
  'answers pings alone': (request: string) => (isPing(request) ? whole : ''),
  'answers pings alone, and breaks off': (request: string) => (isPing(request) ? whole : `${head}${chunk}`),
  answers: () => whole,
} satisfies Record<string, (request: string) => string>

const shortLimits = { silentMs: 20, pingMs: 100, pauseMs: 100 }

/** A server that accepts every connection, and then does what `engine.answer` says. */
async function anEngine(answer: (request: string, socket: Socket) => string, limits = shortLimits) {
  const sockets = new Set<Socket>()
  const engine = { answer }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (data) => socket.write(engine.answer(data.toString(), socket)))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const clickhouse = openClickHouse(`http://reader:secret@127.0.0.1:${(server.address() as AddressInfo).port}/default`)
  watchAnswers(clickhouse, limits)
  return Object.assign(engine, {
    clickhouse,
    async [Symbol.asyncDispose]() {
      await clickhouse.close()
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  })
}

it.each(['stays silent', 'breaks off after its head', 'breaks off after a row', 'answers pings alone, and breaks off'] as const)(
  'responds with ANALYTICS_UNAVAILABLE if ClickHouse accepts connections and %s, while links work',
  async (mode) => {
    await using deps = await openTestDeps()
    await using engine = await anEngine(answers[mode])
    const owned = await anOrganization(deps)
    const ctx = await aProject(deps, { owned })
    const link = await aLink(deps, ctx)
    const call = createApiCaller(deps, createCallHandler({ ...deps, clickhouse: engine.clickhouse }))
    const inProject = `/v1/${ctx.organization.id}/projects/${ctx.project.id}`
    const read = (path: string) => call(owned.user, { method: 'GET', path })

    for (const path of ['analytics/overview', 'analytics/dashboard', `analytics/urls/${link.url_id}`, 'urls?sort=clicks']) {
      const response = await read(`${inProject}/${path}`)
      expect([path, response.status]).toEqual([path, 503])
      expect(await response.json()).toMatchObject({
        code: 'ANALYTICS_UNAVAILABLE',
        message: expect.stringContaining('Analytics is not answering right now; your links and clicks are safe.'),
      })
    }
    expect(await (await read(`${inProject}/urls`)).json()).toMatchObject([{ url_id: link.url_id }])
    const renamed = await call(owned.user, { method: 'PATCH', path: `${inProject}/urls/${link.url_id}`, body: { title: 'Brass lamp' } })
    expect([renamed.status, (await read('/v1/organizations')).status]).toEqual([200, 200])
  },
)

it.each([
  'stays silent',
  'breaks off after its head',
  'breaks off after a row',
  'answers pings alone',
  'answers pings alone, and breaks off',
] as const)('reports analytics as down when ClickHouse accepts connections and %s', async (mode) => {
  await using deps = await openTestDeps()
  await using engine = await anEngine(answers[mode])
  const { analytics } = createPartChecks({ ...deps, clickhouse: engine.clickhouse }, 'http://edge.test')
  const isUp = async () => undefined
  const check = createStatusCheck(
    {
      checks: { redirects: isUp, database: isUp, analytics },
      isLosingClicks: () => false,
      isDiskLow: async () => false,
      findRollups: async (): Promise<InstanceStatus['daily_rollups']> => null,
    },
    deps.clock,
    100,
  )
  expect(await check()).toMatchObject({ status: 'degraded', parts: [{}, {}, { name: 'analytics', status: 'down' }] })
})

it('reports analytics as up when another query is answered while the query of the check waits', async () => {
  await using deps = await openTestDeps()
  const waits = Promise.withResolvers<void>()
  const answer = (request: string) => {
    if (!request.includes('ping')) return whole
    if (!isPing(request)) waits.resolve()
    return ''
  }
  await using engine = await anEngine(answer, { silentMs: 60_000, pingMs: 60_000, pauseMs: 60_000 })
  const { analytics } = createPartChecks({ ...deps, clickhouse: engine.clickhouse }, 'http://edge.test')
  const { organization } = await aProject(deps)
  const ending = new AbortController()

  const check = analytics(ending.signal)
  await waits.promise
  await runQuery(engine.clickhouse, { organization, deletions: [] }, 'SELECT 1', {})

  await expect(check).resolves.toBeUndefined()
  ending.abort()
})

it('reports analytics as up when the query of the check is rejected because too many run', async () => {
  await using deps = await openTestDeps()
  const body = 'Code: 202. DB::Exception: Too many simultaneous queries. (TOO_MANY_SIMULTANEOUS_QUERIES)'
  const rejection = `HTTP/1.1 500 Internal Server Error\r\nX-ClickHouse-Exception-Code: 202\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  await using engine = await anEngine(() => rejection)
  const { analytics } = createPartChecks({ ...deps, clickhouse: engine.clickhouse }, 'http://edge.test')

  await expect(analytics(new AbortController().signal)).resolves.toBeUndefined()
})

it('throws ANALYTICS_UNAVAILABLE if no connection is made', async () => {
  await using deps = await openTestDeps()
  const clickhouse = openClickHouse(`http://reader:secret@127.0.0.1:${await findFreePort()}/default`)
  const ctx = await aProject(deps)
  await expect(runQuery(clickhouse, { organization: ctx.organization, deletions: [] }, 'SELECT 1', {})).rejects.toMatchObject({
    code: 'ANALYTICS_UNAVAILABLE',
  })
  await clickhouse.close()
})

it('ends running and waiting queries together, and runs queries again when ClickHouse answers', async () => {
  await using deps = await openTestDeps()
  await using engine = await anEngine(answers['stays silent'])
  const { organization } = await aProject(deps)
  const run = () => runQuery(engine.clickhouse, { organization, deletions: [] }, 'SELECT 1', {})

  for (const query of Array.from({ length: 6 }, run))
    await expect(query).rejects.toMatchObject({ code: 'ANALYTICS_UNAVAILABLE', status: 503 })
  engine.answer = answers.answers
  let rows: unknown
  // Tries again, because a busy machine may respond as late as a silent server.
  while (rows === undefined) rows = await run().catch(() => undefined)
  expect(rows).toEqual([{ clicks: 1 }])
})

it.each([true, false])(
  'ends a query whose response pauses, and ends other queries only if no query is answered (queries are answered: %s)',
  async (answersQueries) => {
    await using deps = await openTestDeps()
    const [pausing, waiting] = [await aProject(deps), await aProject(deps)]
    const arrived = Promise.withResolvers<Socket>()
    const answer = (request: string, socket: Socket) => {
      if (request.includes(pausing.organization.id)) return `${head}${chunk}`
      if (!request.includes(waiting.organization.id)) return isPing(request) || answersQueries ? whole : ''
      arrived.resolve(socket)
      return ''
    }
    // If queries are answered, the timeout of a ping is long, because a busy machine may answer a ping late.
    await using engine = await anEngine(answer, { ...shortLimits, pingMs: answersQueries ? 60_000 : shortLimits.pingMs })
    const run = ({ organization }: ProjectContext) => runQuery(engine.clickhouse, { organization, deletions: [] }, 'SELECT 1', {})
    const unavailable = { code: 'ANALYTICS_UNAVAILABLE' }

    const other = run(waiting).catch((error: unknown) => error)
    const socket = await arrived.promise
    await expect(run(pausing)).rejects.toMatchObject(unavailable)
    if (answersQueries) socket.write(whole)
    expect(await other).toMatchObject(answersQueries ? [{ clicks: 1 }] : unavailable)
  },
)

it('reports an unavailable ClickHouse within five seconds, even if it waits for shippers or the status is cached', () => {
  const { silentMs, pingMs, pauseMs } = answerLimits
  expect(shipperPatienceMs + silentMs + pingMs).toBeLessThan(5_000)
  expect(shipperPatienceMs + pauseMs).toBeLessThan(5_000)
  expect(statusCacheMs + checkTimeoutMs).toBeLessThan(5_000)
})
