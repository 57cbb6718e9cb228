import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EngineProcess, startEngineProcess } from '../../../../test/databases/start-engine-process.ts'
import { type ClickHouse, openClickHouse } from '../clickhouse.ts'

let folder: string
let engine: EngineProcess
const clients: ClickHouse[] = []
const accounts: Record<'default' | 'writer' | 'reader', ClickHouse> = Object.create(null)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkshelf-engine-accounts-'))
  engine = await startEngineProcess(folder)
  Object.assign(accounts, {
    default: openClickHouse(engine.url),
    writer: openClickHouse(engine.writerUrl),
    reader: openClickHouse(engine.readerUrl),
  })
  clients.push(...Object.values(accounts))
  await accounts.default.command({ query: 'CREATE TABLE t (n UInt32) ENGINE = MergeTree ORDER BY n' })
  await accounts.default.command({ query: 'INSERT INTO t VALUES (1)' })
})
afterAll(async () => {
  for (const client of clients) await client.close()
  await engine.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

async function selectNumbers(client: ClickHouse, query: string, settings: Record<string, string> = {}): Promise<unknown[]> {
  const answer = await client.query({ query, clickhouse_settings: settings, format: 'JSONEachRow' })
  return answer.json()
}

const target = '/tmp/linkshelf-engine-written'

describe.each(['reader', 'writer'] as const)('the account %s', (account) => {
  it.each([
    ['files by a table function', "SELECT * FROM file('/etc/hostname', 'LineAsString')"],
    ['files by a function', "SELECT file('/etc/hostname')"],
    ['files by a quoted function', "SELECT `file`('/etc/hostname')"],
    ['files by an escaped function', "SELECT `\\x66ile`('/etc/hostname')"],
    ['files behind a dollar-quoted text', "SELECT $$ ' $$, file('/etc/hostname'), $$ ' $$"],
    ['files by a lambda', "SELECT arrayMap(file, ['/etc/hostname'])"],
    ['files of a description', "DESCRIBE TABLE file('/etc/passwd')"],
    ['writing files', `SELECT 1 INTO OUTFILE '${target}'`],
    ['writing files by a table function', `INSERT INTO FUNCTION file('${target}', 'CSV', 'n UInt32') SELECT 1`],
    ['reading files into a table', "INSERT INTO t FROM INFILE '/etc/passwd' FORMAT CSV"],
    ['other servers', "SELECT * FROM url('http://127.0.0.1:9/', 'LineAsString')"],
    ['other servers by S3', "SELECT * FROM s3('http://127.0.0.1:9/bucket/key', 'CSV')"],
    ['other ClickHouse servers', "SELECT * FROM remote('127.0.0.1:9', default, t)"],
    ['programs', "SELECT * FROM executable('true', 'TSV', 'a String')"],
    ['other databases', "SELECT * FROM sqlite('/etc/passwd', 'x')"],
    ['new tables', 'CREATE TABLE extra (n UInt32) ENGINE = Memory'],
    ['new tables behind a comment', '/* INSERT INTO */ CREATE TABLE extra (n UInt32) ENGINE = Memory'],
    ['new tables behind an insert', 'INSERT INTO t VALUES (2); CREATE TABLE extra (n UInt32) ENGINE = Memory'],
    ['temporary tables', 'CREATE TEMPORARY TABLE extra (n UInt32)'],
    ['new accounts', 'CREATE USER extra'],
    ['new functions', 'CREATE FUNCTION extra AS (x) -> x'],
    ['dropping tables', 'DROP TABLE t'],
    ['changing tables', 'ALTER TABLE t ADD COLUMN m UInt32'],
    ['the state of the server', 'SYSTEM FLUSH LOGS'],
    ['its own restriction', 'SET readonly = 0'],
    ['settings inside a query', 'SELECT n FROM t SETTINGS readonly = 0'],
    ['back-ups', `BACKUP TABLE t TO File('${target}')`],
  ])('has no access to %s', async (_what, query) => {
    await expect(accounts[account].command({ query })).rejects.toMatchObject({
      type: expect.stringMatching(/^(ACCESS_DENIED|READONLY|SYNTAX_ERROR)$/),
    })
    expect(existsSync(target)).toBe(false)
    expect(await selectNumbers(accounts.default, "SELECT name FROM system.tables WHERE database = 'default' ORDER BY name")).toEqual([
      { name: 't' },
    ])
  })

  it('reads rows, with parameters', async () => {
    const answer = await accounts[account].query({
      query: 'SELECT n FROM t WHERE n = {n: UInt32}',
      query_params: { n: 1 },
      format: 'JSONEachRow',
    })
    expect(await answer.json()).toEqual([{ n: 1 }])
  })
})

it.each([
  ['inserting rows', 'INSERT INTO t VALUES (9)'],
  ['deleting rows', 'DELETE FROM t WHERE n = 1'],
  ['queries of others', 'SELECT query FROM system.processes'],
  ['tables of the server by a text', "SELECT * FROM merge('system', 'processes')"],
  ['tables of the server by a parameter', 'SELECT count() FROM {table: Identifier}'],
])('denies a reader %s', async (_what, query) => {
  await expect(accounts.reader.command({ query, query_params: { table: 'x' } })).rejects.toMatchObject({
    type: expect.stringMatching(/^(ACCESS_DENIED|READONLY)$/),
  })
})

it.each([
  ['without a limit of time', { max_execution_time: '0' }],
  ['with a longer limit of time', { max_execution_time: '3600' }],
  ['with more memory', { max_memory_usage: '99999999999' }],
  ['with another setting', { allow_introspection_functions: '1' }],
])('rejects a query of a reader %s', async (_what, settings) => {
  await expect(selectNumbers(accounts.reader, 'SELECT n FROM t', settings)).rejects.toMatchObject({ type: 'SETTING_CONSTRAINT_VIOLATION' })
})

it('limits a query of a reader that sets no limit', async () => {
  expect(await selectNumbers(accounts.reader, "SELECT getSetting('max_execution_time') AS seconds")).toEqual([{ seconds: 60 }])
})

it('lets a writer insert and delete rows', async () => {
  await accounts.writer.insert({ table: 't', values: [{ n: 5 }], format: 'JSONEachRow' })
  await accounts.writer.command({ query: 'INSERT INTO t SELECT n + 1 FROM t WHERE n = 5' })
  await accounts.writer.command({ query: 'DELETE FROM t WHERE n = 5' })
  expect(await selectNumbers(accounts.writer, 'SELECT n FROM t WHERE n > 4')).toEqual([{ n: 6 }])
})

it.each([
  ['files', "SELECT * FROM file('/etc/hostname', 'LineAsString')"],
  ['other servers', "SELECT * FROM url('http://127.0.0.1:9/', 'LineAsString')"],
  ['accounts', 'CREATE USER extra'],
])('denies even the account that migrates access to %s', async (_what, query) => {
  await expect(accounts.default.command({ query })).rejects.toMatchObject({ type: 'ACCESS_DENIED' })
})

it.each(['reader', 'writer'])('rejects a wrong and a missing password of %s', async (user) => {
  for (const password of ['wrong', '']) {
    const url = Object.assign(new URL(engine.readerUrl), { username: user, password })
    const client = openClickHouse(url.href)
    await expect(client.command({ query: 'SELECT 1' })).rejects.toMatchObject({ type: 'AUTHENTICATION_FAILED' })
    await client.close()
  }
})
