import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestPlatform } from './open-test-platform.ts'

/** Resolves once some transaction of the test's database waits for another. */
export async function someoneWaits(platform: TestPlatform): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`.execute(platform.edgeDb)
    return rows.length
  }
  await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(0)
}
