import {
  type AuditAction,
  type AuditLogEntry,
  type AuditLogFilter,
  type AuditLogQuery,
  auditEvents,
  describeActor,
  listAuditActions,
  markedAuditActions,
  type ProjectId,
} from '@linkshelf/contract'
import { z } from 'zod'
import {
  type AuditLogRow,
  type AuditSearch,
  fail,
  type OrganizationContext,
  organizationCall,
  read,
  selectAuditEntries,
  selectAuditedNames,
} from '../access/index.ts'
import { findLinkIdsWithLabel, findLinkNames, findRestorableLinkIds } from '../links/index.ts'
import type { Cell } from '../platform/csv/csv-file.ts'
import { type CsvFile, toCsvFile } from '../platform/csv/csv-file.ts'
import type { CoreDeps } from '../platform/deps.ts'
import { createPageCursor, cursorInstant } from '../platform/page-cursor.ts'
import { findProductNames, findRestorableProductIds } from '../products/index.ts'
import { selectProjects } from '../projects/index.ts'
import { findUnnamedSubject, listDeletedIds, toAuditLogEntry } from './to-audit-log-entry.ts'

const calls = organizationCall.auditLogs

export function auditLogRoutes(deps: CoreDeps) {
  return {
    list: calls.list.handler(async ({ context, input }) => {
      const page = await listAuditLogs(context.ctx, input.query)
      return { headers: { 'x-next-cursor': page.nextCursor }, body: page.entries }
    }),
    export: calls.export.handler(({ context, input }) => exportAuditLogs(deps, context.ctx, input.query)),
  }
}

const cursors = createPageCursor('audit-log', 1, z.object({ createdAt: cursorInstant, id: z.uuid() }))

export interface AuditLogPage {
  entries: AuditLogEntry[]
  /** The cursor of the next page. Undefined on the last page. */
  nextCursor: string | undefined
}

/** The entries of these actions contain an email address or the start of an API key. Viewers must not see either. */
const actionsWithSecrets: readonly AuditAction[] = [
  'member.invite',
  'invitation.send_email',
  'invitation.resend',
  'invitation.revoke',
  'api_key.create',
  'api_key.revoke',
]

/**
 * Lists the entries, latest first. Every member sees all entries. Only owners see the network address of a request, and
 * viewers see no email addresses and no API keys. Throws REQUEST_INVALID if `listAuditLogs` did not return the cursor.
 */
export async function listAuditLogs(ctx: OrganizationContext, { cursor, limit, ...filter }: AuditLogQuery): Promise<AuditLogPage> {
  const after = cursor === undefined ? undefined : (cursors.decode(cursor) ?? fail('REQUEST_INVALID', { issues: [{ path: 'cursor' }] }))
  const isViewer = ctx.organization.role === 'viewer'
  const search = { ...(isViewer ? toViewerSearch : toSearch)(filter), about: await findSubjects(ctx, filter) }
  const { rows, projects } = await read(ctx, async (tx) => ({
    // The query selects one more row than the page has. If the row exists, there is a next page.
    rows: search.actions?.length === 0 ? [] : await selectAuditEntries(tx, search, { after, limit: limit + 1 }),
    projects: await selectProjects(tx, [ctx.organization.id]),
  }))

  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const projectNames = new Map<string, string>(projects.map(({ id, name }) => [id, name]))
  const subjects = await findSubjectNames(ctx, page, projectNames)
  return {
    entries: page.map((row) =>
      toAuditLogEntry(row, {
        projectNames,
        ...subjects,
        showsAddress: ctx.organization.role === 'owner',
        showsSecrets: !isViewer,
        linkId: filter.url_id,
      }),
    ),
    nextCursor: rows.length > limit && last ? cursors.encode({ createdAt: last.created_at, id: last.id }) : undefined,
  }
}

/**
 * Returns the ids of the links that entries must be about. If only a link is given, returns the link. If only a label
 * is given, returns all links that have the label now. If both are given, returns the link if it has the label. Throws
 * REQUEST_INVALID if a label is given without a project.
 */
async function findSubjects(
  ctx: OrganizationContext,
  { project_id: id, url_id: urlId, label }: AuditLogFilter,
): Promise<readonly string[] | undefined> {
  if (label === undefined) return urlId && [urlId]
  if (id === undefined) return fail('REQUEST_INVALID', { issues: [{ path: 'project_id' }] })
  const labelled = await findLinkIdsWithLabel({ ...ctx, project: { id } }, label)
  return labelled.filter((linkId) => urlId === undefined || linkId === urlId)
}

