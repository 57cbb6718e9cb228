// Every statement on `labels`. A label name is unique within its project, ignoring case (labels_name_key).
//
// To avoid deadlocks, locks are always taken in this order: a project's label list, its labels by id, then the links
// that have these labels.
import type { Label, LabelId, OrganizationId, ProjectId } from '@linkshelf/contract'
import { type Generated, type Selectable, sql } from 'kysely'
import type { Tables, Tx } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    labels: {
      id: LabelId
      organization_id: OrganizationId
      project_id: ProjectId
      name: string
      is_active: Generated<boolean>
      color_hex: string | null
      created_at: Date
    }
  }
}

export interface NewLabel {
  id: LabelId
  name: string
  isActive: boolean
  color: string | null
  createdAt: Date
}

const labelColumns = ['id', 'name', 'is_active', 'color_hex'] as const

export type LabelRow = Pick<Selectable<Tables['labels']>, (typeof labelColumns)[number]>

/** Selects the labels, sorted by name. */
export function selectLabels(tx: Tx, projectId: ProjectId): Promise<LabelRow[]> {
  return tx.selectFrom('labels').select(labelColumns).where('project_id', '=', projectId).orderBy(sql`lower(name)`).execute()
}

export function selectLabel(tx: Tx, projectId: ProjectId, labelId: LabelId): Promise<LabelRow | undefined> {
  return tx.selectFrom('labels').select(labelColumns).where('project_id', '=', projectId).where('id', '=', labelId).executeTakeFirst()
}

/**
 * Returns the project's spelling of a label name. Names are compared ignoring case. Undefined if the project has no
 * label with this name.
 */
export async function selectLabelName(tx: Tx, projectId: ProjectId, name: string): Promise<string | undefined> {
  const label = await tx
    .selectFrom('labels')
    .select('name')
    .where('project_id', '=', projectId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst()
  return label?.name
}

/**
 * Returns label ids by name. Names are compared ignoring case, and the keys are the names as given. A name that no
 * label has is not a key.
 */
export async function selectLabelIds(tx: Tx, projectId: ProjectId, names: readonly string[]): Promise<Map<string, LabelId>> {
  const { rows } = await sql<{ name: string; id: LabelId }>`
    select given.name, labels.id from unnest(${names}::text[]) as given (name)
    join labels on labels.project_id = ${projectId} and lower(labels.name) = lower(given.name)`.execute(tx)
  return new Map(rows.map((row) => [row.name, row.id]))
}

/**
 * Locks the project's label list until the transaction ends, so that no other transaction adds or renames a label.
 * Other transactions can still create links with existing labels.
 */
export async function lockLabelListForUpdate(tx: Tx, projectId: ProjectId): Promise<void> {
  await tx.selectFrom('projects').select('id').where('id', '=', projectId).forNoKeyUpdate().execute()
}

/** Selects the labels, and locks them against renaming and deletion until the transaction ends. */
export function lockLabels(tx: Tx, projectId: ProjectId, ids: readonly LabelId[]): Promise<LabelRow[]> {
  return tx
    .selectFrom('labels')
    .select(labelColumns)
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute()
}

/**
 * Locks and returns the label. Until this transaction ends, other transactions can neither change the label nor store
 * its name on a link.
 */
export function lockLabelForUpdate(tx: Tx, projectId: ProjectId, labelId: LabelId): Promise<LabelRow | undefined> {
  return tx
    .selectFrom('labels')
    .select(labelColumns)
    .where('project_id', '=', projectId)
    .where('id', '=', labelId)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns the inserted labels. A name is skipped if an existing label, or an earlier label of the list, has it. */
export function insertLabels(
  tx: Tx,
  organizationId: OrganizationId,
  projectId: ProjectId,
  labels: readonly NewLabel[],
): Promise<LabelRow[]> {
  return tx
    .insertInto('labels')
    .values(
      labels.map(({ id, name, isActive, color, createdAt }) => ({
        id,
        organization_id: organizationId,
        project_id: projectId,
        name,
        is_active: isActive,
        color_hex: color,
        created_at: createdAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(labelColumns)
    .execute()
}

export async function countLabels(tx: Tx, projectId: ProjectId): Promise<number> {
  const { count } = await tx
    .selectFrom('labels')
    .select((labels) => labels.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Returns the updated label, or undefined if another label of the project has the new name. If the name changes, the
 * caller must have locked the label list.
 */
export function updateLabelRow(
  tx: Tx,
  projectId: ProjectId,
  labelId: LabelId,
  change: { name: string; is_active: boolean; color_hex: string | null },
): Promise<LabelRow | undefined> {
  return tx
    .updateTable('labels')
    .set(change)
    .where('project_id', '=', projectId)
    .where('id', '=', labelId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('labels as other')
            .select('other.id')
            .where('other.project_id', '=', projectId)
            .where('other.id', '<>', labelId)
            .where(sql<boolean>`lower(other.name) = lower(${change.name})`),
        ),
      ),
    )
    .returning(labelColumns)
    .executeTakeFirst()
}

export async function deleteLabelRow(tx: Tx, projectId: ProjectId, labelId: LabelId): Promise<void> {
  await tx.deleteFrom('labels').where('project_id', '=', projectId).where('id', '=', labelId).execute()
}

export function toLabel(row: LabelRow): Label {
  return { label_id: row.id, name: row.name, active: row.is_active, color_hex: row.color_hex }
}
