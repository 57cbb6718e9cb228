import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { type ClickHouseClient, type ClickHouseClientConfigOptions, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'

// The behavior of ClickHouse that the program relies on. It is tested on the server that the tests use: the embedded
// engine, or the server at CLICKHOUSE_URL.

const serverUrl = inject('clickhouseServerUrl')
const database = `behaviours_${randomBytes(6).toString('hex')}`
const noLog = { log: { level: ClickHouseLogLevel.OFF } } satisfies ClickHouseClientConfigOptions
let client: ClickHouseClient

beforeAll(async () => {
  const server = createClient({ url: serverUrl, ...noLog })
  await server.command({ query: `CREATE DATABASE ${database}` })
  await server.close()
  client = createClient({ url: withDatabase(serverUrl, database), ...noLog })
  await client.command({ query: 'CREATE TABLE numbers (n UInt32, word String) ENGINE = MergeTree ORDER BY n' })
})

afterAll(async () => {
  await client.command({ query: `DROP DATABASE ${database}` })
  await client.close()
})

it('answers both kinds of ping', async () => {
  expect(await client.ping()).toEqual({ success: true })
  expect(await client.ping({ select: true })).toEqual({ success: true })
})

it.each([
  ['password', `http://default:wrong@${new URL(serverUrl).host}`],
  ['user', `http://unknown:${new URL(serverUrl).password}@${new URL(serverUrl).host}`],
  ['password, which is missing', `http://${new URL(serverUrl).host}`],
])('rejects a wrong %s', async (_what, url) => {
  const unknown = createClient({ url, ...noLog })
  await expect(unknown.query({ query: 'SELECT 1' })).rejects.toMatchObject({ code: '516', type: 'AUTHENTICATION_FAILED' })
  await unknown.close()
})

it("reads the account from ClickHouse's own headers", async () => {
  const { username, password, origin } = new URL(serverUrl)
  const send = (key: string) =>
    fetch(`${origin}/?query=SELECT%201`, { headers: { 'X-ClickHouse-User': username, 'X-ClickHouse-Key': key } })
  expect(await (await send(decodeURIComponent(password))).text()).toBe('1\n')
  const rejected = await send('wrong')
  expect([rejected.status, rejected.headers.get('x-clickhouse-exception-code')]).toEqual([403, '516'])
})

it.each<[string, unknown]>([
  ['String', ''],
  ['String', 'it\'s \\ a "quoted"\ttext\r\nwith `all` of \0 it; -- 日本 😀'],
  ['String', "'; DROP TABLE numbers; --"],
  ['String', "\\'; DROP TABLE numbers; --"],
  ['String', '\\N'],
  ['UInt32', 4_294_967_295],
  ['Int8', -5],
  ['Float64', 1.25],
  ['Bool', true],
  ['Date', '2024-02-29'],
  ['UUID', '018f3c6e-0000-7000-8000-000000000001'],
  ['Nullable(String)', null],
  ['Array(String)', ["it's", 'a\\b', 'two\nlines', '', '😀']],
  ['Array(Nullable(UInt8))', [1, null]],
  ['Array(UUID)', ['018f3c6e-0000-7000-8000-000000000001']],
  ['Map(String, UInt8)', { "a'b": 1 }],
])('returns a parameter of type %s unchanged: %j', async (type, value) => {
  expect(await selectRows(`SELECT {value:${type}} AS value`, { value })).toEqual([{ value }])
})

it('accepts parameters in a form when they are too long for a URL', async () => {
  const words = Array.from({ length: 5_000 }, (_, index) => `word '${index}'`)
  const query = 'SELECT length({words:Array(String)}) AS count, {words:Array(String)}[5000] AS last'
  const answer = await client.query({ query, query_params: { words }, format: 'JSONEachRow', use_multipart_params: true })
  expect(await answer.json()).toEqual([{ count: expect.toSatisfy((count) => Number(count) === 5_000), last: "word '4999'" }])
})

it('isolates the parameters of concurrent queries', async () => {
  const values = Array.from({ length: 100 }, (_, index) => `value ${index}`)
  const results = await Promise.all(values.map((value) => selectRows('SELECT {value:String} AS value', { value })))
  expect(results).toEqual(values.map((value) => [{ value }]))
})

it('resets the settings of one query before the next', async () => {
  const query = "SELECT toUInt32(getSetting('max_block_size')) AS size"
  const own = await client.query({ query, format: 'JSONEachRow', clickhouse_settings: { max_block_size: '777' } })
  expect(await own.json()).toEqual([{ size: 777 }])
  expect(await selectRows(query)).not.toEqual([{ size: 777 }])
})

it.each([
  ['SELECT * FROM nowhere', '60', 'UNKNOWN_TABLE'],
  ['SELECT nothing', '47', 'UNKNOWN_IDENTIFIER'],
  ['SELEC 1', '62', 'SYNTAX_ERROR'],
  ['SELECT 1; DROP TABLE numbers', '62', 'SYNTAX_ERROR'],
  ['SELECT {missing:UInt8}', '456', 'UNKNOWN_QUERY_PARAMETER'],
  ["SELECT throwIf(1, 'as asserted')", '395', 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO'],
])('rejects %s', async (query, code, type) => {
  await expect(client.query({ query, format: 'JSONEachRow' })).rejects.toMatchObject({ code, type })
})

it('rejects a setting and a database that do not exist', async () => {
  const unknown = { no_such_setting: 1 } as Record<string, number>
  await expect(client.query({ query: 'SELECT 1', clickhouse_settings: unknown })).rejects.toMatchObject({ type: 'UNKNOWN_SETTING' })
  const lost = createClient({ url: withDatabase(serverUrl, 'nowhere'), ...noLog })
  await expect(lost.query({ query: 'SELECT 1' })).rejects.toMatchObject({ code: '81', type: 'UNKNOWN_DATABASE' })
  await lost.close()
})

it('stops a query at its time limit', async () => {
  const query = 'SELECT count() FROM system.numbers WHERE sipHash64(number) = 1'
  const running = client.query({ query, clickhouse_settings: { max_execution_time: 1 } })
  await expect(running).rejects.toMatchObject({ code: '159', type: 'TIMEOUT_EXCEEDED' })
})

it('allows a GET request only to read', async () => {
  const { username, password, origin } = new URL(serverUrl)
  const headers = { authorization: `Basic ${Buffer.from(`${username}:${decodeURIComponent(password)}`).toString('base64')}` }
  const answer = await fetch(`${origin}/?query=${encodeURIComponent(`DROP TABLE ${database}.numbers`)}`, { headers })
  expect(answer.headers.get('x-clickhouse-exception-code')).toBe('164')
})

it('inserts arrays and streams, plain and compressed, and returns how many rows were written', async () => {
  const compressing = createClient({ url: withDatabase(serverUrl, database), compression: { request: true, response: true }, ...noLog })
  const fromArray = await client.insert({ table: 'numbers', values: [{ n: 1, word: 'a;\n"b"' }], format: 'JSONEachRow' })
  expect(fromArray.summary?.written_rows).toBe('1')
  await client.insert({
    table: 'numbers',
    values: Readable.from(
      [
        { n: 2, word: 'b' },
        { n: 3, word: 'c' },
      ],
      { objectMode: true },
    ),
    format: 'JSONEachRow',
  })
  await client.insert({ table: 'numbers', values: Readable.from(['4\td\n', '5\te\n'], { objectMode: false }), format: 'TabSeparated' })
  await compressing.insert({ table: 'numbers', columns: ['word', 'n'], values: [['f', 6]], format: 'JSONCompactEachRow' })
  await client.insert({ table: 'numbers', values: [], format: 'JSONEachRow' })
  await client.command({ query: "INSERT INTO numbers VALUES (7, 'g;'), (8, '')" })
  await client.command({ query: 'INSERT INTO numbers SELECT n + 8, word FROM numbers WHERE n = {n:UInt32}', query_params: { n: 1 } })
  await (await client.exec({ query: 'INSERT INTO numbers FORMAT CSV', values: Readable.from(['10,"h\n;"\n']) })).stream.resume()
  const answer = await compressing.query({ query: 'SELECT word FROM numbers ORDER BY n', format: 'JSONCompactEachRow' })
  expect(await answer.json()).toEqual([['a;\n"b"'], ['b'], ['c'], ['d'], ['e'], ['f'], ['g;'], [''], ['a;\n"b"'], ['h\n;']])
  await compressing.close()
})

it('rejects rows that do not fit and stores none of the batch', async () => {
  const values = [
    { n: 100, word: 'fits' },
    { n: 'no number', word: '' },
  ]
  await expect(client.insert({ table: 'numbers', values, format: 'JSONEachRow' })).rejects.toMatchObject({ code: '27' })
  expect(await selectRows('SELECT n FROM numbers WHERE n >= 100')).toEqual([])
})

it('streams a result', async () => {
  const answer = await client.query({ query: 'SELECT number FROM system.numbers LIMIT 50000', format: 'JSONCompactEachRow' })
  let count = 0
  for await (const rows of answer.stream()) count += rows.length
  expect(count).toBe(50_000)
})

it('stores a batch only once if it is sent several times under its token, in the table and in its view', async () => {
  await client.command({
    query: 'CREATE TABLE batches (n UInt32) ENGINE = MergeTree ORDER BY n SETTINGS non_replicated_deduplication_window = 100',
  })
  await client.command({
    query: 'CREATE TABLE sums (k UInt8, n UInt64) ENGINE = SummingMergeTree ORDER BY k SETTINGS non_replicated_deduplication_window = 100',
  })
  await client.command({ query: 'CREATE MATERIALIZED VIEW sums_view TO sums AS SELECT 1 AS k, sum(n) AS n FROM batches GROUP BY k' })
  const send = (token: string) =>
    client.insert({
      table: 'batches',
      values: [{ n: 2 }, { n: 3 }],
      format: 'JSONEachRow',
      clickhouse_settings: { insert_deduplication_token: token, deduplicate_blocks_in_dependent_materialized_views: 1 },
    })
  for (const token of ["it's one", "it's one", "it's one", 'two']) await send(token)
  expect(await selectRows('SELECT toUInt32(count()) AS count FROM batches')).toEqual([{ count: 4 }])
  expect(await selectRows('SELECT toUInt32(sum(n)) AS sum FROM sums')).toEqual([{ sum: 10 }])
})

async function selectRows(query: string, params?: Record<string, unknown>): Promise<unknown[]> {
  return (await client.query({ query, query_params: params, format: 'JSONEachRow' })).json()
}

function withDatabase(url: string, name: string): string {
  const named = new URL(url)
  named.pathname = `/${name}`
  return named.href
}
