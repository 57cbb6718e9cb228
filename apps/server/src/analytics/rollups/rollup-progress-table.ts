// `daily_rollup_progress`: one row that says how far all finished days are rolled up, for the status and the metrics.
import { type Generated, sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import type { FailedRollup } from './failed-rollup-table.ts'
import { settleMs } from './outdated-days.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    daily_rollup_progress: {
      /** Always true, so that the table has one row. */
      is_only: Generated<boolean>
      /** `yyyy-mm-dd`, UTC, like all days of this table. */
      rolled_up_before: string
      oldest_failed_day: string | null
      failed_count: number
      rejected_count: number
      updated_at: Date
    }
  }
}

export interface RollupProgress {
  /** Time since the oldest finished day without a rollup became due. 0 if there is no such day. */
  delayMs: number
  /** The oldest finished day without a rollup, `yyyy-mm-dd`, UTC, except days that were rejected. */
  oldestMissingDay: string | undefined
  /** Days of projects that could not be rolled up, and are retried. */
  failedCount: number
  /** Days of projects whose rollups disagree with the clicks. */
  rejectedCount: number
}

const dayMs = 86_400_000

/**
 * Saves that a run has covered the days from `from` to just before `until`. If a run covers only recent days, there may
 * be days before `from` that no run has covered.
 */
export async function saveRollupProgress(
  { db, clock }: { db: Db; clock: Clock },
  { from, until, failures }: { from: string; until: string; failures: readonly FailedRollup[] },
): Promise<void> {
  const previous = await selectRow(db)
  const failed = failures.filter(({ isRejected }) => !isRejected)
  const row = {
    rolled_up_before: previous === undefined || previous.rolled_up_before >= from ? until : previous.rolled_up_before,
    oldest_failed_day: failed.map(({ day }) => day).sort()[0] ?? null,
    failed_count: failed.length,
    rejected_count: failures.length - failed.length,
    updated_at: clock.now(),
  }
  await db
    .insertInto('daily_rollup_progress')
    .values(row)
    .onConflict((existing) => existing.column('is_only').doUpdateSet(row))
    .execute()
}

/** Returns how far days are rolled up. Undefined before the first run. */
export async function findRollupProgress({ db, clock }: { db: Db; clock: Clock }): Promise<RollupProgress | undefined> {
  const row = await selectRow(db)
  if (row === undefined) return undefined
  const { rolled_up_before, oldest_failed_day, failed_count, rejected_count } = row
  const oldest = oldest_failed_day !== null && oldest_failed_day < rolled_up_before ? oldest_failed_day : rolled_up_before
  const delayMs = Math.max(0, clock.now().getTime() - (Date.parse(oldest) + dayMs + settleMs))
  return { delayMs, oldestMissingDay: delayMs > 0 ? oldest : undefined, failedCount: failed_count, rejectedCount: rejected_count }
}

function selectRow(db: Db) {
  return db
    .selectFrom('daily_rollup_progress')
    .select([
      sql<string>`rolled_up_before::text`.as('rolled_up_before'),
      sql<string | null>`oldest_failed_day::text`.as('oldest_failed_day'),
      'failed_count',
      'rejected_count',
    ])
    .executeTakeFirst()
}
