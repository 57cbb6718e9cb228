import type { ClickUsage } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import { clickUsageQuery } from '../../features/analytics/analytics-queries.ts'
import { useProject } from '../../features/organizations/selection.tsx'

/**
 * Returns the clicks of this month and how many clicks the plan shows. Returns undefined while the numbers are loading,
 * and if the plan has no limit.
 */
export function useClickUsage(): ClickUsage | undefined {
  const { organization, entitlements } = useProject()
  return useQuery({ ...clickUsageQuery(organization.id), enabled: Number.isFinite(entitlements.clicksPerMonth) }).data
}

/** Returns the first day of this month whose clicks the plan hides. Returns undefined if the plan shows all clicks. */
export function useHiddenSince(): string | undefined {
  return useClickUsage()?.hidden_since ?? undefined
}
