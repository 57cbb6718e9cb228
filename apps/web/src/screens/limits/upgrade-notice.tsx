import { type ClickUsage, countedLinksNote, formatLinkLimitMessage, packageLimits } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { Link as RouteLink } from 'react-router'
import { useProject, useSelection } from '../../features/organizations/selection.tsx'
import { formatDay } from '../../ui/formats/dates.ts'
import { formatCount, formatNumber } from '../../ui/formats/numbers.ts'
import { findNearLinkLimit } from './link-usage.ts'
import classes from './upgrade-notice.module.css'
import { useClickUsage } from './use-click-usage.ts'
import { useShownLimit } from './use-shown-limit.ts'

export const plansPath = '/settings/subscription'

interface UpgradeNoticeProps {
  /** If true, a button to upgrade the plan is shown. Otherwise, the notice says that an owner can upgrade. */
  isOwner: boolean
  /** If 'line', the notice is one line without a frame. */
  look?: 'panel' | 'line'
  children: React.ReactNode
}

/** Shows a limit of the plan, and how to raise it. */
export function UpgradeNotice({ isOwner, look = 'panel', children }: UpgradeNoticeProps) {
  return (
    <div className={classes.notice} data-look={look} role="note">
      <span className={classes.text}>
        {children}
        {!isOwner && ' An owner of this organization can upgrade the plan.'}
      </span>
      {isOwner && (
        <Button
          component={RouteLink}
          to={plansPath}
          size="compact-sm"
          variant={look === 'panel' ? 'filled' : 'light'}
          className={classes.action}
        >
          Upgrade
        </Button>
      )}
    </div>
  )
}

/** Shown on screens that add links if at least 80% of the plan's links are used. Says which links count. */
export function LinkLimitNotice() {
  const usage = findNearLinkLimit(useSelection().current)
  if (usage === undefined) return null
  const { used, limit, isOwner } = usage
  return (
    <UpgradeNotice isOwner={isOwner}>
      {used >= limit ? formatLinkLimitMessage(limit) : `${formatNumber(used)} of ${formatNumber(limit)} links used.`} {countedLinksNote}
    </UpgradeNotice>
  )
}

/** Shown on screens with links and clicks. Shows at most one limit of the plan. */
export function PlanLimitNotice() {
  return useShownLimit() === 'clicks' ? <ClickLimitNotice /> : <LinkLimitNotice />
}

/** Shown on screens with clicks if the plan's clicks of this month are used up. Says how many clicks are hidden. */
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
      {formatHiddenClicks(usage)} {formatUpgrade(usage)}
    </UpgradeNotice>
  )
}

function formatHiddenClicks({ hidden, hidden_since, limit, resets_on }: ClickUsage): string {
  if (hidden_since !== null)
    return `${formatCount(hidden, 'more click')} since ${formatDay(hidden_since)}, counted and shown from ${formatDay(resets_on)}.`
  return `This month’s limit of ${formatNumber(limit ?? 0)} clicks is reached. More clicks are counted, and shown from ${formatDay(resets_on)}.`
}

function formatUpgrade({ upgrade }: ClickUsage): string {
  if (upgrade === null) return ''
  const limit = packageLimits[upgrade].clicksPerMonth
  return Number.isFinite(limit) ? `${upgrade} shows up to ${formatNumber(limit)} a month.` : `${upgrade} shows all of them.`
}
