import { type AmazonMigrationRun, amazonMigrationOutcomes } from '@linkshelf/contract'
import type { MigrationRow, OutcomeCounts } from './migration-table.ts'

export function toMigrationRun(row: MigrationRow): AmazonMigrationRun {
  const processed = processedLinks(row)
  return {
    migration_id: row.id,
    status: row.state,
    progress: row.state === 'completed' ? 100 : percentOf(processed, row.link_count),
    linksFound: row.link_count,
    linksProcessed: processed,
    error: row.error,
    outcomes: Object.fromEntries(
      amazonMigrationOutcomes.map((outcome) => [outcome, row.outcomes[outcome] ?? 0]),
    ) as Required<OutcomeCounts>,
    started_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    undo: row.undo_state && { status: row.undo_state, restored: row.restored_count, left: row.left_count },
  }
}

export function isRunning(row: MigrationRow): boolean {
  return row.state === 'pending' || row.state === 'in_progress'
}

/** Each link has one outcome. */
function processedLinks({ outcomes }: MigrationRow): number {
  return Object.values(outcomes).reduce((sum, count) => sum + count, 0)
}

function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(100, Math.floor((100 * part) / whole))
}
