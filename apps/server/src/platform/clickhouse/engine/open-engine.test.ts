import { once } from 'node:events'
import { mkdtempDisposable, readdir, rename } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { expect, it } from 'vitest'
import { startEngineProcess } from '../../../../test/databases/start-engine-process.ts'
import { silentLog } from '../../process/log.ts'
import { openEngine } from './open-engine.ts'

// Tests what only the embedded engine guarantees: it owns a data directory, can be killed at any point, and has bounded
// queues.

const slowQuery = 'SELECT sleep(3) AS slept'

it('does not open a directory that another process owns', async () => {
  await using folder = await aFolder()
  const engine = await startEngineProcess(folder.path)
  await expect(startEngineProcess(folder.path)).rejects.toThrow(
    `Process ${engine.child.pid} already works in ${folder.path}/clickhouse. Stop it first`,
  )
  await engine.stop()
  const next = await startEngineProcess(folder.path)
  await next.stop()
  expect(next.child.exitCode).toBe(0)
})

it('answers pings and inserts while slow queries use every slot for queries', async () => {
  await using folder = await aFolder()
  const engine = await startEngineProcess(folder.path)
  await using client = aClient(engine.url)
  await client.command({ query: 'CREATE TABLE t (n UInt8) ENGINE = MergeTree ORDER BY n' })
  let slowDone = 0
  const slow = Array.from({ length: 3 }, () => client.query({ query: slowQuery }).then(() => slowDone++))
  await client.insert({ table: 't', values: [{ n: 1 }], format: 'JSONEachRow' })
  expect((await client.ping()).success).toBe(true)
  expect(slowDone).toBe(0)
  await Promise.all(slow)
  expect(await selectCount(client, 'SELECT count() AS count FROM t')).toBe(1)
  await engine.stop()
})

