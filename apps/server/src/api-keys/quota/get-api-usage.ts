import type { ApiUsage, OrganizationId } from '@linkshelf/contract'
import { type OrganizationContext, read } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { selectUsedRequests } from './request-count-table.ts'
import { monthOf } from './request-month.ts'

/**
 * How many requests API keys of the organization have made in the month (UTC) of `now`, at most some seconds old;
 * without the rejected ones.
 */
export function countApiRequests(tx: Tx, organizationId: OrganizationId, now: Date): Promise<number> {
  return selectUsedRequests(tx, organizationId, monthOf(now).month)
}

/** The same for the current month, with the limit. */
export async function getApiUsage(ctx: OrganizationContext): Promise<ApiUsage> {
  const limit = ctx.entitlements.apiRequestsPerMonth
  const used = await read(ctx, (tx) => countApiRequests(tx, ctx.organization.id, ctx.now))
  return { used, limit: Number.isFinite(limit) ? limit : null, resets_at: monthOf(ctx.now).endsAt.toISOString() }
}
