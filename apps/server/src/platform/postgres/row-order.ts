// Rows that an owner orders have a `position`: a number between the positions of their neighbors, so that moving a row
// updates no other row. The caller must have locked the list, so that two rows don't get the same position.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './postgres.ts'

/** Ordered rows of one project, in a table with `project_id`, `id` and `position`. */
export interface RowList {
  table: string
  projectId: string
}

/**
 * A place in the list: a `position`, counted from 1, or `before` another row. If `before` is null, the place is the
 * end.
 */
export type RowPlace = { position: number } | { before: string | null }

/**
 * Each move into the same gap adds a decimal place. If a position has more decimal places than this, the list is
 * numbered again.
 */
const maxDecimalPlaces = 100

/**
 * Returns the position for a row at this place. Places are counted without the row `movedId`. Undefined if the row in
 * `before` does not exist.
 */
export async function selectPosition(tx: Tx, list: RowList, place: RowPlace, movedId?: string): Promise<string | undefined> {
  const others = sql`select id, position from ${sql.table(list.table)} where project_id = ${list.projectId} and id is distinct from ${movedId ?? null}::uuid`
  const { rows } = await sql<{ position: string | null; decimals: number }>`
    with others as (${others}), gap as (${toGapSql(place)})
    select position, scale(position) as decimals from (
      select case
        when not is_found then null
        when above is null and below is null then 0
        when above is null then below - 1
        when below is null then above + 1
        else (above + below) * 0.5
      end as position
      from gap
    ) as found`.execute(tx)
  const found = rows[0]
  if (found?.position == null) return undefined
  if (found.decimals <= maxDecimalPlaces) return found.position
  await renumber(tx, list)
  return selectPosition(tx, list, place, movedId)
}

/** Returns SQL for the positions of the neighbors: `above` is before the place, `below` is after it. */
function toGapSql(place: RowPlace): RawBuilder<unknown> {
  if ('before' in place && place.before !== null)
    return sql`select target.position as below, target.position is not null as is_found,
        (select max(position) from others where others.position < target.position) as above
      from (select (select position from others where id = ${place.before}::uuid) as position) as target`
  const offset = 'position' in place ? sql`${place.position - 1}::bigint` : sql`(select count(*) from others)`
  return sql`select true as is_found,
      (select position from others order by position, id offset ${offset} limit 1) as below,
      (select max(position) from (select position from others order by position, id limit ${offset}) as first) as above`
}

async function renumber(tx: Tx, { table, projectId }: RowList): Promise<void> {
  await sql`update ${sql.table(table)} as renumbered set position = numbered.number
    from (select id, row_number() over (order by position, id) as number from ${sql.table(table)} where project_id = ${projectId}) as numbered
    where renumbered.id = numbered.id`.execute(tx)
}
