import { type ClickUsage, type Organization, packageLimits } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import { clickUsageQuery } from '../../features/analytics/analytics-queries.ts'
import { showDay } from '../../ui/dates.ts'
import { showCount, showNumber } from '../../ui/numbers.ts'
import { UpgradeNotice } from './upgrade-notice.tsx'

/** The clicks of this month that the plan does not show; nothing while it shows all of them, or when that is not known. */
export function HiddenClicks({ organization }: { organization: Organization }) {
  const { data: usage } = useQuery(clickUsageQuery(organization.id))
  if (usage === undefined || usage.limit === null || usage.used < usage.limit) return null
  return (
    <UpgradeNotice isOwner={organization.role === 'owner'}>
      {hiddenText(usage)} {upgradeText(usage)}
    </UpgradeNotice>
  )
}

function hiddenText({ hidden, hidden_since, limit, resets_on }: ClickUsage): string {
  if (hidden_since !== null)
    return `${showCount(hidden, 'more click')} since ${showDay(hidden_since)}, counted and shown from ${showDay(resets_on)}.`
  return `This month’s ${showNumber(limit ?? 0)} clicks are reached. Further days are counted, and shown from ${showDay(resets_on)}.`
}

function upgradeText({ upgrade }: ClickUsage): string {
  if (upgrade === null) return ''
  const limit = packageLimits[upgrade].clicksPerMonth
  return Number.isFinite(limit) ? `${upgrade} shows up to ${showNumber(limit)} a month.` : `${upgrade} shows all of them.`
}
