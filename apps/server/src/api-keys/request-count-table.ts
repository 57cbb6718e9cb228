// Every statement on `api_request_counts`. If a process dies, the requests that it had reserved remain reserved until
// the month ends.
import type { OrganizationId } from '@linkshelf/contract'
import { type Generated, sql } from 'kysely'
import type { Tx } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    api_request_counts: { organization_id: OrganizationId; month: string; used: Generated<number>; reserved: Generated<number> }
  }
}

/** The reserved requests that a process has used or returned. */
export interface ReservedRequests {
  used: number
  /** Requests that were not used. They are no longer reserved. */
  returned: number
}

/**
 * Stores how many reserved requests were used and returned, and locks the row until the transaction ends. Returns how
 * many requests all processes have used or reserved.
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

/** Adds `count` to the reserved requests. The caller must have locked the row of the organization and month. */
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

/** Returns the calendar month (UTC) of an instant: its first day as `yyyy-mm-dd`, and when it ends. */
export function toUtcMonth(now: Date): { month: string; endsAt: Date } {
  const [year, monthIndex] = [now.getUTCFullYear(), now.getUTCMonth()]
  return { month: new Date(Date.UTC(year, monthIndex)).toISOString().slice(0, 10), endsAt: new Date(Date.UTC(year, monthIndex + 1)) }
}
