import { type Link, type LinkHealthState, linkHealthNoteNames, linkHealthReasons, linkHealthStateNames } from '@linkshelf/contract'
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

const findingByState = {
  works: { icon: IconCircleCheck, tone: 'good' },
  failed_once: { icon: IconClockPause, tone: 'warning' },
  broken: { icon: IconUnlink, tone: 'bad' },
  uncheckable: { icon: IconCircleDashed, tone: 'neutral' },
  unchecked: { icon: IconCircleDashed, tone: 'neutral' },
} as const

const soldOutFinding = { icon: IconClockPause, tone: 'warning' } as const

/** Says what a state means for the link, if the reason for the state does not say so. */
const consequenceByState: Partial<Record<LinkHealthState, string>> = {
  failed_once: 'The page is checked again within a day. If it keeps failing, the link is marked as broken.',
  broken: 'Visitors are still redirected there.',
}

interface LinkHealthCardProps {
  scope: ProjectScope
  link: Link
  onDialog: OpenLinkDialog
}

/** Shows whether the destination works, and what the user can do about a problem. */
export function LinkHealthCard({ scope, link, onDialog }: LinkHealthCardProps) {
  const { state, note, checked_at, checking } = link.health
  const nowMs = useMinute()
  const check = useCheckLink(scope)
  // Some links are never checked, for example links of an affiliate network.
  const isExcluded = state === 'uncheckable' && checked_at === null
  const { icon: Icon, tone } = note === null ? findingByState[state] : soldOutFinding
  const needsEdit = state === 'broken' || state === 'failed_once' || note !== null
  const isUnderWay = checking || check.isPending

  return (
    <Card>
      <Title order={2}>Destination check</Title>
      <Finding tone={tone} Icon={Icon} title={isUnderWay ? 'Checking the destination…' : formatVerdict(link.health)}>
        {isUnderWay ? 'This takes a few seconds.' : explainHealth(link)}
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
            {needsEdit && (
              <Button
                size="xs"
                variant={state === 'broken' ? 'filled' : 'default'}
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

/** Returns for example "Works · sold out". */
function formatVerdict({ state, note }: Link['health']): string {
  const name = linkHealthStateNames[state]
  return note === null ? name : `${name} · ${linkHealthNoteNames[note].toLowerCase()}`
}

function explainHealth({ health: { state, reason }, archived }: Link): string {
  const sentences = [reason === null ? undefined : linkHealthReasons[reason], consequenceByState[state]].filter(Boolean)
  if (sentences.length > 0) return sentences.join(' ')
  return `The page behind this link is checked ${archived ? 'every four weeks, because the link is archived' : 'once a week'}.`
}
