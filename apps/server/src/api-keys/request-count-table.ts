// Every statement on `api_request_counts`. A process that dies leaves what it had reserved reserved.
import type { OrganizationId } from '@linkshelf/contract'
import { type Generated, sql } from 'kysely'
import type { Tx } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    api_request_counts: { organization_id: OrganizationId; month: string; used: Generated<number>; reserved: Generated<number> }
  }
}

/** The outcome of requests that a process had reserved. */
export interface ReservedRequests {
  used: number
  /** Requests that were not used, and are not reserved any more. */
  returned: number
}

/**
 * Stores which reserved requests were used or returned, and locks the count until the transaction ends. Returns how
 * many are used or reserved by all processes.
 */
export async function recordRequests(
  tx: Tx,
  organizationId: OrganizationId,
  month: string,
  { used, returned }: ReservedRequests,
): Promise<number> {
  const counts = await tx
    .insertInto('api_request_counts')
    .values({ organization_id: organizationId, month, used })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'month']).doUpdateSet({
        used: sql`api_request_counts.used + ${used}`,
        reserved: sql`greatest(api_request_counts.reserved - ${used + returned}, 0)`,
      }),
    )
    .returning(['used', 'reserved'])
    .executeTakeFirstOrThrow()
  return counts.used + counts.reserved
}

/** The caller has locked the count. */
export async function reserveRequests(tx: Tx, organizationId: OrganizationId, month: string, count: number): Promise<void> {
  await tx
    .updateTable('api_request_counts')
    .set({ reserved: sql`reserved + ${count}` })
    .where('organization_id', '=', organizationId)
    .where('month', '=', month)
    .execute()
}

export async function selectUsedRequests(tx: Tx, organizationId: OrganizationId, month: string): Promise<number> {
  const count = await tx
    .selectFrom('api_request_counts')
    .select('used')
    .where('organization_id', '=', organizationId)
    .where('month', '=', month)
    .executeTakeFirst()
  return count?.used ?? 0
}

/** The calendar month (UTC) of an instant: its first day as `yyyy-mm-dd`, and when it ends. */
export function toUtcMonth(now: Date): { month: string; endsAt: Date } {
  const [year, monthIndex] = [now.getUTCFullYear(), now.getUTCMonth()]
  return { month: new Date(Date.UTC(year, monthIndex)).toISOString().slice(0, 10), endsAt: new Date(Date.UTC(year, monthIndex + 1)) }
}
