import type { InstanceStatus } from '@linkshelf/contract'
import { findRollupProgress } from '../analytics/index.ts'
import type { Deps } from '../platform/deps.ts'

const hourMs = 3_600_000

/** Null before the first run. */
export async function findRollupStatus(deps: Pick<Deps, 'db' | 'clock'>): Promise<InstanceStatus['daily_rollups']> {
  const progress = await findRollupProgress(deps)
  if (progress === undefined) return null
  const hours_late = Math.floor(progress.delayMs / hourMs)
  return { oldest_missing_day: hours_late > 0 ? (progress.oldestMissingDay ?? null) : null, hours_late }
}
