// Every statement that writes `audit_log`. The database grants the application only insert and select on it.
import type { AuditAction, AuditActorKind, AuditEntity, OrganizationId, ProjectId, UserId } from '@linkshelf/contract'
import { type Generated, type GeneratedAlways, type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tables, Tx } from '../platform/postgres/postgres.ts'
import { escapeLike } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    audit_log: {
      id: Generated<string>
      created_at: Date
      organization_id: OrganizationId | null
      project_id: ProjectId | null
      user_id: UserId | null
      actor_kind: AuditActorKind
      actor_id: string
      source: 'api' | 'job' | 'command'
      address: string | null
      request_id: string
      action: AuditAction
      entity: AuditEntity
      entity_id: string | null
      before: object | null
      after: object | null
      search_text: GeneratedAlways<string>
    }
  }
}

export type AuditLogEntry = Insertable<import('../platform/postgres/postgres.ts').Tables['audit_log']>

export async function insertAuditLogEntry(tx: Tx, entry: AuditLogEntry): Promise<void> {
  await tx.insertInto('audit_log').values(entry).execute()
}

// The statements below read pages of `audit_log`, latest entry first.

/** The last entry of the previous page. */
interface AuditPosition {
  createdAt: Date
  id: string
}

export interface AuditSearch {
  /** Only entries with one of these actions. */
  actions: readonly AuditAction[] | undefined
  /** Only entries of this actor: the id of a user or an API key, or a kind of actor. */
  actor: string | undefined
  projectId: ProjectId | undefined
  /** Only entries about at least one of these entity ids. A bulk entry is about several entities. */
  about: readonly string[] | undefined
  /** Only entries from this instant on, inclusive. */
  from: Date | undefined
  /** Only entries before this instant. */
  until: Date | undefined
  /** Only entries that contain the text, ignoring case, or that have one of the actions. */
  term: { text: string; actions: readonly AuditAction[] } | undefined
}

const columns = [
  'audit_log.id',
  'audit_log.created_at',
  'audit_log.project_id',
  'audit_log.actor_kind',
  'audit_log.actor_id',
  'audit_log.source',
  'audit_log.address',
  'audit_log.request_id',
  'audit_log.action',
  'audit_log.entity',
  'audit_log.entity_id',
  'audit_log.before',
  'audit_log.after',
] as const

type AuditColumns = typeof columns extends readonly (infer Name)[] ? (Name extends `audit_log.${infer Column}` ? Column : never) : never

/**
 * Selects the name of an entry's actor: the user's name, or the name of the API key as it was when the key was created.
 * Relies on audit_log_action_idx.
 */
function selectActorName(entry: 'audit_log' | 'started', user: 'users' | 'starter') {
  const [actorId, organizationId] = [sql.ref(`${entry}.actor_id`), sql.ref(`${entry}.organization_id`)]
  return sql<string | null>`case ${sql.ref(`${entry}.actor_kind`)}
    when 'user' then ${sql.ref(`${user}.full_name`)}
    when 'api_key' then (
      select created.after ->> 'name' from audit_log as created
      where created.organization_id = ${organizationId} and created.action = 'api_key.create' and created.entity_id = ${actorId}
      limit 1
    )
  end`
}

function selectActorUserId(entry: 'audit_log' | 'started') {
  return sql`case when ${sql.ref(`${entry}.actor_kind`)} = 'user' then ${sql.ref(`${entry}.actor_id`)}::uuid end`
}

/** Selects the name of the member whom an entry is about. Entries about roles and removals store the user's id. */
const memberName = sql<string | null>`case audit_log.entity
  when 'member' then (select member.full_name from users as member where member.id = audit_log.entity_id::uuid)
end`

/** The action whose actor started the job that writes entries of an action. */
const startingAction = sql`case audit_log.action
  when 'link_import.import_rows' then 'link_import.start'
  when 'link_import.undo_rows' then 'link_import.undo'
  when 'product_import.undo_rows' then 'product_import.undo'
end`

/** Matches the entries of the start of the import, or of the undo, that an entry belongs to. */
const isStart = sql`started.organization_id = audit_log.organization_id and started.action = ${startingAction}
  and started.entity_id = audit_log.entity_id`

/**
 * Selects the name of the user who started the import, or the undo, that an entry belongs to. This user is the actor of
 * the first entry of the start. Relies on audit_log_entity_idx.
 */
const starterName = sql<string | null>`case when ${startingAction} is not null then (
  select ${selectActorName('started', 'starter')} from audit_log as started left join users as starter on starter.id = ${selectActorUserId('started')}
  where ${isStart} order by started.created_at, started.id limit 1
) end`

/** `actor_name` is null if the server itself acted. Each name is null if the account was deleted. */
export type AuditLogRow = Pick<Selectable<Tables['audit_log']>, AuditColumns & keyof Tables['audit_log']> & {
  actor_name: string | null
  member_name: string | null
  starter_name: string | null
}

/**
 * Selects at most `limit` entries of the transaction's organization that follow the position `after`. Relies on the
 * indexes of the database function `find_audit_entries`.
 */
