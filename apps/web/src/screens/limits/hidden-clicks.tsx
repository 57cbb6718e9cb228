import { type ClickUsage, packageLimits } from '@linkshelf/contract'
import { showDay } from '../../ui/formats/dates.ts'
import { showCount, showNumber } from '../../ui/formats/numbers.ts'
import { UpgradeNotice } from './upgrade-notice.tsx'

/** The clicks of this month that the plan does not show. */
export function HiddenClicks({ usage, isOwner }: { usage: ClickUsage; isOwner: boolean }) {
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
