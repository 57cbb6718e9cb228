import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestDeps } from './open-test-deps.ts'

/** Resolves when a transaction in the test's database waits for a lock. */
export function waitForBlockedTransaction(deps: TestDeps): Promise<void> {
  return waitForBlockedTransactions(deps, 1)
}

/** Resolves when at least `count` transactions in the test's database wait for locks. */
export async function waitForBlockedTransactions(deps: TestDeps, count: number): Promise<void> {
  const countWaiting = async () => {
    const { rows } = await sql`
      select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`.execute(deps.edgeDb)
    return rows.length
  }
  await expect.poll(countWaiting).toBeGreaterThanOrEqual(count)
}
