import { type Link, type LinkHealth, linkHealthReasons } from '@linkshelf/contract'
import { Button, Title } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconClockPause, IconPencil, IconRefresh, IconUnlink } from '@tabler/icons-react'
import type { ProjectScope } from '../../../api/api.ts'
import { Can } from '../../../session/permissions.tsx'
import { Card } from '../../../ui/card.tsx'
import { Finding } from '../../../ui/finding.tsx'
import { formatInstant, formatTimeAgo, useMinute } from '../../../ui/formats/dates.ts'
import type { OpenLinkDialog } from '../dialogs/link-dialogs.tsx'
import { useCheckLink } from '../link-mutations.ts'
import classes from './link-health-card.module.css'

const findingByStatus = {
  unchecked: { icon: IconCircleDashed, tone: 'neutral', title: 'Not checked yet' },
  ok: { icon: IconCircleCheck, tone: 'good', title: 'The page is there' },
  failing: { icon: IconClockPause, tone: 'warning', title: 'The last check failed' },
  broken: { icon: IconUnlink, tone: 'bad', title: 'This link is broken' },
  unavailable: { icon: IconClockPause, tone: 'warning', title: 'The product is unavailable' },
  blocked: { icon: IconCircleDashed, tone: 'neutral', title: 'Could not be checked' },
} as const

/** Says what a status means for the link, if the reason for the status does not say so. */
const consequenceByStatus: Partial<Record<LinkHealth['status'], string>> = {
  failing: 'The page is checked again within a day, and the link is marked as broken if it fails again.',
  broken: 'Visitors are still redirected there.',
}

interface LinkHealthCardProps {
  scope: ProjectScope
  link: Link
  onDialog: OpenLinkDialog
}

/** Shows the result of the destination's last check, and what the user can do about a problem. */
export function LinkHealthCard({ scope, link, onDialog }: LinkHealthCardProps) {
  const { status, reason, checked_at, checking } = link.health
  const nowMs = useMinute()
  const check = useCheckLink(scope)
  // Some links are never checked, for example links of an affiliate network.
  const isExcluded = status === 'unchecked' && checked_at === null && reason !== null
  const { icon: Icon, tone, title } = findingByStatus[status]
  const isUnderWay = checking || check.isPending

  return (
    <Card>
      <Title order={2}>Destination check</Title>
      <Finding tone={tone} Icon={Icon} title={isUnderWay ? 'Checking the destination…' : isExcluded ? 'Never checked' : title}>
        {isUnderWay ? 'This takes a few seconds.' : explainHealth(link.health)}
      </Finding>
      <div className={classes.foot}>
        {checked_at !== null && (
          <span className={classes.when}>
            Checked{' '}
            <time dateTime={checked_at} title={formatInstant(checked_at)}>
              {formatTimeAgo(checked_at, nowMs).toLowerCase()}
            </time>
          </span>
        )}
        <Can call="links.check">
          <div className={classes.actions}>
            {(status === 'broken' || status === 'failing' || status === 'unavailable') && (
              <Button
                size="xs"
                variant={status === 'broken' ? 'filled' : 'default'}
                leftSection={<IconPencil aria-hidden size={15} />}
                onClick={(event) => onDialog('edit', [link], event.currentTarget)}
              >
                Edit destination
              </Button>
            )}
            {!isExcluded && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconRefresh aria-hidden size={15} />}
                loading={isUnderWay}
                onClick={() => check.mutate(link)}
              >
                {checked_at === null ? 'Check now' : 'Check again'}
              </Button>
            )}
          </div>
        </Can>
      </div>
    </Card>
  )
}

function explainHealth({ status, reason }: LinkHealth): string {
  const sentences = [reason === null ? undefined : linkHealthReasons[reason], consequenceByStatus[status]].filter(Boolean)
  if (sentences.length > 0) return sentences.join(' ')
  return status === 'ok' ? 'The page works. It is checked once a week.' : 'The page behind this link is checked once a week.'
}
