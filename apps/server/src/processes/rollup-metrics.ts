import { findRollupProgress, type RollupProgress } from '../analytics/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Metrics } from '../platform/http/metrics.ts'

/** Missing before the first run, and while PostgreSQL is down. */
export function measureRollups({ addGauge }: Pick<Metrics, 'addGauge'>, deps: Pick<Deps, 'db' | 'clock'>): void {
  const add = (name: string, help: string, toFigure: (progress: RollupProgress) => number) =>
    addGauge({
      name,
      help,
      async read() {
        const progress = await findRollupProgress(deps)
        return progress && toFigure(progress)
      },
    })
  add(
    'linkshelf_rollup_delay_seconds',
    'How long the oldest finished day without a daily rollup has been due',
    ({ delayMs }) => delayMs / 1_000,
  )
  add('linkshelf_rollup_failed_days', 'Days of projects that could not be rolled up, and are retried', ({ failedCount }) => failedCount)
  add('linkshelf_rollup_rejected_days', 'Days of projects whose rollups disagree with their clicks', ({ rejectedCount }) => rejectedCount)
}
