// Erases again what a restored back-up still contains, although it was erased after the back-up was made. It also
// reserves the addresses of links that the back-up lacks.
import type { LinkId, OrganizationId, ProjectId } from '@linkshelf/contract'
import { type RawBuilder, sql } from 'kysely'
import { deleteClicksAgain, type RepeatedClickDeletion, recordClickDeletions } from '../../analytics/index.ts'
import { eraseLinksAgain } from '../../links/index.ts'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { type Db, openOwnerPostgres, type Tx } from '../../platform/postgres/postgres.ts'
import type { ListsOfBackup } from './read-lists.ts'
import type { AssignedAddress, Erasure, ErasureKind } from './stored-lists.ts'
import { longestTransactionMs } from './stored-time.ts'

export interface RepeatedErasures {
  /** For each kind: how many rows were erased again, and how many rows the back-up does not contain. */
  counts: { kind: (typeof erasedKinds)[number]; erased: number; missing: number }[]
  /** How many addresses of lost links were reserved. */
  reservedCount: number
}

export interface RepeatOptions {
  /** Signs in as the owner of the database, who must not be restricted by row-level security. */
  databaseUrl: string
  /** Signed in as the account that migrates. */
  clickhouse: ClickHouse
  takenAt: Date
  lists: ListsOfBackup
  /** SQL that runs in the transaction of the erasures. */
  finalStatement: string
}

/**
 * Repeats the listed erasures that the back-up lacks. If it was killed, it can be repeated. Both databases must have
 * the newest schema, and no other process may use them.
 */
export async function repeatErasures({
  databaseUrl,
  clickhouse,
  takenAt,
  lists,
  finalStatement,
}: RepeatOptions): Promise<RepeatedErasures> {
  const db = openOwnerPostgres(databaseUrl)
  try {
    const known = new Set((await sql<{ id: string }>`select id from erasures`.execute(db)).rows.map(({ id }) => id))
    // Erasures from before the back-up are not repeated. They are unknown if their rows were deleted after 90 days.
    const since = takenAt.getTime() - longestTransactionMs
    const newer = lists.erasures.filter(({ id, erasedAt }) => !known.has(id) && Date.parse(erasedAt) >= since)
    const erasuresByKind = Map.groupBy(leaveOutCanceled(newer), ({ kind }) => kind)
    const deletions = await findClickDeletions(db, erasuresByKind.get('clicks') ?? [])
    // Rows in PostgreSQL say which clicks have to be deleted, so the clicks are deleted before these rows.
    await deleteClicksAgain(clickhouse, { deletions, projectIds: await findErasedProjects(db, erasuresByKind) })
    return await db.transaction().execute(async (tx) => {
      await sql`select set_config('linkshelf.repeats_erasures', 'on', true)`.execute(tx)
      await recordClickDeletions(tx, deletions, new Date())
      const counts: RepeatedErasures['counts'] = []
      for (const kind of erasedKinds) {
        const erasures = erasuresByKind.get(kind) ?? []
        if (erasures.length === 0) continue
        const erased = kind === 'clicks' ? deletions.length : await eraseRows(tx, kind, erasures)
        counts.push({ kind, erased, missing: erasures.length - erased })
      }
      await insertErasures(tx, newer)
      if (!lists.isComplete) await sql`update erasures set erased_at = now() where kind = 'beginning'`.execute(tx)
      const reservedCount = await reserveAddresses(tx, lists.addresses)
      await sql.raw(finalStatement).execute(tx)
      return { counts, reservedCount }
    })
  } finally {
    await db.destroy()
  }
}

/** Each kind comes before the kinds whose foreign keys delete its rows, so that its rows are counted. */
const erasedKinds = [
  ...(['clicks', 'link', 'product', 'category', 'store', 'postback_address', 'api_key', 'passkey', 'member'] as const),
  ...(['project', 'organization', 'disabled_user', 'user'] as const),
]

const cancelations: Partial<Record<ErasureKind, ErasureKind>> = {
  restored_link: 'link',
  restored_product: 'product',
  enabled_user: 'disabled_user',
}

/** A restore erases what was deleted, so it does not matter whether the owner erased it, too. */
const synonyms: Partial<Record<ErasureKind, ErasureKind>> = { erased_link: 'link', erased_product: 'product' }

/** Returns the last erasure of each row. Leaves out rows that were restored after they were erased. */
function leaveOutCanceled(erasures: readonly Erasure[]): Erasure[] {
  const lastByRow = new Map<string, Erasure>()
  for (const erasure of erasures.toSorted((a, b) => Date.parse(a.erasedAt) - Date.parse(b.erasedAt))) {
    const kind = synonyms[erasure.kind] ?? erasure.kind
    lastByRow.set(`${cancelations[kind] ?? kind} ${erasure.ids.join()}`, { ...erasure, kind })
  }
  return [...lastByRow.values()].filter(({ kind }) => cancelations[kind] === undefined)
}

