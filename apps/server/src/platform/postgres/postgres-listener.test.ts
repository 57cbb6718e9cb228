import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { openPostgresListener, type PostgresListener } from './postgres-listener.ts'

let deps: TestDeps
let listener: PostgresListener
let received: string[]
let starts: number
let losses: number

beforeEach(async () => {
  deps = await openTestDeps()
  received = []
  starts = 0
  losses = 0
  listener = openPostgresListener({
    listenerUrl: deps.listenerUrl,
    channel: 'Some "news"',
    log: deps.log,
    onNotification: (payload) => received.push(payload),
    onListening: () => {
      starts += 1
    },
    onLost: () => {
      losses += 1
    },
  })
  await expect.poll(() => listener.isListening()).toBe(true)
})
afterEach(async () => {
  await listener.close()
  await deps[Symbol.asyncDispose]()
})

const notify = (text: string) => sql`select pg_notify('Some "news"', ${text})`.execute(deps.db)

it('receives the notifications of its channel', async () => {
  await notify('one')
  await notify('two')
  await expect.poll(() => received).toEqual(['one', 'two'])
})

it('listens again after its connection was cut, and reports the gap', async () => {
  const administrator = new pg.Client({ connectionString: deps.databaseUrl })
  await administrator.connect()
  await administrator.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'listens on%' and datname = current_database()",
  )
  await administrator.end()
  await expect.poll(() => starts).toBe(2)
  expect(losses).toBe(1)
  await notify('three')
  await expect.poll(() => received).toEqual(['three'])
})

it('receives nothing after it is closed', async () => {
  await listener.close()
  await notify('four')
  expect(listener.isListening()).toBe(false)
  expect(received).toEqual([])
  expect(losses).toBe(0)
})
