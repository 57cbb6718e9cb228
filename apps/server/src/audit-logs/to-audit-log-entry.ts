import {
  type AuditedChange,
  type AuditLogEntry,
  auditEvents,
  auditEventTypes,
  findAuditedName,
  splitAuditedChange,
} from '@linkshelf/contract'
import type { AuditLogRow } from '../access/index.ts'

interface EntryContext {
  /** The names of existing projects, by id. */
  projectNames: ReadonlyMap<string, string>
  /** The ids of links and products that exist. */
  existing: ReadonlySet<string>
  /** The ids of deleted links and products that can be restored. */
  restorable: ReadonlySet<string>
  /** The names of entities whose entries contain no name, by entity id. */
  names: ReadonlyMap<string, string>
  showsAddress: boolean
  /** Whether email addresses and the starts of API keys are shown. */
  showsSecrets: boolean
  /** If set, a change of several links shows only the change of this link. */
  linkId: string | undefined
}

export function toAuditLogEntry(
  row: AuditLogRow,
  { projectNames, existing, restorable, names, showsAddress, showsSecrets, linkId }: EntryContext,
): AuditLogEntry {
  const stored = { before: row.before, after: row.after } as AuditedChange
  const change = showsSecrets ? stored : removeSecrets(stored)
  const { label, describe } = auditEvents[row.action]
  const subject = findUnnamedSubject(row)
  const name = row.member_name ?? row.starter_name ?? (subject && names.get(subject))
  const projectName = row.project_id === null ? undefined : projectNames.get(row.project_id)
  return {
    id: row.id,
    eventType: auditEventTypes[row.action],
    label,
    date: row.created_at.toISOString(),
    description: describe(name === undefined ? change : addName(change, name)),
    metadata: {
      action: row.action,
      source: row.source,
      request_id: row.request_id,
      ...(showsAddress && row.address !== null && { address: row.address }),
    },
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    project: row.project_id === null || projectName === undefined ? null : { project_id: row.project_id, name: projectName },
    entity: row.entity,
    entity_id: row.entity_id,
    exists: row.entity_id !== null && existing.has(row.entity_id),
    restorable_ids: listDeletedIds(row).filter((id) => restorable.has(id)),
    before: pickLinkChange(change.before, linkId),
    after: pickLinkChange(change.after, linkId),
  }
}

function pickLinkChange(fields: AuditedChange['before'], linkId: string | undefined): AuditedChange['before'] {
  const own = linkId === undefined ? undefined : fields?.[linkId]
  return typeof own === 'object' && own !== null ? (own as AuditedChange['before']) : fields
}

function removeSecrets({ before, after }: AuditedChange): AuditedChange {
  const others = (fields: AuditedChange['before']) =>
    fields && Object.fromEntries(Object.entries(fields).filter(([field]) => field !== 'email' && field !== 'key'))
  return { before: others(before), after: others(after) }
}

/**
 * Returns the id of the entity that an entry is about. Returns undefined if the entry contains the entity's name. Also
 * returns undefined if the entry is about several entities, because it contains their names if they have any.
 */
export function findUnnamedSubject({ action, entity_id, before, after }: AuditLogRow): string | undefined {
  const change = { before, after } as AuditedChange
  if (entity_id === null || findAuditedName(change) !== undefined || splitAuditedChange(change).length > 0) return undefined
  const isAboutProduct = action === 'store.add_product' || action === 'store.remove_product'
  return isAboutProduct ? (change.after?.product_id as string | undefined) : entity_id
}

const deletingActions: readonly AuditLogRow['action'][] = [
  ...(['link.delete', 'link.bulk_delete', 'product.delete', 'product.bulk_delete'] as const),
  ...(['link_import.undo_rows', 'product_import.undo_rows'] as const),
]

/** Returns the ids of the links or products that a change deleted. */
export function listDeletedIds({ action, entity_id, before }: AuditLogRow): string[] {
  if (!deletingActions.includes(action)) return []
  const isOfImport = action === 'link_import.undo_rows' || action === 'product_import.undo_rows'
  return entity_id === null || isOfImport ? Object.keys(before ?? {}) : [entity_id]
}

function addName({ before, after }: AuditedChange, full_name: string): AuditedChange {
  if (before === null) return { before, after: { full_name, ...after } }
  return { before: { full_name, ...before }, after: after && { full_name, ...after } }
}