/** Finds the organizations of the deleted clicks. Leaves out clicks of projects that the back-up lacks. */
async function findClickDeletions(db: Db, erasures: readonly Erasure[]): Promise<RepeatedClickDeletion[]> {
  const { rows } = await sql<{ id: ProjectId; organization_id: OrganizationId }>`
    select id, organization_id from projects where id = any (${listIds(erasures)}::uuid[])`.execute(db)
  const projectById = new Map<string, (typeof rows)[number]>(rows.map((row) => [row.id, row]))
  return erasures.flatMap(({ ids: [projectId = '', linkId = null], erasedAt }) => {
    const project = projectById.get(projectId)
    if (project === undefined) return []
    const deletion = { linkId: linkId as LinkId | null, deletedBefore: new Date(erasedAt) }
    return [{ organizationId: project.organization_id, projectId: project.id, ...deletion }]
  })
}

/** Finds the projects that are deleted, alone or with their organization. */
async function findErasedProjects(db: Db, erasuresByKind: ReadonlyMap<ErasureKind, readonly Erasure[]>): Promise<string[]> {
  const listOfKind = (kind: ErasureKind) => listIds(erasuresByKind.get(kind) ?? [])
  const { rows } = await sql<{ id: string }>`
    select id from projects
    where id = any (${listOfKind('project')}::uuid[]) or organization_id = any (${listOfKind('organization')}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

type RowKind = Exclude<(typeof erasedKinds)[number], 'clicks'>

/** Erases the rows as the product does. Returns how many of them existed. */
async function eraseRows(tx: Tx, kind: RowKind, erasures: readonly Erasure[]): Promise<number> {
  const ids = listIds(erasures)
  if (kind === 'link') return eraseLinksAgain(tx, ids, new Date())
  if (kind === 'product') return eraseProducts(tx, ids)
  const { numAffectedRows } = await statements[kind](
    ids,
    erasures.map((erasure) => erasure.ids[1] ?? null),
  ).execute(tx)
  return Number(numAffectedRows)
}

/** Erases products, whether they were deleted before the back-up or not. Returns how many of them existed. */
async function eraseProducts(tx: Tx, ids: readonly string[]): Promise<number> {
  const present = await sql`delete from products where id = any (${ids}::uuid[])`.execute(tx)
  const deleted = await sql`delete from deleted_products where id = any (${ids}::uuid[])`.execute(tx)
  // The code of a product stays when its row is deleted, because an owner can restore the product.
  await sql`delete from qr_codes where subject_kind = 'product' and subject_id = any (${ids}::uuid[])`.execute(tx)
  return Number(present.numAffectedRows) + Number(deleted.numAffectedRows)
}

type Statement = (ids: readonly string[], secondIds: readonly (string | null)[]) => RawBuilder<unknown>

/** Foreign keys and triggers delete what belongs to a row, as when the product deletes the row. */
const statements: Record<Exclude<RowKind, 'link' | 'product'>, Statement> = {
  category: (ids) => sql`delete from categories where id = any (${ids}::uuid[])`,
  store: (ids) => sql`delete from stores where id = any (${ids}::uuid[])`,
  postback_address: (ids) => sql`delete from postback_addresses where project_id = any (${ids}::uuid[])`,
  api_key: (ids) => sql`delete from api_keys where id = any (${ids}::uuid[])`,
  passkey: (ids) => sql`delete from user_passkeys where id = any (${ids}::uuid[])`,
  member: (ids, userIds) => sql`
    delete from members using unnest(${ids}::uuid[], ${userIds}::uuid[]) as removed (organization_id, user_id)
    where members.organization_id = removed.organization_id and members.user_id = removed.user_id`,
  project: (ids) => sql`delete from projects where id = any (${ids}::uuid[])`,
  organization: (ids) => sql`delete from organizations where id = any (${ids}::uuid[])`,
  disabled_user: (ids) => sql`update users set disabled_at = now() where id = any (${ids}::uuid[]) and disabled_at is null`,
  user: (ids) => sql`delete from users where id = any (${ids}::uuid[])`,
}

/** Returns the first id of each erasure. */
function listIds(erasures: readonly Erasure[]): string[] {
  return erasures.flatMap(({ ids }) => ids.slice(0, 1))
}

/** Records the erasures, so that they are not repeated when a later back-up of this instance is restored. */
async function insertErasures(tx: Tx, erasures: readonly Erasure[]): Promise<void> {
  await sql`
    insert into erasures (id, kind, ids, erased_at)
    select (row ->> 'id')::uuid, row ->> 'kind', array(select jsonb_array_elements_text(row -> 'ids')::uuid), (row ->> 'erasedAt')::timestamptz
    from jsonb_array_elements(${JSON.stringify(erasures)}::jsonb) as row`.execute(tx)
  // Transaction ids of the original's server mean nothing on this server.
  await sql`update erasures set recorded_in = pg_current_xact_id()`.execute(tx)
}

/** Reserves the addresses that no link has or had. Only their organization can use them for new links. */
async function reserveAddresses(tx: Tx, addresses: readonly AssignedAddress[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into slugs (slug, released_to, is_lost)
    select assigned.address, organizations.id, true
    from unnest(${addresses.map(({ address }) => address)}::text[], ${addresses.map(({ organizationId }) => organizationId)}::uuid[])
      as assigned (address, organization_id)
    left join organizations on organizations.id = assigned.organization_id
    on conflict (slug) do nothing`.execute(tx)
  return Number(numAffectedRows)
}