it('survives an invalid URL', async () => {
  await using folder = await aFolder()
  const engine = await openEngine({ dataDirectory: folder.path, passwords: { default: 'secret' }, log: silentLog })
  const socket = connect(engine.port, '127.0.0.1')
  socket.write('GET // HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /)
  await using client = aClient(`http://default:secret@127.0.0.1:${engine.port}/default`)
  expect(await selectCount(client, 'SELECT 1 AS count')).toBe(1)
  await engine.close()
})

it('rejects queries when the queue is full, and answers the queued queries', async () => {
  await using folder = await aFolder()
  const engine = await openEngine({ dataDirectory: folder.path, passwords: { default: 'secret' }, queueLength: 2, log: silentLog })
  await using client = aClient(`http://default:secret@127.0.0.1:${engine.port}/default`)
  const results = await Promise.allSettled(Array.from({ length: 9 }, () => client.query({ query: 'SELECT sleep(2)' })))
  const rejected = results.filter((result) => result.status === 'rejected')
  expect(rejected.map(({ reason }) => reason.type)).toEqual(Array(5).fill('TOO_MANY_SIMULTANEOUS_QUERIES'))
  expect(await selectCount(client, 'SELECT 1 AS count')).toBe(1)
  await engine.close()
})

it('counts a query towards its quota key until it ends, even if its client has left, and runs queries of other keys', async () => {
  await using folder = await aFolder()
  const engine = await openEngine({ dataDirectory: folder.path, passwords: { default: 'secret' }, log: silentLog })
  await using client = aClient(`http://default:secret@127.0.0.1:${engine.port}/default`)
  const ended: string[] = []
  const run = (key: string, query: string, signal?: AbortSignal) =>
    client
      .query({ query, clickhouse_settings: { quota_key: key }, ...(signal && { abort_signal: signal }) })
      .then((result) => result.text())
      .finally(() => ended.push(`${key}: ${query}`))
  const left = new AbortController()
  const aborted = [run('a', slowQuery, left.signal), run('a', slowQuery, left.signal), run('a', 'SELECT 1', left.signal)]
  const countRunning = () => selectCount(client, `SELECT count() AS count FROM system.processes WHERE query LIKE '%${slowQuery}%'`)
  while ((await countRunning()) < 3) await sleep(10)
  left.abort()
  await Promise.allSettled(aborted)
  ended.length = 0

  await Promise.all([run('a', 'SELECT 2'), run('b', 'SELECT 3')])

  expect(ended).toEqual(['b: SELECT 3', 'a: SELECT 2'])
  await engine.close()
})

it('finishes running queries before it closes', async () => {
  await using folder = await aFolder()
  const engine = await startEngineProcess(folder.path)
  await using client = aClient(engine.url)
  const running = client.query({ query: slowQuery, format: 'JSONEachRow' })
  while ((await selectCount(client, "SELECT count() AS count FROM system.processes WHERE query LIKE '%sleep%'")) < 2) await sleep(10)
  await engine.stop()
  expect(engine.child.exitCode).toBe(0)
  expect(await (await running).json()).toEqual([{ slept: 0 }])
})

it('reports a query that runs long past its limit', async () => {
  await using folder = await aFolder()
  let isStuck = false
  const onStuck = () => {
    isStuck = true
  }
  const engine = await openEngine({ dataDirectory: folder.path, passwords: { default: 'secret' }, log: silentLog, onStuck, graceMs: 50 })
  await using client = aClient(`http://default:secret@127.0.0.1:${engine.port}`)
  // The engine checks a time limit only between blocks of rows. This query is one block, so it runs past its limit.
  await client.query({ query: slowQuery, clickhouse_settings: { max_execution_time: 0.1 } }).catch(() => undefined)
  expect(isStuck).toBe(true)
  await engine.close()
})

it('stores every batch exactly once despite kills in the middle of inserts', async () => {
  await using folder = await aFolder()
  const rowsInBatch = 50
  let batch = 0
  let isSettled = true
  for (let round = 0; round < 6; round++) {
    const engine = await startEngineProcess(folder.path)
    await using client = aClient(engine.url)
    if (round === 0) await createBatchTables(client)
    const killed = sleep(100 + 37 * round).then(() => engine.kill())
    try {
      for (;;) {
        if (isSettled) batch++
        isSettled = false
        await sendBatch(client, batch, rowsInBatch)
        isSettled = true
      }
    } catch (error) {
      expect(error).not.toHaveProperty('type')
    }
    await killed
  }
  const engine = await startEngineProcess(folder.path)
  await using client = aClient(engine.url)
  await sendBatch(client, batch, rowsInBatch)
  await sendBatch(client, batch, rowsInBatch)
  expect(await selectCount(client, 'SELECT count() AS count FROM batches')).toBe(batch * rowsInBatch)
  expect(await selectCount(client, 'SELECT sum(n) AS count FROM sums')).toBe(batch * rowsInBatch)
  await engine.stop()
})

it('accepts a batch again if its rows were lost after its token was logged', async () => {
  await using folder = await aFolder()
  const engine = await startEngineProcess(folder.path)
  await using client = aClient(engine.url)
  await createBatchTables(client)
  await sendBatch(client, 1, 10)
  await sendBatch(client, 2, 10)
  await engine.kill()
  await hidePart(join(folder.path, 'clickhouse'), 'all_2_2_0')

  const next = await startEngineProcess(folder.path)
  await using again = aClient(next.url)
  expect(await selectCount(again, 'SELECT count() AS count FROM batches')).toBe(10)
  for (const batch of [1, 2, 2]) await sendBatch(again, batch, 10)
  expect(await selectCount(again, 'SELECT count() AS count FROM batches')).toBe(20)
  expect(await selectCount(again, 'SELECT sum(n) AS count FROM sums')).toBe(20)
  await next.stop()
})

it('opens its directory, closes it and opens it again in one process', async () => {
  await using folder = await aFolder()
  for (const expected of [0, 1]) {
    const engine = await openEngine({ dataDirectory: folder.path, passwords: { default: 'secret' }, log: silentLog })
    await using client = aClient(`http://default:secret@127.0.0.1:${engine.port}`)
    await client.command({ query: 'CREATE TABLE IF NOT EXISTS t (n UInt8) ENGINE = MergeTree ORDER BY n' })
    expect(await selectCount(client, 'SELECT count() AS count FROM t')).toBe(expected)
    await client.insert({ table: 't', values: [{ n: 1 }], format: 'JSONEachRow' })
    await engine.close()
  }
})

function aFolder() {
  return mkdtempDisposable(join(tmpdir(), 'linkshelf-engine-'))
}

function aClient(url: string): ClickHouseClient & AsyncDisposable {
  const client = createClient({ url, log: { level: ClickHouseLogLevel.OFF } })
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}

async function createBatchTables(client: ClickHouseClient): Promise<void> {
  const settings = 'SETTINGS non_replicated_deduplication_window = 1000, fsync_after_insert = 1, fsync_part_directory = 1'
  await client.command({ query: `CREATE TABLE batches (n UInt32) ENGINE = MergeTree ORDER BY n ${settings}` })
  await client.command({ query: `CREATE TABLE sums (k UInt8, n UInt64) ENGINE = SummingMergeTree ORDER BY k ${settings}` })
  await client.command({ query: 'CREATE MATERIALIZED VIEW sums_view TO sums AS SELECT 1 AS k, count() AS n FROM batches GROUP BY k' })
}

async function sendBatch(client: ClickHouseClient, batch: number, rowsInBatch: number): Promise<void> {
  await client.insert({
    table: 'batches',
    values: Array.from({ length: rowsInBatch }, (_, index) => ({ n: batch * rowsInBatch + index })),
    format: 'JSONEachRow',
    clickhouse_settings: { insert_deduplication_token: `batch-${batch}`, deduplicate_blocks_in_dependent_materialized_views: 1 },
  })
}

async function selectCount(client: ClickHouseClient, query: string): Promise<number> {
  const [row] = await (await client.query({ query, format: 'JSONEachRow' })).json<{ count: number | string }>()
  return Number(row?.count)
}

/**
 * Renames a part to its temporary name, as if the process had been killed between the two steps of an insert. The
 * engine deletes such a part when it starts.
 */
async function hidePart(dataFolder: string, part: string): Promise<void> {
  const found = (await readdir(join(dataFolder, 'store'), { recursive: true })).find((path) => path.endsWith(`/${part}`))
  if (found === undefined) throw new Error(`There is no ${part}`)
  await rename(join(dataFolder, 'store', found), join(dataFolder, 'store', found.replace(part, `tmp_insert_${part}`)))
}
