import { type Db, openPostgres } from '../src/platform/postgres/postgres.ts'
import type { TestDeps } from './open-test-deps.ts'

/** Runs `run` with the database account of jobs. If `now` is given, the clock shows that time. */
export async function runAsJobsAccount<T>(deps: TestDeps, run: (jobs: TestDeps & { db: Db }) => Promise<T>, now?: string): Promise<T> {
  const db = openPostgres(deps.accounts.jobs)
  const clock = now === undefined ? deps.clock : { now: () => new Date(now) }
  try {
    return await run({ ...deps, db, clock })
  } finally {
    await db.destroy()
  }
}
