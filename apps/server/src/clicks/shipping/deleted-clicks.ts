// Drops records that an owner has deleted before they were shipped. A journal can be shipped a long time after its
// clicks were recorded.
import { uuid } from '@linkshelf/contract/basics'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/postgres.ts'
import { isPageView, type JournalRecord } from '../journal/records/visit-records.ts'

interface ClickDeletion {
  project_id: string
  /** Null if the clicks and page views of the whole project were deleted. */
  link_id: string | null
  deleted_before: Date
}

/** Returns the records that were not deleted. Rejects if the deletions can't be read. Then the batch is retried. */
export type DeletedRecordsFilter = (records: readonly JournalRecord[]) => Promise<JournalRecord[]>

/** `db` must be signed in with a shipper's account. */
export function createDeletedRecordsFilter(db: Db): DeletedRecordsFilter {
  return async (records) => {
    const projectIds = [...new Set(records.map(({ projectId }) => projectId))].filter((id) => uuid.safeParse(id).success)
    const firstAt = records.reduce((first, { at }) => Math.min(first, at), Number.MAX_SAFE_INTEGER)
    const deletions = projectIds.length === 0 ? [] : await selectDeletions(db, projectIds, firstAt)
    if (deletions.length === 0) return [...records]
    const instants = new Map(deletions.map((row) => [toDeletionKey(row.project_id, row.link_id), row.deleted_before.getTime()]))
    return records.filter((record) => {
      const ofLink = isPageView(record) ? undefined : instants.get(toDeletionKey(record.projectId, record.linkId))
      return record.at >= Math.max(instants.get(toDeletionKey(record.projectId, null)) ?? 0, ofLink ?? 0)
    })
  }
}

async function selectDeletions(db: Db, projectIds: readonly string[], firstAt: number): Promise<ClickDeletion[]> {
  const { rows } = await sql<ClickDeletion>`select * from find_click_deletions(${projectIds}::uuid[], ${new Date(firstAt)})`.execute(db)
  return rows
}

function toDeletionKey(projectId: string, linkId: string | null): string {
  return `${projectId} ${linkId}`
}
