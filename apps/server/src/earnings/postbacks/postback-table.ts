// Every statement on `postback_addresses`, and the statements on transactions that postbacks reported.
import { randomBytes } from 'node:crypto'
import type { EarningId, EarningStatus, OrganizationId, ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { ProjectContext } from '../../access/index.ts'
import type { Db, Tx } from '../../platform/postgres/postgres.ts'
import type { Transaction } from '../reports/transaction.ts'

export interface AddressRow {
  secret: string
  created_at: Date
  last_received_at: Date | null
}

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    postback_addresses: AddressRow & { project_id: ProjectId; organization_id: OrganizationId }
  }
}

const addressColumns = ['secret', 'created_at', 'last_received_at'] as const

export function selectAddress(tx: Tx, projectId: ProjectId): Promise<AddressRow | undefined> {
  return tx.selectFrom('postback_addresses').select(addressColumns).where('project_id', '=', projectId).executeTakeFirst()
}

/** Sets a new secret, which replaces the previous secret. */
export function upsertAddress(tx: Tx, { organization, project, now }: ProjectContext): Promise<AddressRow> {
  const values = { secret: randomBytes(24).toString('base64url'), created_at: now, last_received_at: null }
  return tx
    .insertInto('postback_addresses')
    .values({ ...values, project_id: project.id, organization_id: organization.id })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
    .returning(addressColumns)
    .executeTakeFirstOrThrow()
}

/** Returns false if the project had no address. */
export async function deleteAddress(tx: Tx, projectId: ProjectId): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('postback_addresses').where('project_id', '=', projectId).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Selects the organization's projects that have an address. */
export function selectPostbackProjects(tx: Tx, organizationId: OrganizationId): Promise<{ id: ProjectId; name: string }[]> {
  return tx
    .selectFrom('postback_addresses')
    .innerJoin('projects', 'projects.id', 'postback_addresses.project_id')
    .select(['projects.id', 'projects.name'])
    .where('postback_addresses.organization_id', '=', organizationId)
    .orderBy('projects.id')
    .execute()
}

/** Stores when the last postback arrived. Returns false if the secret was replaced in the meantime. */
export async function updateReceivedTime(tx: Tx, projectId: ProjectId, secret: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('postback_addresses')
    .set({ last_received_at: now })
    .where('project_id', '=', projectId)
    .where('secret', '=', secret)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the project that the secret belongs to. Undefined if the secret is unknown. */
export async function findPostbackProject(
  db: Db,
  secret: string,
): Promise<{ organization_id: OrganizationId; project_id: ProjectId } | undefined> {
  const { rows } = await sql<{ organization_id: OrganizationId; project_id: ProjectId }>`
    select organization_id, project_id from find_postback_project(${secret})`.execute(db)
  return rows[0]
}

export interface PostedRow {
  status: EarningStatus
  currency: string
  /** The current earnings or, if the transaction was reversed, the earnings before the reversal. */
  earned: number
  sale: number
  sub_id: string | null
}

/** Selects the transaction that earlier postbacks reported. */
export async function selectPostedTransaction(tx: Tx, projectId: ProjectId, key: string): Promise<PostedRow | undefined> {
  const { rows } = await sql<PostedRow>`
    select status, currency, amount + reversed_amount as earned, sale_amount as sale, sub_id from earnings
    where project_id = ${projectId} and transaction_key = ${key} and import_id is null`.execute(tx)
  return rows[0]
}

export interface PostedTransaction extends Omit<Transaction, 'shippedQuantity' | 'isDirect'> {
  id: EarningId
  network: string | null
}

/**
 * Stores a transaction. If an earlier postback reported it, this replaces its status and amounts; values that are not
 * sent do not change. If the sub-id changes, the transaction is matched again.
 */
export async function upsertPostedTransaction(
  tx: Tx,
  { organization, project, now }: ProjectContext,
  posted: PostedTransaction,
): Promise<void> {
  await sql`insert into earnings (id, organization_id, project_id, transaction_key, is_current, version_at, recorded_at, retailer, kind, status, currency, amount,
      reversed_amount, sale_amount, quantity, occurred_on, occurred_at, is_day_of_shipment, item_id, item_name, tracking_id, sub_id, network)
    values (${posted.id}, ${organization.id}, ${project.id}, ${posted.key}, true, ${now}, ${now}, ${posted.retailer}, ${posted.kind}, ${posted.status},
      ${posted.currency}, ${posted.amount}, ${posted.reversedAmount}, ${posted.saleAmount}, ${posted.quantity}, ${posted.occurredOn}, ${posted.occurredAt},
      false, ${posted.itemId}, ${posted.itemName}, ${posted.trackingId}, ${posted.subId}, ${posted.network})
    on conflict (project_id, transaction_key, import_id) do update set version_at = excluded.version_at, recorded_at = excluded.recorded_at,
      status = excluded.status, currency = excluded.currency, amount = excluded.amount, reversed_amount = excluded.reversed_amount,
      sale_amount = excluded.sale_amount, item_id = coalesce(excluded.item_id, earnings.item_id), item_name = coalesce(excluded.item_name, earnings.item_name),
      sub_id = coalesce(excluded.sub_id, earnings.sub_id),
      matched_at = case when excluded.sub_id is null or excluded.sub_id = earnings.sub_id then earnings.matched_at end`.execute(tx)
}
