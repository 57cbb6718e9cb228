// `failed_daily_rollups`: days of projects that could not be rolled up yet. The delay grows with each retry, so that a
// day that can't be rolled up costs little. Until a day is rolled up, queries read its single clicks.
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { deleteRows } from '../../platform/clickhouse/delete-rows.ts'
import { rollupLimits } from './rollup-statements.ts'

export interface FailedRollup {
  projectId: string
  /** `yyyy-mm-dd`, UTC. */
  day: string
  attempts: number
  /** Milliseconds since 1970. */
  failedAtMs: number
  /** True if the quarter-hourly rollup disagrees with the stored clicks, so rolling up was not tried. */
  isRejected: boolean
  reason: string
}

const firstDelayMs = 3_600_000
const maxDelayMs = 24 * 3_600_000
/** Maximum number of failures in one DELETE, which limits its length. */
const deletedAtOnce = 1_000

/** The first retry is due an hour after the first attempt. The delay then doubles each time, up to a day. */
export function isRetryDue({ attempts, failedAtMs }: FailedRollup, nowMs: number): boolean {
  return nowMs >= failedAtMs + Math.min(maxDelayMs, firstDelayMs * 2 ** (attempts - 1))
}

export async function selectFailedRollups(clickhouse: ClickHouse): Promise<FailedRollup[]> {
  const result = await clickhouse.query({
    query: `SELECT toString(project_id) AS projectId, day, attempts, toUnixTimestamp64Milli(failed_at) AS failedAtMs, is_rejected AS isRejected, reason
      FROM failed_daily_rollups FINAL`,
    clickhouse_settings: rollupLimits,
    format: 'JSONEachRow',
  })
  return result.json<FailedRollup>()
}

/** Stores the failures. Each replaces an earlier failure of the same project and day. */
export async function insertFailedRollups(clickhouse: ClickHouse, failures: readonly FailedRollup[]): Promise<void> {
  if (failures.length === 0) return
  await clickhouse.insert({
    table: 'failed_daily_rollups',
    format: 'JSONEachRow',
    values: failures.map(({ projectId, day, attempts, failedAtMs, isRejected, reason }) => ({
      project_id: projectId,
      day,
      attempts,
      failed_at: failedAtMs,
      is_rejected: isRejected,
      reason,
    })),
  })
}

export async function deleteFailedRollups(clickhouse: ClickHouse, failures: readonly FailedRollup[]): Promise<void> {
  if (failures.length === 0) return
  for (let from = 0; from < failures.length; from += deletedAtOnce) {
    const days = failures.slice(from, from + deletedAtOnce).map(({ projectId, day }) => `('${projectId}', '${day}')`)
    await deleteRows(clickhouse, { table: 'failed_daily_rollups', condition: `(project_id, day) IN (${days.join(', ')})` })
  }
}
