import { type AuditedChange, type AuditLogEntry, describeActor, type FieldChange, listChangedFields } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { useCan } from '../../session/permissions.tsx'
import { Card } from '../../ui/card.tsx'
import { formatInstant, formatTimeAgo, useMinute } from '../../ui/formats/dates.ts'
import { formatNumber } from '../../ui/formats/numbers.ts'
import { DataTable } from '../../ui/tables/data-table.tsx'
import type { Column } from '../../ui/tables/data-table-columns.ts'
import { LoadMore, type LoadMorePages } from '../../ui/tables/load-more.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useRestoreLinks } from '../links/link-mutations.ts'
import { useProject } from '../organizations/selection.tsx'
import { useRestoreProducts } from '../products/product-mutations.ts'
import classes from './audit.module.css'

interface AuditTableProps {
  entries: readonly AuditLogEntry[]
  label?: string
  /** The current project; undefined if every entry is about the same link. */
  projectId?: string
  pages: LoadMorePages
  /** True while the rows are the result of an earlier filter. */
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
    title: ({ date }) => formatInstant(date),
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
        rowLink={projectId === undefined ? undefined : (entry) => toSubjectLink(entry, projectId)}
        isStale={isStale}
        actions={
          projectId === undefined || !entries.some(isRestorable)
            ? undefined
            : (entry) => isRestorable(entry) && <RestoreButton entry={entry} />
        }
        foot={(rows) => <LoadMore pages={pages} {...rows} />}
      />
    </Card>
  )
}

function isRestorable({ restorable_ids: ids, project }: AuditLogEntry): boolean {
  return ids.length > 0 && project !== null
}

/** Restores the links or products that the change deleted. */
function RestoreButton({ entry }: { entry: AuditLogEntry }) {
  const { orgId } = useProject().scope
  const scope = { orgId, projectId: entry.project?.project_id ?? '' }
  const [links, products] = [useRestoreLinks(scope), useRestoreProducts(scope)]
  const isAboutLinks = hasDeletedLinks(entry)
  const canRestore = useCan(isAboutLinks ? 'links.restore' : 'products.restore')

  function restore(): void {
    const named = listDeletedNames(entry)
    if (isAboutLinks) links.mutate(named.map(({ id, name }) => ({ url_id: id, title: name, target: name })))
    else products.mutate(named.map(({ id, name }) => ({ product_id: id, name })))
  }

  if (!canRestore) return null
  return (
    <Button
      variant="default"
      size="xs"
      loading={links.isPending || products.isPending}
      aria-label={`Restore: ${entry.description}`}
      onClick={restore}
    >
      Restore
    </Button>
  )
}

/** Returns whether the change deleted links. Otherwise it deleted products. */
function hasDeletedLinks({ entity, before }: AuditLogEntry): boolean {
  if (entity === 'link' || entity === 'link_import') return true
  return (
    entity === 'product_import' && Object.values(before ?? {}).some((own) => typeof own === 'object' && own !== null && 'target' in own)
  )
}

/** Returns the things that can be restored, with their names before the deletion. */
function listDeletedNames({ restorable_ids: ids, before }: AuditLogEntry): { id: string; name: string }[] {
  return ids.map((id) => {
    const own = before?.[id]
    const fields = typeof own === 'object' && own !== null ? (own as Record<string, unknown>) : (before ?? {})
    return { id, name: String(fields.title || fields.name || fields.target || '') }
  })
}

/**
 * Returns the address of a link or a product that still exists. The page of a link finds links in all projects. The
 * page of a product finds only products of the current project.
 */
function toSubjectLink(
  { entity, entity_id, exists, project }: AuditLogEntry,
  projectId: string,
): { to: string; title: string } | undefined {
  if (!exists) return undefined
  if (entity === 'link') return { to: `/links/${entity_id}`, title: 'Open the link' }
  return project?.project_id === projectId ? { to: `/store/products/edit/${entity_id}`, title: 'Open the product' } : undefined
}

function Ago({ date }: { date: string }) {
  return <time dateTime={date}>{formatTimeAgo(date, useMinute())}</time>
}

/** Number of changed fields that are shown at once. The user can open the others. */
const shownAtFirst = 3
const shownAtMost = 40

/**
 * Shows the fields of an entry. If a thing was changed, the first fields are shown at once, and the user can open the
 * others. If a thing was created or deleted, the user can open all fields.
 */
function AuditChanges({ entry }: { entry: AuditLogEntry }) {
  const change: AuditedChange = { before: entry.before, after: entry.after }
  const isChange = change.before !== null && change.after !== null
  const fields = listChangedFields(change)
  const shownFields = isChange ? fields.slice(0, shownAtFirst) : []
  const later = fields.slice(shownFields.length)
  if (fields.length === 0) return null

  return (
    <div className={classes.changes}>
      {shownFields.length > 0 && <Fields fields={shownFields} isChange />}
      {later.length > 0 && (
        <details className={classes.more}>
          <summary>{isChange ? `${later.length} more` : 'Details'}</summary>
          <Fields fields={later.slice(0, shownAtMost)} isChange={isChange} />
          {later.length > shownAtMost && <p>{later.length - shownAtMost} more are in the CSV file.</p>}
        </details>
      )}
    </div>
  )
}

function Fields({ fields, isChange }: { fields: readonly FieldChange[]; isChange: boolean }) {
  return (
    <dl className={classes.fields}>
      {fields.map((change) => (
        <div key={`${change.subject} ${change.field}`} className={classes.field}>
          <dt>{change.subject === undefined ? change.label : `${change.subject}: ${change.label}`}</dt>
          <dd>
            {isChange ? (
              <>
                <span className="visually-hidden">from </span>
                <del>
                  <AuditValue value={change.before} />
                </del>
                <span aria-hidden> → </span>
                <span className="visually-hidden"> to </span>
                <ins>
                  <AuditValue value={change.after} />
                </ins>
              </>
            ) : (
              <AuditValue value={change.after ?? change.before} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const maxLength = 120

/**
 * A stored value in readable form: a color with its swatch, an instant in the reader's time zone, a long text cut off.
 */
function AuditValue({ value }: { value: unknown }) {
  if (isMissing(value)) return <span className={classes.none}>empty</span>
  if (typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)) {
    return (
      <span className={classes.color}>
        <span aria-hidden className={classes.swatch} style={{ background: value }} />
        {value}
      </span>
    )
  }
  const text = toText(value)
  return <span title={text.length > maxLength ? text : undefined}>{truncate(text)}</span>
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function toText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'string') return isInstant(value) ? formatInstant(value) : value
  if (!Array.isArray(value)) return formatFields(value as object)
  return value.every(isId) ? `${value.length} chosen` : value.map(toText).join(', ')
}

/**
 * Returns the fields of a value as text. Ids are omitted, because they say nothing to a reader. If a single field
 * remains, it is shown without its name. For example, an organization is shown as its name.
 */
function formatFields(value: object): string {
  const fields = Object.entries(value).filter(([, field]) => !isMissing(field) && !isId(field))
  return fields.map(([name, field]) => (fields.length === 1 ? toText(field) : `${name.replaceAll('_', ' ')}: ${toText(field)}`)).join(', ')
}

function truncate(text: string): string {
  const characters = [...text]
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : text
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text))
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
}
