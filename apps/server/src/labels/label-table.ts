// Every statement that touches `labels` is here. A name is unique within its project, whatever its case: labels_name_key.
//
// Locks are always taken in this order, so that nobody waits for each other: the list of a project, its labels by id, then what carries them.
import { type Generated, sql } from 'kysely'
import type { Tx } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    labels: {
      id: string
      organization_id: string
      project_id: string
      name: string
      is_active: Generated<boolean>
      created_at: Date
    }
  }
}

export interface LabelRow {
  id: string
  name: string
  is_active: boolean
}

export interface NewLabel {
  id: string
  name: string
  isActive: boolean
  createdAt: Date
}

const labelColumns = ['id', 'name', 'is_active'] as const

/** By name. */
export function selectLabels(tx: Tx, projectId: string): Promise<LabelRow[]> {
  return tx.selectFrom('labels').select(labelColumns).where('project_id', '=', projectId).orderBy(sql`lower(name)`).execute()
}

/** How the project spells this label, whatever case it is asked in; undefined when it has none of that name. */
export async function selectLabelName(tx: Tx, projectId: string, name: string): Promise<string | undefined> {
  const label = await tx
    .selectFrom('labels')
    .select('name')
    .where('project_id', '=', projectId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst()
  return label?.name
}

/** The ids of the labels with these names, whatever their case, under the names as asked. Unknown names are left out. */
export async function selectLabelIds(tx: Tx, projectId: string, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ asked: string; id: string }>`
    select asked.name as asked, labels.id from unnest(${names}::text[]) as asked (name)
    join labels on labels.project_id = ${projectId} and lower(labels.name) = lower(asked.name)`.execute(tx)
  return new Map(rows.map((row) => [row.asked, row.id]))
}

/**
 * Holds the project's list of names until the transaction ends: nobody else adds one or renames one. Links can be made meanwhile, under names
 * that are known.
 */
export async function holdLabelList(tx: Tx, projectId: string): Promise<void> {
  await tx.selectFrom('projects').select('id').where('id', '=', projectId).forNoKeyUpdate().execute()
}

/** These labels as they are now; none of them is renamed or deleted until the transaction ends. */
export function holdLabels(tx: Tx, projectId: string, ids: readonly string[]): Promise<LabelRow[]> {
  return tx
    .selectFrom('labels')
    .select(labelColumns)
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute()
}

/** The label, once nobody holds it any more; nobody can put it on anything until the transaction ends. */
export function holdLabelAlone(tx: Tx, projectId: string, labelId: string): Promise<LabelRow | undefined> {
  return tx
    .selectFrom('labels')
    .select(labelColumns)
    .where('project_id', '=', projectId)
    .where('id', '=', labelId)
    .forUpdate()
    .executeTakeFirst()
}

/** Names that are held already, by an older label or an earlier one of these, are passed over. Gives back the labels that were made. */
export function insertLabels(tx: Tx, organizationId: string, projectId: string, labels: readonly NewLabel[]): Promise<LabelRow[]> {
  return tx
    .insertInto('labels')
    .values(
      labels.map(({ id, name, isActive, createdAt }) => ({
        id,
        organization_id: organizationId,
        project_id: projectId,
        name,
        is_active: isActive,
        created_at: createdAt,
      })),
    )
    .onConflict((held) => held.doNothing())
    .returning(labelColumns)
    .execute()
}

export async function countLabels(tx: Tx, projectId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('labels')
    .select((labels) => labels.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return count
}

/** Nothing when another label of the project has the name. The list is held, so that nobody takes it meanwhile. */
export function updateLabel(
  tx: Tx,
  projectId: string,
  labelId: string,
  change: { name: string; is_active: boolean },
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

export async function deleteLabelRow(tx: Tx, projectId: string, labelId: string): Promise<void> {
  await tx.deleteFrom('labels').where('project_id', '=', projectId).where('id', '=', labelId).execute()
}
