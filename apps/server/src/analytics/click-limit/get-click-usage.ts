import { type ClickUsage, packageFor } from '@linkshelf/contract'
import type { OrganizationContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { hiddenFrom } from './find-hidden-from.ts'
import { findMonthClicks, monthOf } from './month-clicks.ts'

/** Returns how many clicks of this UTC month the organization's plan shows. Up to ten seconds old. */
export async function getClickUsage({ clickhouse }: Pick<Deps, 'clickhouse'>, ctx: OrganizationContext): Promise<ClickUsage> {
  const limit = ctx.entitlements.clicksPerMonth
  const days = await findMonthClicks(clickhouse, ctx)
  const used = sumOf(days)
  const from = hiddenFrom(days, limit) ?? Number.POSITIVE_INFINITY
  const hidden = sumOf(days.filter(({ start }) => start >= from))
  const plan = used < limit ? undefined : packageFor('clicksPerMonth', Math.max(used, limit + 1))
  return {
    used,
    limit: Number.isFinite(limit) ? limit : null,
    hidden,
    hidden_since: Number.isFinite(from) ? toDay(from) : null,
    resets_on: toDay(monthOf(ctx.now).until),
    upgrade: plan ?? null,
  }
}

function sumOf(days: readonly { clicks: number }[]): number {
  return days.reduce((sum, { clicks }) => sum + clicks, 0)
}

function toDay(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}
