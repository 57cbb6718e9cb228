import type { Domain } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconArchive, IconCircleCheck, IconClock, IconRefresh } from '@tabler/icons-react'
import { Can } from '../../session/permissions.tsx'
import { Card } from '../../ui/card.tsx'
import { Finding } from '../../ui/finding.tsx'
import { formatInstant, formatTimeAgo, useMinute } from '../../ui/formats/dates.ts'
import classes from './domain.module.css'
import { useCheckDomain } from './domain-queries.ts'
import { describeDomain, isCheckNear } from './domain-state.ts'

const icons = {
  waiting: IconClock,
  verified: IconCircleCheck,
  misconfigured: IconAlertTriangle,
  conflicting: IconAlertTriangle,
  lost: IconAlertTriangle,
  archived: IconArchive,
} as const

/** The result of the last check, and a button that requests another check. */
export function DomainStateCard({ orgId, domain }: { orgId: string; domain: Domain }) {
  const nowMs = useMinute()
  const check = useCheckDomain(orgId)
  const { tone, title, text } = describeDomain(domain)
  const { checked_at: checkedAt } = domain
  // A requested check has ended when `checked_at` differs from its value in the response to the request.
  const isUnderWay = check.isPending || (check.data !== undefined && check.data.checked_at === checkedAt)
  return (
    <Card aria-label="State" role="region">
      <div className={classes.state}>
        <Finding tone={tone} Icon={icons[domain.state]} title={title}>
          {text}
        </Finding>
        <div className={classes.foot}>
          <span className={classes.when}>
            {checkedAt !== null && (
              <>
                Checked{' '}
                <time dateTime={checkedAt} title={formatInstant(checkedAt)}>
                  {formatTimeAgo(checkedAt, nowMs).toLowerCase()}
                </time>
                .{' '}
              </>
            )}
            {describeNextCheck(domain, nowMs)}
          </span>
          <Can call="domains.check">
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh aria-hidden size={15} />}
              loading={isUnderWay}
              onClick={() => check.mutate(domain)}
            >
              Check now
            </Button>
          </Can>
        </div>
      </div>
    </Card>
  )
}

function describeNextCheck({ next_check_at: nextAt }: Domain, nowMs: number): string {
  if (nextAt === null) return 'Automatic checks have ended.'
  return isCheckNear(nextAt, nowMs) ? 'The next check comes in a moment.' : `Next check: ${formatInstant(nextAt)}.`
}
