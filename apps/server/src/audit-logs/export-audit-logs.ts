import { type AuditLogEntry, type AuditLogFilter, describeActor } from '@linkshelf/contract'
import type { OrganizationContext } from '../access/index.ts'
import type { Cell } from '../platform/csv/csv.ts'
import { type CsvFile, toCsvFile } from '../platform/csv/csv-file.ts'
import type { Deps } from '../platform/deps.ts'
import { listAuditLogs } from './list-audit-logs.ts'

const entriesPerPage = 1_000
const columns = [
  'id',
  'date',
  'event_type',
  'event',
  'description',
  'actor',
  'project',
  'entity',
  'entity_id',
  'address',
  'before',
  'after',
]

/** The entries that match as a CSV file, latest first, read and written page by page. */
export function exportAuditLogs({ log }: Pick<Deps, 'log'>, ctx: OrganizationContext, filter: AuditLogFilter): Promise<CsvFile> {
  return toCsvFile({ columns, pages: entryPages(ctx, filter) }, `activity-${ctx.now.toISOString().slice(0, 10)}.csv`, log)
}

async function* entryPages(ctx: OrganizationContext, filter: AuditLogFilter): AsyncGenerator<Cell[][], void, void> {
  let cursor: string | undefined
  do {
    const page = await listAuditLogs(ctx, { ...filter, limit: entriesPerPage, cursor })
    yield page.entries.map(toCells)
    cursor = page.nextCursor
  } while (cursor !== undefined)
}

/** Returns the cells in the order of `columns`. */
function toCells({
  id,
  date,
  eventType,
  label,
  description,
  actor,
  project,
  entity,
  entity_id,
  metadata,
  before,
  after,
}: AuditLogEntry): Cell[] {
  return [
    id,
    date,
    eventType,
    label,
    description,
    describeActor(actor, metadata.source),
    project?.name ?? null,
    entity,
    entity_id,
    metadata.address ?? null,
    before === null ? null : JSON.stringify(before),
    after === null ? null : JSON.stringify(after),
  ]
}
