// Reads of `stored_bytes` for limits and usage. Triggers add its rows; see migration 0435.
import {
  formatStorageMessage,
  type LimitedStorageKind,
  type OrganizationId,
  type StorageKind,
  storageKinds,
  toStorageLimit,
} from '@linkshelf/contract'
import { type Generated, sql } from 'kysely'
import { fail, type OrganizationContext } from '../access/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    stored_bytes: { id: Generated<number>; organization_id: OrganizationId; kind: StorageKind; bytes: number }
  }
}

/** Returns the bytes that an organization stores of each kind. Relies on stored_bytes_organization_id_idx. */
export async function sumBytesByKind(tx: Tx, { organization }: OrganizationContext): Promise<Record<StorageKind, number>> {
  const rows = await tx
    .selectFrom('stored_bytes')
    .select(['kind', sql<number>`sum(bytes)::bigint`.as('bytes')])
    .where('organization_id', '=', organization.id)
    .groupBy('kind')
    .execute()
  const stored = Object.fromEntries(storageKinds.map((kind) => [kind, 0])) as Record<StorageKind, number>
  for (const { kind, bytes } of rows) stored[kind] = bytes
  return stored
}

/** Returns the bytes that count toward one limit. */
export async function sumStoredBytes(tx: Tx, ctx: OrganizationContext, kind: LimitedStorageKind | 'total'): Promise<number> {
  const stored = await sumBytesByKind(tx, ctx)
  return kind === 'total' ? sumLimited(stored) : stored[kind]
}

function sumLimited({ pictures, imports, archives, exports }: Record<StorageKind, number>): number {
  return pictures + imports + archives + exports
}

/**
 * Checks that `addedBytes` more bytes of a kind fit into the plan. Locks the organization's storage until the
 * transaction ends, so that the second of two concurrent transactions counts the bytes of the first. Throws
 * UPLOAD_SPACE_EXHAUSTED, which names the limit that is reached.
 */
export async function requireStorage(
  tx: Tx,
  ctx: OrganizationContext,
  kind: Exclude<LimitedStorageKind, 'exports'>,
  addedBytes: number,
): Promise<void> {
  const reached = await findReachedLimit(tx, ctx, kind, addedBytes)
  if (reached !== undefined) failExhausted(ctx, reached)
}

function failExhausted({ entitlements }: OrganizationContext, kind: LimitedStorageKind | 'total'): never {
  const limitBytes = toStorageLimit(entitlements, kind)
  fail('UPLOAD_SPACE_EXHAUSTED', { limit_bytes: limitBytes, kind }, formatStorageMessage(kind, limitBytes))
}

/** Does the same as `requireStorage`, but returns whether the bytes fit. */
export async function hasStorageFor(
  tx: Tx,
  ctx: OrganizationContext,
  kind: Exclude<LimitedStorageKind, 'exports'>,
  addedBytes: number,
): Promise<boolean> {
  return (await findReachedLimit(tx, ctx, kind, addedBytes)) === undefined
}

async function findReachedLimit(
  tx: Tx,
  ctx: OrganizationContext,
  kind: LimitedStorageKind,
  addedBytes: number,
): Promise<LimitedStorageKind | 'total' | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`stored-bytes:${ctx.organization.id}`}, 0))`.execute(tx)
  const stored = await sumBytesByKind(tx, ctx)
  if (stored[kind] + addedBytes > toStorageLimit(ctx.entitlements, kind)) return kind
  return sumLimited(stored) + addedBytes > toStorageLimit(ctx.entitlements, 'total') ? 'total' : undefined
}

/**
 * Throws UPLOAD_SPACE_EXHAUSTED if the stored exports have reached the plan's limit. The size of the new export is not
 * counted, because it is unknown until the export is written. So the new export may exceed the limit, and an
 * organization without stored exports can always export.
 */
export async function requireExportStorage(tx: Tx, ctx: OrganizationContext): Promise<void> {
  const { exports } = await sumBytesByKind(tx, ctx)
  if (exports >= toStorageLimit(ctx.entitlements, 'exports')) failExhausted(ctx, 'exports')
}
