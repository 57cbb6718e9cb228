import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { expect, inject, it } from 'vitest'
import { findFreePort } from '../process/free-port.ts'
import { openClickHouse } from './clickhouse.ts'
import { createClickHouseDatabase } from './clickhouse-migrations.ts'
import { createFailoverClient } from './failover-client.ts'

const engine = new URL(inject('clickhouseServerUrl'))

it('uses the next node while a node is down, also for statements', async () => {
  const client = openClickHouse(`${toNodeUrl(await findFreePort())},${engine.href}`)
  const answer = await client.query({ query: 'SELECT 1 AS one', format: 'JSONEachRow' })
  expect(await answer.json()).toEqual([{ one: 1 }])
  await client.command({ query: 'DROP TABLE IF EXISTS none_of_this_name' })
  expect((await client.ping()).success).toBe(true)
  await client.close()
})

it('names every node, without passwords, if no node can be reached', async () => {
  const ports = [await findFreePort(), await findFreePort()]
  const client = openClickHouse(ports.map((port) => toNodeUrl(port, 'http://reader:otters@127.0.0.1')).join(','))
  const nodes = ports.map((port) => `http://127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}`)
  for (const send of [() => client.query({ query: 'SELECT 1' }), () => client.command({ query: 'SELECT 1' })])
    await expect(send()).rejects.toThrow(new RegExp(`^ClickHouse can't be reached \\(${nodes[0]}; ${nodes[1]}\\)$`))
  expect(await client.ping()).toMatchObject({ success: false, error: { message: expect.not.stringContaining('otters') } })
  await client.close()
})

it.each<[string, (response: ServerResponse) => void]>([
  ['dies in the middle of the request', (response) => response.destroy()],
  ["is behind a proxy that can't reach it", (response) => response.writeHead(503).end('<h1>Service unavailable</h1>')],
  ['accepts the request and does not answer', () => undefined],
])('sends a query again if its node %s, but not a statement', async (_what, respond) => {
  await using broken = await aServer((_request, response) => respond(response))
  const client = createFailoverClient(
    [broken.url, engine.href].map((url) => aNode(url, { request_timeout: url === broken.url ? 500 : 60_000 })),
  )
  await expect(client.command({ query: 'SELECT 1' })).rejects.toThrow(`ClickHouse can't be reached (${new URL(broken.url).origin}: `)
  expect(broken.requests()).toBe(1)

  const another = createFailoverClient(
    [broken.url, engine.href].map((url) => aNode(url, { request_timeout: url === broken.url ? 500 : 60_000 })),
  )
  expect(await (await another.query({ query: 'SELECT 1 AS one', format: 'JSONEachRow' })).json()).toEqual([{ one: 1 }])
  expect(broken.requests()).toBe(2)
  await Promise.all([client.close(), another.close()])
})

it('throws an error of ClickHouse without trying another node', async () => {
  await using other = await aServer((_request, response) => response.end())
  const client = openClickHouse(`${engine.href},${other.url}`)
  await expect(client.query({ query: 'SELECT no_such_column' })).rejects.toMatchObject({ type: 'UNKNOWN_IDENTIFIER' })
  expect(other.requests()).toBe(0)
  await client.close()
})

it('repeats only inserts with a token if their node dies before it answers, and stores their rows once', async () => {
  await using database = await aDatabase()
  // This server stores every insert, and dies before it answers.
  await using dying = await aServer((incoming, response) => {
    incoming.pipe(
      httpRequest(new URL(incoming.url ?? '/', engine.origin), { method: incoming.method, headers: incoming.headers }, (answer) =>
        answer.resume().once('end', () => response.destroy()),
      ),
    )
  })
  const through = new URL(database.url)
  const client = openClickHouse(`${Object.assign(through, { host: new URL(dying.url).host }).href},${database.url}`)
  const insert = (n: number, clickhouse_settings: { insert_deduplication_token?: string; insert_deduplicate?: 0 }) =>
    client.insert({ table: 't', values: [{ n }], format: 'JSONEachRow', clickhouse_settings })

  await insert(1, { insert_deduplication_token: 'edge:1:0-64' })
  expect(dying.requests()).toBe(1)
  expect(await database.rows()).toEqual([{ n: 1 }])

  const fresh = openClickHouse(`${through.href},${database.url}`)
  await expect(fresh.insert({ table: 't', values: [{ n: 2 }], format: 'JSONEachRow' })).rejects.toThrow("ClickHouse can't be reached")
  expect(await database.rows()).toEqual([{ n: 1 }, { n: 2 }])
  await Promise.all([client.close(), fresh.close()])
})

it('avoids a node that failed, and uses it again once it answers a ping', async () => {
  const port = await findFreePort()
  const logged: string[] = []
  const log = { warn: (_fields: object, text: string) => logged.push(text), info: (_fields: object, text: string) => logged.push(text) }
  const nodes = [toNodeUrl(port), engine.href].map((url) => aNode(url))
  const [client, forgetful] = [
    createFailoverClient(nodes, { log: log as never }),
    createFailoverClient(nodes, { log: log as never, avoidedMs: 0 }),
  ]
  for (const opened of [client, forgetful]) await opened.query({ query: 'SELECT 1' })
  expect(logged).toEqual(Array(2).fill('A ClickHouse node can not be reached; another one is used'))

  let [isReady, pings] = [false, 0]
  await using back = await aServer((incoming, response) => {
    if (incoming.url === '/ping') pings += 1
    if (isReady) response.end('Ok.\n')
    else response.destroy()
  }, port)
  await client.query({ query: 'SELECT 1' })
  expect(back.requests()).toBe(0)
  await forgetful.query({ query: 'SELECT 1' })
  expect([back.requests(), pings]).toEqual([1, 1])
  isReady = true
  await forgetful.query({ query: 'SELECT 1' })
  expect([back.requests(), pings]).toEqual([3, 2])
  expect(logged.slice(2)).toEqual(['A ClickHouse node can be reached again'])
  await client.close()
})

function toNodeUrl(port: number, origin = `${engine.protocol}//${engine.username}:${engine.password}@127.0.0.1`): string {
  return `${origin}:${port}${engine.pathname}`
}

function aNode(url: string, { request_timeout = 60_000 } = {}) {
  return { address: new URL(url).origin, client: createClient({ url, request_timeout, log: { level: ClickHouseLogLevel.OFF } }) }
}

interface StubServer extends AsyncDisposable {
  url: string
  requests(): number
}

async function aServer(respond: (request: IncomingMessage, response: ServerResponse) => void, port = 0): Promise<StubServer> {
  let requests = 0
  const server: Server = createServer((request, response) => {
    requests += 1
    respond(request, response)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: toNodeUrl((server.address() as AddressInfo).port),
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function aDatabase(): Promise<{ url: string; rows(): Promise<unknown[]> } & AsyncDisposable> {
  const url = Object.assign(new URL(engine), { pathname: `${inject('clickhouseDatabasePrefix')}${randomBytes(6).toString('hex')}` }).href
  await createClickHouseDatabase(url)
  const client = openClickHouse(url)
  await client.command({
    query: 'CREATE TABLE t (n UInt8) ENGINE = MergeTree ORDER BY n SETTINGS non_replicated_deduplication_window = 10',
  })
  return {
    url,
    rows: async () => (await client.query({ query: 'SELECT n FROM t ORDER BY n', format: 'JSONEachRow' })).json(),
    async [Symbol.asyncDispose]() {
      await client.command({ query: `DROP DATABASE ${new URL(url).pathname.slice(1)}` })
      await client.close()
    },
  }
}
