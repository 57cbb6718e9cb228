import { useQuery } from '@tanstack/react-query'
import { clickUsageQuery } from '../../features/analytics/analytics-queries.ts'
import { useProject } from '../../features/organizations/selection.tsx'

/** The first day of this month whose clicks the plan hides; undefined while it shows all of them. */
export function useHiddenSince(): string | undefined {
  const { organization, entitlements } = useProject()
  const { data } = useQuery({ ...clickUsageQuery(organization.id), enabled: Number.isFinite(entitlements.clicksPerMonth) })
  return data?.hidden_since ?? undefined
}
