import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { type ClickHouseClient, type ClickHouseClientConfigOptions, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'

// What the program relies on in ClickHouse, asked of whatever server the tests run with: the embedded engine, or the one of CLICKHOUSE_URL.

const serverUrl = inject('clickhouseServerUrl')
const database = `behaviours_${randomBytes(6).toString('hex')}`
const quiet = { log: { level: ClickHouseLogLevel.OFF } } satisfies ClickHouseClientConfigOptions
let client: ClickHouseClient

beforeAll(async () => {
  const server = createClient({ url: serverUrl, ...quiet })
  await server.command({ query: `CREATE DATABASE ${database}` })
  await server.close()
  client = createClient({ url: withDatabase(serverUrl, database), ...quiet })
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
  ['user', `http://somebody:${new URL(serverUrl).password}@${new URL(serverUrl).host}`],
  ['password, with none given', `http://${new URL(serverUrl).host}`],
])('refuses a wrong %s', async (_what, url) => {
  const stranger = createClient({ url, ...quiet })
  await expect(stranger.query({ query: 'SELECT 1' })).rejects.toMatchObject({ code: '516', type: 'AUTHENTICATION_FAILED' })
  await stranger.close()
})

it("takes the account from ClickHouse's own headers", async () => {
  const { username, password, origin } = new URL(serverUrl)
  const ask = (key: string) => fetch(`${origin}/?query=SELECT%201`, { headers: { 'X-ClickHouse-User': username, 'X-ClickHouse-Key': key } })
  expect(await (await ask(decodeURIComponent(password))).text()).toBe('1\n')
  const refused = await ask('wrong')
  expect([refused.status, refused.headers.get('x-clickhouse-exception-code')]).toEqual([403, '516'])
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
])('gives a parameter of type %s back as it was: %j', async (type, value) => {
  expect(await rowsOf(`SELECT {value:${type}} AS value`, { value })).toEqual([{ value }])
})

it('takes parameters in a form when they are too long for an address', async () => {
  const words = Array.from({ length: 5_000 }, (_, index) => `word '${index}'`)
  const query = 'SELECT length({words:Array(String)}) AS count, {words:Array(String)}[5000] AS last'
  const answer = await client.query({ query, query_params: { words }, format: 'JSONEachRow', use_multipart_params: true })
  expect(await answer.json()).toEqual([{ count: expect.toSatisfy((count) => Number(count) === 5_000), last: "word '4999'" }])
})

it('keeps the parameters of questions that run at the same time apart', async () => {
  const asked = Array.from({ length: 100 }, (_, index) => `value ${index}`)
  const answered = await Promise.all(asked.map((value) => rowsOf('SELECT {value:String} AS value', { value })))
  expect(answered).toEqual(asked.map((value) => [{ value }]))
})

it('forgets the settings of one question before the next', async () => {
  const query = "SELECT toUInt32(getSetting('max_block_size')) AS size"
  const own = await client.query({ query, format: 'JSONEachRow', clickhouse_settings: { max_block_size: '777' } })
  expect(await own.json()).toEqual([{ size: 777 }])
  expect(await rowsOf(query)).not.toEqual([{ size: 777 }])
})

it.each([
  ['SELECT * FROM nowhere', '60', 'UNKNOWN_TABLE'],
  ['SELECT nothing', '47', 'UNKNOWN_IDENTIFIER'],
  ['SELEC 1', '62', 'SYNTAX_ERROR'],
  ['SELECT 1; DROP TABLE numbers', '62', 'SYNTAX_ERROR'],
  ['SELECT {missing:UInt8}', '456', 'UNKNOWN_QUERY_PARAMETER'],
  ["SELECT throwIf(1, 'as told')", '395', 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO'],
])('refuses %s', async (query, code, type) => {
  await expect(client.query({ query, format: 'JSONEachRow' })).rejects.toMatchObject({ code, type })
})

it('refuses a setting and a database that do not exist', async () => {
  const unknown = { no_such_setting: 1 } as Record<string, number>
  await expect(client.query({ query: 'SELECT 1', clickhouse_settings: unknown })).rejects.toMatchObject({ type: 'UNKNOWN_SETTING' })
  const lost = createClient({ url: withDatabase(serverUrl, 'nowhere'), ...quiet })
  await expect(lost.query({ query: 'SELECT 1' })).rejects.toMatchObject({ code: '81', type: 'UNKNOWN_DATABASE' })
  await lost.close()
})

it('stops a question at its time limit', async () => {
  const query = 'SELECT count() FROM system.numbers WHERE sipHash64(number) = 1'
  const asked = client.query({ query, clickhouse_settings: { max_execution_time: 1 } })
  await expect(asked).rejects.toMatchObject({ code: '159', type: 'TIMEOUT_EXCEEDED' })
})

it('lets a GET only read', async () => {
  const { username, password, origin } = new URL(serverUrl)
  const headers = { authorization: `Basic ${Buffer.from(`${username}:${decodeURIComponent(password)}`).toString('base64')}` }
  const answer = await fetch(`${origin}/?query=${encodeURIComponent(`DROP TABLE ${database}.numbers`)}`, { headers })
  expect(answer.headers.get('x-clickhouse-exception-code')).toBe('164')
})

it('inserts arrays and streams, plain and compressed, and says how many rows were written', async () => {
  const compressing = createClient({ url: withDatabase(serverUrl, database), compression: { request: true, response: true }, ...quiet })
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

it('refuses rows that do not fit and keeps none of the batch', async () => {
  const values = [
    { n: 100, word: 'fits' },
    { n: 'no number', word: '' },
  ]
  await expect(client.insert({ table: 'numbers', values, format: 'JSONEachRow' })).rejects.toMatchObject({ code: '27' })
  expect(await rowsOf('SELECT n FROM numbers WHERE n >= 100')).toEqual([])
})

it('streams an answer', async () => {
  const answer = await client.query({ query: 'SELECT number FROM system.numbers LIMIT 50000', format: 'JSONCompactEachRow' })
  let count = 0
  for await (const rows of answer.stream()) count += rows.length
  expect(count).toBe(50_000)
})

it('counts a batch once however often it comes under its token, in the table and in its view', async () => {
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
  expect(await rowsOf('SELECT toUInt32(count()) AS count FROM batches')).toEqual([{ count: 4 }])
  expect(await rowsOf('SELECT toUInt32(sum(n)) AS sum FROM sums')).toEqual([{ sum: 10 }])
})

async function rowsOf(query: string, params?: Record<string, unknown>): Promise<unknown[]> {
  return (await client.query({ query, query_params: params, format: 'JSONEachRow' })).json()
}

function withDatabase(url: string, name: string): string {
  const named = new URL(url)
  named.pathname = `/${name}`
  return named.href
}
