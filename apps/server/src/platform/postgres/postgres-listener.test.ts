import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { openPostgresListener, type PostgresListener } from './postgres-listener.ts'

let deps: TestDeps
let listener: PostgresListener
let heard: string[]
let beginnings: number
let losses: number

beforeEach(async () => {
  deps = await openTestDeps()
  heard = []
  beginnings = 0
  losses = 0
  listener = openPostgresListener({
    databaseUrl: deps.databaseUrl,
    channel: 'Some "news"',
    log: deps.log,
    onNotice: (payload) => heard.push(payload),
    onListening: () => {
      beginnings += 1
    },
    onLost: () => {
      losses += 1
    },
    aliveMs: 200,
  })
  await expect.poll(() => listener.isListening()).toBe(true)
})
afterEach(async () => {
  await listener.close()
  await deps[Symbol.asyncDispose]()
})

const say = (text: string) => sql`select pg_notify('Some "news"', ${text})`.execute(deps.db)

it('hears what is said on its channel', async () => {
  await say('one')
  await say('two')
  await expect.poll(() => heard).toEqual(['one', 'two'])
})

it('listens again when its connection was cut, and says that it missed something', async () => {
  const administrator = new pg.Client({ connectionString: deps.databaseUrl })
  await administrator.connect()
  await administrator.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'listens on%' and datname = current_database()",
  )
  await administrator.end()
  await expect.poll(() => beginnings, { timeout: 10_000 }).toBe(2)
  expect(losses).toBe(1)
  await say('three')
  await expect.poll(() => heard).toEqual(['three'])
})

it('stays silent once it is closed', async () => {
  await listener.close()
  await say('four')
  expect(listener.isListening()).toBe(false)
  expect(heard).toEqual([])
  expect(losses).toBe(0)
})