function toSearch({
  search,
  event_type: eventType,
  group,
  actor,
  project_id: projectId,
  marked,
  tz,
  from,
  to,
}: AuditLogFilter): Omit<AuditSearch, 'about'> {
  const isNarrowed = eventType !== undefined || group !== undefined || marked
  const actions = listAuditActions({ eventType, group })
  return {
    actions: isNarrowed ? actions.filter((action) => !marked || markedAuditActions.includes(action)) : undefined,
    actor,
    projectId,
    from: from === undefined ? undefined : toStartOfDay(Temporal.PlainDate.from(from), tz),
    until: to === undefined ? undefined : toStartOfDay(Temporal.PlainDate.from(to).add({ days: 1 }), tz),
    term: search ? { text: search, actions: findActionsByLabel(search) } : undefined,
  }
}

/**
 * Returns the search of a viewer, which must not find entries by values that viewers can't see. If an entry contains an
 * email address or a key, the search finds it only by the label of its action.
 */
function toViewerSearch(filter: AuditLogFilter): Omit<AuditSearch, 'about'> {
  const search = toSearch(filter)
  const { term, actions = listAuditActions({}) } = search
  if (term === undefined) return search
  return { ...search, actions: actions.filter((action) => !actionsWithSecrets.includes(action) || term.actions.includes(action)) }
}

/** Returns the actions whose label contains the text. The dashboard shows labels, so a search finds them too. */
function findActionsByLabel(search: string) {
  return listAuditActions({}).filter((action) => auditEvents[action].label.toLowerCase().includes(search.toLowerCase()))
}

function toStartOfDay(day: Temporal.PlainDate, timeZone: string): Date {
  return new Date(day.toZonedDateTime(timeZone).epochMilliseconds)
}

interface SubjectNames {
  /** The ids of the links and products on the page that still exist, so that they can be opened. */
  existing: ReadonlySet<string>
  /** The ids of the links and products that entries on the page deleted, and that can be restored. */
  restorable: ReadonlySet<string>
  /**
   * Names by entity id: the names of existing links and products, and the recorded names of other entities whose
   * entries contain no name.
   */
  names: ReadonlyMap<string, string>
}

async function findSubjectNames(
  ctx: OrganizationContext,
  page: readonly AuditLogRow[],
  projectNames: ReadonlyMap<string, string>,
): Promise<SubjectNames> {
  const byProject = Map.groupBy(page, (row) => row.project_id)
  const found = await Promise.all(
    [...byProject].map(async ([projectId, rows]) => {
      if (projectId === null || !projectNames.has(projectId)) return { names: [], restorable: [] }
      const inProject = { ...ctx, project: { id: projectId satisfies ProjectId } }
      const unnamed = rows.map(findUnnamedSubject)
      const listIds = (entity: AuditLogRow['entity']) => {
        const ids = [...unnamed, ...rows.map((row) => (row.entity === entity ? row.entity_id : undefined))]
        return [...new Set(ids.filter((id) => id != null && isUuid(id)) as string[])]
      }
      // The undo of an import of products deletes links too.
      const listDeleted = (...entities: AuditLogRow['entity'][]) =>
        rows.flatMap((row) => (entities.includes(row.entity) ? listDeletedIds(row) : []))
      const [links, products, ...restorable] = await Promise.all([
        findLinkNames(inProject, listIds('link')),
        findProductNames(inProject, listIds('product')),
        findRestorableLinkIds(inProject, listDeleted('link', 'link_import', 'product_import')),
        findRestorableProductIds(inProject, listDeleted('product', 'product_import')),
      ])
      return { names: [...links, ...products], restorable: restorable.flat() }
    }),
  )
  const existing = new Map(found.flatMap(({ names }) => names))
  const missing = new Set(page.map(findUnnamedSubject).filter((id) => id !== undefined && !existing.has(id)) as string[])
  const audited = await read(ctx, (tx) => selectAuditedNames(tx, ctx.organization.id, [...missing]))
  return {
    existing: new Set(existing.keys()),
    restorable: new Set<string>(found.flatMap(({ restorable }) => restorable)),
    names: new Map([...audited.map(({ entity_id, name }) => [entity_id, name] as const), ...existing]),
  }
}

function isUuid(id: string): boolean {
  return z.uuid().safeParse(id).success
}

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

/** Exports the matching entries as a CSV file, latest first. Entries are read and written page by page. */
export function exportAuditLogs({ log }: CoreDeps, ctx: OrganizationContext, filter: AuditLogFilter): Promise<CsvFile> {
  return toCsvFile({ columns, pages: readEntryPages(ctx, filter) }, `activity-${ctx.now.toISOString().slice(0, 10)}.csv`, log)
}

async function* readEntryPages(ctx: OrganizationContext, filter: AuditLogFilter): AsyncGenerator<Cell[][], void, void> {
  let cursor: string | undefined
  do {
    const page = await listAuditLogs(ctx, { ...filter, limit: entriesPerPage, cursor })
    yield page.entries.map(toCells)
    cursor = page.nextCursor
  } while (cursor !== undefined)
}

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
