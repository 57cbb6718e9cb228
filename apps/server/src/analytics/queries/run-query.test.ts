import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ClickHouseError } from '@clickhouse/client'
import { type OrganizationId, organizationId } from '@linkshelf/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type ClickHouse, openClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { systemIds } from '../../platform/ids.ts'
import { runQuery } from './run-query.ts'

// A fake ClickHouse, which answers a query when a test says so.

interface ReceivedQuery {
  text: string
  quotaKey: string | null
  response: ServerResponse
}

const received: ReceivedQuery[] = []
const server = createServer(async (request, response) => {
  if (request.url === '/ping') return response.end('Ok.\n')
  const chunks = await Array.fromAsync(request)
  const quotaKey = new URL(request.url ?? '/', 'http://clickhouse').searchParams.get('quota_key')
  received.push({ text: Buffer.concat(chunks).toString(), quotaKey, response })
})
let clickhouse: ClickHouse

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
})

afterAll(async () => {
  server.close()
  await once(server, 'close')
})

/** Opens a new client for the test, because each client has its own slots. */
async function aClickHouse(): Promise<ClickHouse & AsyncDisposable> {
  received.length = 0
  clickhouse = openClickHouse(`http://reader:secret@127.0.0.1:${(server.address() as AddressInfo).port}/default`)
  return Object.assign(clickhouse, { [Symbol.asyncDispose]: () => clickhouse.close() })
}

const createOrganizationId = () => organizationId.parse(systemIds.next())

function run(id: OrganizationId, text: string, signal?: AbortSignal): Promise<unknown[]> {
  return runQuery(clickhouse, { organization: { id }, deletions: [], ...(signal && { signal }) }, `SELECT '${text}'`, {})
}

async function waitForQueries(count: number): Promise<void> {
  while (received.length < count) await new Promise(setImmediate)
}

const listReceivedTexts = () => received.map(({ text }) => /SELECT '(.*?)'/.exec(text)?.[1])

function answerAll(): void {
  for (const { response } of received) if (!response.writableEnded) response.end('{"clicks":1}\n')
}

async function answerUntilSettled(queries: Promise<unknown>[]): Promise<PromiseSettledResult<unknown>[]> {
  let isSettled = false
  const settled = Promise.allSettled(queries).finally(() => {
    isSettled = true
  })
  while (!isSettled) {
    answerAll()
    await new Promise(setImmediate)
  }
  return settled
}

it('runs two queries of an organization at once, and a query of another organization before its third', async () => {
  await using _ = await aClickHouse()
  const [a, b] = [createOrganizationId(), createOrganizationId()]
  const queries = Array.from({ length: 16 }, (_query, nth) => run(a, `a${nth}`))
  await waitForQueries(2)
  queries.push(run(b, 'b'))
  await waitForQueries(3)
  expect(listReceivedTexts()).toEqual(['a0', 'a1', 'b'])
  expect(received.map(({ quotaKey }) => quotaKey)).toEqual([a, a, b])
  expect((await answerUntilSettled(queries)).every(({ status }) => status === 'fulfilled')).toBe(true)
})

it('reserves a slot for an organization with few queries while others send slow queries without a pause', async () => {
  await using _ = await aClickHouse()
  vi.useFakeTimers({ toFake: ['performance'] })
  const [newcomer, ...slow] = [createOrganizationId(), createOrganizationId(), createOrganizationId(), createOrganizationId()] as const
  const queries = slow.flatMap((id, owner) => Array.from({ length: 8 }, (_query, nth) => run(id, `slow ${owner} ${nth}`)))
  const answered = 6
  // At first, no organization counts as slow, so the organizations can use all slots until their queries have taken
  // long.
  for (let nth = 0; nth < answered; nth += 1) {
    await waitForQueries(nth + 1)
    vi.advanceTimersByTime(10_000)
    received[nth]?.response.end('{"clicks":1}\n')
  }
  await waitForQueries(answered + 2)
  queries.push(run(newcomer, 'newcomer'))
  await waitForQueries(answered + 3)
  expect(listReceivedTexts().at(-1)).toBe('newcomer')

  vi.useRealTimers()
  await answerUntilSettled(queries)
})

it('never sends the waiting queries of an aborted request', async () => {
  await using _ = await aClickHouse()
  const [a, b] = [createOrganizationId(), createOrganizationId()]
  const aborted = new AbortController()
  const kept = [run(a, 'a0'), run(a, 'a1')]
  const left = Array.from({ length: 12 }, (_query, nth) => run(a, `left${nth}`, aborted.signal))
  kept.push(run(a, 'a2'), run(a, 'a3'))
  await waitForQueries(2)
  aborted.abort(new Error('The client has left'))
  for (const result of await Promise.allSettled(left)) expect(result).toMatchObject({ reason: { message: 'The client has left' } })
  kept.push(run(b, 'b'))
  await answerUntilSettled(kept)
  expect(listReceivedTexts().toSorted()).toEqual(['a0', 'a1', 'a2', 'a3', 'b'])
})

it('closes the connection of a running query when its request is aborted, and starts the next query', async () => {
  await using _ = await aClickHouse()
  const id = createOrganizationId()
  const aborted = new AbortController()
  const first = run(id, 'first', aborted.signal)
  const others = [run(id, 'second'), run(id, 'third')]
  await waitForQueries(2)
  const closed = once(received[0]?.response ?? server, 'close')
  aborted.abort(new Error('The client has left'))
  await expect(first).rejects.toThrow('The client has left')
  await closed
  await waitForQueries(3)
  expect(listReceivedTexts()).toEqual(['first', 'second', 'third'])
  await answerUntilSettled(others)
})

it('throws TOO_MANY_REQUESTS with a time to retry for the 67th query of an organization, and runs the queries of another', async () => {
  await using _ = await aClickHouse()
  const [a, b] = [createOrganizationId(), createOrganizationId()]
  const queries = Array.from({ length: 66 }, (_query, nth) => run(a, `a${nth}`))
  await expect(run(a, 'too many')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', data: { retry_after_seconds: 5 } })
  queries.push(run(b, 'b'))
  expect((await answerUntilSettled(queries)).every(({ status }) => status === 'fulfilled')).toBe(true)
  expect(listReceivedTexts()).not.toContain('too many')
})

it('throws ANALYTICS_TIMEOUT when a query has waited or run for too long, and does not send it later', async () => {
  await using _ = await aClickHouse()
  const deadline = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal)
  const id = createOrganizationId()
  const queries = [run(id, 'running 1'), run(id, 'running 2'), run(id, 'waiting')]
  await waitForQueries(2)
  deadline.abort()
  for (const query of queries) await expect(query).rejects.toMatchObject({ code: 'ANALYTICS_TIMEOUT', status: 503 })
  timeout.mockRestore()
  await answerUntilSettled([run(id, 'next')])
  expect(listReceivedTexts()).toEqual(['running 1', 'running 2', 'next'])
})

it.each([
  ['159', 'TIMEOUT_EXCEEDED', 'ANALYTICS_TIMEOUT'],
  ['202', 'TOO_MANY_SIMULTANEOUS_QUERIES', 'TOO_MANY_REQUESTS'],
  ['241', 'MEMORY_LIMIT_EXCEEDED', '241'],
])("maps ClickHouse's error %s, %s, to the error %s", async (code, type, thrown) => {
  const failing = { query: () => Promise.reject(new ClickHouseError({ message: type, code, type })) } as unknown as ClickHouse
  await expect(runQuery(failing, { organization: { id: createOrganizationId() }, deletions: [] }, 'SELECT 1', {})).rejects.toMatchObject({
    code: thrown,
  })
})