export async function selectAuditEntries(
  tx: Tx,
  { actions, actor, projectId, about, from, until, term }: AuditSearch,
  { after, limit }: { after: AuditPosition | undefined; limit: number },
): Promise<AuditLogRow[]> {
  const { rows } = await sql<{ ids: string[] }>`
    select find_audit_entries(
      ${term ? `%${escapeLike(term.text.toLowerCase())}%` : null}, ${term?.actions ?? null}::text[], ${actions ?? null}::text[], ${actor ?? null},
      ${projectId ?? null}, ${from ?? null}, ${until ?? null}, ${after?.createdAt ?? null}, ${after?.id ?? null}, ${limit}, ${about ?? null}::text[]) as ids`.execute(
    tx,
  )
  const ids = rows[0]?.ids ?? []
  if (ids.length === 0) return []
  return tx
    .selectFrom('audit_log')
    .leftJoin('users', (join) => join.on(selectActorUserId('audit_log'), '=', sql.ref('users.id')))
    .select([
      ...columns,
      selectActorName('audit_log', 'users').as('actor_name'),
      memberName.as('member_name'),
      starterName.as('starter_name'),
    ])
    .where('audit_log.id', 'in', ids)
    .orderBy('audit_log.created_at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .execute()
}

/** The actor of a change. `name` is null if the account was deleted, or the server itself acted. */
export interface ChangeActor {
  kind: AuditActorKind
  name: string | null
  source: AuditLogRow['source']
}

/**
 * Selects the actor of the entry that was written when a row changed: the entry has the row's organization and project,
 * the instant in the column `at`, and names the row's id. If a job undid an import, the actor is who started the undo.
 * Null if there is no entry. Relies on audit_log_project_idx.
 */
export function selectActorOfChange({ table, at }: { table: string; at: string }): RawBuilder<ChangeActor | null> {
  const id = sql`${sql.ref(`${table}.id`)}::text`
  return sql`(
    select coalesce(
      (
        select json_build_object('kind', started.actor_kind, 'name', ${selectActorName('started', 'starter')}, 'source', started.source)
        from audit_log as started left join users as starter on starter.id = ${selectActorUserId('started')}
        where ${startingAction} is not null and ${isStart} order by started.created_at, started.id limit 1
      ),
      json_build_object('kind', audit_log.actor_kind, 'name', ${selectActorName('audit_log', 'users')}, 'source', audit_log.source))
    from audit_log left join users on users.id = ${selectActorUserId('audit_log')}
    where audit_log.organization_id = ${sql.ref(`${table}.organization_id`)} and audit_log.project_id = ${sql.ref(`${table}.project_id`)}
      and audit_log.created_at = ${sql.ref(`${table}.${at}`)} and (audit_log.entity_id = ${id} or audit_log.before ? ${id})
    limit 1)`
}

/** The entries of these actions store all fields of the entity, including its name. */
const actionsWithAllFields: readonly AuditAction[] = (['link', 'product', 'store', 'category', 'project'] as const).flatMap((entity) => [
  `${entity}.create` as const,
  `${entity}.update` as const,
  `${entity}.delete` as const,
])

/** Selects the last recorded name of each entity, even if the entity was deleted. Relies on audit_log_entity_idx. */
export async function selectAuditedNames(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<{ entity_id: string; name: string }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ entity_id: string; name: string }>`
    select distinct on (entity_id) entity_id, name
    from audit_log, lateral (
      select coalesce(fields ->> 'name', nullif(fields ->> 'title', ''), fields ->> 'slug') as name
      from (values (coalesce(after, before))) as stored (fields)
    ) as named
    where organization_id = ${organizationId} and entity_id = any(${ids}::text[]) and action = any(${actionsWithAllFields}::text[]) and name is not null
    order by entity_id, created_at desc, id desc`.execute(tx)
  return rows
}

/**
 * Selects the ids of the links or products that an import of a file created, sorted. They can be deleted. Relies on
 * audit_log_entity_idx.
 */
export async function selectImportedIds(
  tx: Tx,
  { organization, project }: { organization: { id: OrganizationId }; project: { id: ProjectId } },
  { importId, entity }: { importId: string; entity: 'link' | 'product' },
): Promise<string[]> {
  const toTexts = (field: string) => sql`array(select jsonb_array_elements_text(coalesce(after -> ${sql.lit(field)}, '[]')))`
  // An entry of an import of links has the links' ids as keys. Older entries list them in `created`.
  const links = sql`case action when 'link_import.import_rows' then audited_ids(null, after) || ${toTexts('created')} else ${toTexts('links')} end`
  const products = sql`case action when 'product_import.import_rows' then ${toTexts('created')} end`
  const { rows } = await sql<{ id: string }>`
    select distinct given.id::uuid as id from audit_log, unnest(${entity === 'link' ? links : products}) as given (id)
    where organization_id = ${organization.id} and entity_id = ${importId} and project_id = ${project.id}
      and action in ('link_import.import_rows', 'product_import.import_rows')
    order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Returns the given ids that an entry of one of these actions is about. Relies on audit_log_entity_idx and
 * audit_log_several_idx.
 */
export async function selectAuditedIds(
  tx: Tx,
  organizationId: OrganizationId,
  { ids, actions }: { ids: readonly string[]; actions: readonly AuditAction[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select entity_id as id from audit_log
    where organization_id = ${organizationId} and entity_id = any (${ids}::text[]) and action = any (${actions}::text[])
    union
    select unnest(audited_ids(before, after)) from audit_log
    where organization_id = ${organizationId} and action = any (${actions}::text[])
      and audited_ids(before, after) <> '{}' and audited_ids(before, after) && ${ids}::text[]`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Returns the products of the project that an import of a file updated, or that were added to the store or removed from
 * it. Relies on audit_log_action_idx.
 */
export async function selectProductIdsInEntries(tx: Tx, organizationId: OrganizationId, projectId: ProjectId): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select jsonb_array_elements_text(coalesce(after -> 'updated', '[]')) as id from audit_log
    where organization_id = ${organizationId} and project_id = ${projectId} and action = 'product_import.import_rows'
    union
    select after ->> 'product_id' from audit_log
    where organization_id = ${organizationId} and project_id = ${projectId} and action in ('store.add_product', 'store.remove_product')`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}
