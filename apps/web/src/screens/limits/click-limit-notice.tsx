import { type ClickUsage, packageLimits } from '@linkshelf/contract'
import { useProject } from '../../features/organizations/selection.tsx'
import { showDay } from '../../ui/formats/dates.ts'
import { showCount, showNumber } from '../../ui/formats/numbers.ts'
import { UpgradeNotice } from './upgrade-notice.tsx'
import { useClickUsage } from './use-click-usage.ts'

/** Screens with clicks say here that the plan's clicks of this month are used up, and how many are hidden. */
export function ClickLimitNotice() {
  const { organization } = useProject()
  const usage = useClickUsage()
  if (usage === undefined || usage.limit === null || usage.used < usage.limit) return null
  return <HiddenClicks usage={usage} isOwner={organization.role === 'owner'} />
}

/** The clicks of this month that the plan does not show. */
function HiddenClicks({ usage, isOwner }: { usage: ClickUsage; isOwner: boolean }) {
  return (
    <UpgradeNotice isOwner={isOwner}>
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
