import { type AuditLogEntry, describeActor } from '@linkshelf/contract'
import { Card } from '../../ui/card.tsx'
import { showInstant, showTimeAgo, useMinute } from '../../ui/formats/dates.ts'
import { DataTable } from '../../ui/tables/data-table.tsx'
import type { Column } from '../../ui/tables/data-table-columns.ts'
import { LoadMore, type LoadMorePages } from '../../ui/tables/load-more.tsx'
import { Tag } from '../../ui/tag.tsx'
import classes from './audit.module.css'
import { AuditChanges } from './audit-changes.tsx'

interface AuditTableProps {
  entries: readonly AuditLogEntry[]
  label?: string
  /** The current project; undefined where every entry is about the same link. */
  projectId?: string
  pages: LoadMorePages
  /** The rows are those of an earlier filter. */
  isStale: boolean
}

const columns: Column<AuditLogEntry>[] = [
  {
    id: 'activity',
    header: 'Activity',
    cell: ({ description }) => <span className={classes.description}>{description}</span>,
    beside: (entry) => <AuditChanges entry={entry} />,
    className: classes.activity,
  },
  { id: 'event', header: 'Event', cell: ({ label }) => <Tag>{label}</Tag>, className: classes.event },
  {
    id: 'actor',
    header: 'By',
    cell: ({ actor, metadata }) => describeActor(actor, metadata.source),
    title: ({ metadata }) => (metadata.address === undefined ? '' : `From ${metadata.address}`),
    className: classes.actor,
  },
  {
    id: 'project',
    header: 'Project',
    cell: ({ project }) => project?.name ?? '–',
    isUnknown: ({ project }) => project === null,
    className: classes.project,
  },
  {
    id: 'when',
    header: 'When',
    cell: ({ date }) => <Ago date={date} />,
    title: ({ date }) => showInstant(date),
    className: classes.when,
  },
]

const columnsOfOne = columns.filter(({ id }) => id !== 'event' && id !== 'project')

export function AuditTable({ label = 'Account Activity Log', entries, projectId, pages, isStale }: AuditTableProps) {
  return (
    <Card p={0}>
      <DataTable
        label={label}
        columns={projectId === undefined ? columnsOfOne : columns}
        rows={entries}
        rowKey={({ id }) => id}
        rowLink={projectId === undefined ? undefined : (entry) => toSubject(entry, projectId)}
        isStale={isStale}
        foot={(rows) => <LoadMore pages={pages} {...rows} />}
      />
    </Card>
  )
}

/**
 * Returns the address of a link or a product that still exists. The page of a link finds it in any project, that of a
 * product in the current one.
 */
function toSubject({ entity, entity_id, exists, project }: AuditLogEntry, projectId: string): { to: string; title: string } | undefined {
  if (!exists) return undefined
  if (entity === 'link') return { to: `/links/${entity_id}`, title: 'Open the link' }
  return project?.project_id === projectId ? { to: `/store/products/edit/${entity_id}`, title: 'Open the product' } : undefined
}

function Ago({ date }: { date: string }) {
  return <time dateTime={date}>{showTimeAgo(date, useMinute())}</time>
}
