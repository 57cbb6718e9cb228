// Every statement that changes several of `links`. Each holds its links by id before it changes them: two who change some of the same links
// wait for each other, and never both.
import { sql } from 'kysely'
import type { LabelListener } from '../labels/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { type LinkRow, linkColumns } from './link-table.ts'

/** Which of these the project has, held until the transaction ends. */
export async function holdLinks(tx: Tx, projectId: string, linkIds: readonly string[]): Promise<string[]> {
  const held = await tx
    .selectFrom('links')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', linkIds)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return held.map((link) => link.id)
}

export interface LinksChange {
  isArchived: boolean | undefined
  addLabels: readonly string[]
  /** In any case; these win over the added ones. */
  removeLabels: readonly string[]
}

/** The links as they are afterwards, in no order. They are held already. */
export async function updateHeldLinks(tx: Tx, projectId: string, linkIds: readonly string[], change: LinksChange): Promise<LinkRow[]> {
  if (linkIds.length === 0) return []
  const { isArchived = null, addLabels, removeLabels } = change
  return tx
    .updateTable('links')
    .set({
      is_archived: sql<boolean>`coalesce(${isArchived}::boolean, is_archived)`,
      labels: sql<string[]>`array(
        select name from unnest(labels || ${addLabels}::text[]) with ordinality as carried (name, place)
        where lower(name) <> all (select lower(removed) from unnest(${removeLabels}::text[]) as removed)
        group by name order by min(place))`,
    })
    .where('project_id', '=', projectId)
    .where('id', 'in', linkIds)
    .returning(linkColumns)
    .execute()
}

/** The names that are not among `others` in any case. PostgreSQL folds case here as it does everywhere else: "İ" is not the same to JavaScript. */
export async function selectNamesBesides(tx: Tx, names: readonly string[], others: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0 || others.length === 0) return names
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) with ordinality as given (name, place)
    where lower(name) <> all (select lower(other) from unnest(${others}::text[]) as other) order by place`.execute(tx)
  return rows.map((row) => row.name)
}

/** Leaves their slugs, so that these are answered with "gone" and never given out again, and nothing else. The links are held already. */
export async function emptyHeldLinks(tx: Tx, projectId: string, linkIds: readonly string[], deletedAt: Date): Promise<void> {
  if (linkIds.length === 0) return
  await tx
    .updateTable('links')
    .set({ deleted_at: deletedAt, target: '', title: null, labels: [], brand_logo: null, is_pending: false })
    .where('project_id', '=', projectId)
    .where('id', 'in', linkIds)
    .execute()
}

export async function archiveEveryLink(tx: Tx, projectId: string): Promise<void> {
  await sql`
    with held as materialized (
      select id from links
      where project_id = ${projectId} and deleted_at is null and not is_archived
      order by id for no key update)
    update links set is_archived = true from held where links.id = held.id`.execute(tx)
}

export const renameLabelOnLinks: LabelListener['onRenamed'] = async (tx, projectId, { from, to }) => {
  await sql`
    with held as materialized (
      select id from links
      where project_id = ${projectId} and deleted_at is null and ${from} = any (labels)
      order by id for no key update)
    update links set labels = array_replace(labels, ${from}, ${to}) from held where links.id = held.id`.execute(tx)
}

export const takeLabelOffLinks: LabelListener['onDeleted'] = async (tx, projectId, name) => {
  await sql`
    with held as materialized (
      select id from links
      where project_id = ${projectId} and deleted_at is null and ${name} = any (labels)
      order by id for no key update)
    update links set labels = array_remove(labels, ${name}) from held where links.id = held.id`.execute(tx)
}
