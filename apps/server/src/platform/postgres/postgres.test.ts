import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestDeps } from '../../../test/open-test-deps.ts'

it('rejects the next query of a transaction whose connection was lost between two queries, and serves later queries', async () => {
  await using deps = await openTestDeps()

  const broken = deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(deps.db)
    await sleep(200)
    await sql`select 1`.execute(tx)
  })

  await expect(broken).rejects.toThrow()
  expect((await sql<{ one: number }>`select 1 as one`.execute(deps.db)).rows).toEqual([{ one: 1 }])
})
