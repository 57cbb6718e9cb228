import { type Link, type LinkHealthState, linkHealthNoteNames, linkHealthReasons, linkHealthStateNames } from '@linkshelf/contract'
import { Button, Title } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconClockPause, IconPencil, IconRefresh, IconUnlink } from '@tabler/icons-react'
import type { ProjectScope } from '../../../api/api.ts'
import { useCan } from '../../../session/permissions.tsx'
import { Card } from '../../../ui/card.tsx'
import { Finding } from '../../../ui/finding.tsx'
import { Address } from '../../../ui/formats/address.tsx'
import { formatInstant, formatTimeAgo, useMinute } from '../../../ui/formats/dates.ts'
import type { OpenLinkDialog } from '../dialogs/link-dialogs.tsx'
import { useCheckLink } from '../link-mutations.ts'
import classes from './destination-card.module.css'

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

interface DestinationCardProps {
  scope: ProjectScope
  link: Link
  onDialog: OpenLinkDialog
}

/** Shows the destination, whether it works, and what the user can do about a problem. */
export function DestinationCard({ scope, link, onDialog }: DestinationCardProps) {
  const { state, note, checked_at, checking } = link.health
  const nowMs = useMinute()
  const check = useCheckLink(scope)
  // Some links are never checked, for example links of an affiliate network.
  const isExcluded = state === 'uncheckable' && checked_at === null
  const { icon: Icon, tone } = note === null ? findingByState[state] : soldOutFinding
  const needsEdit = state === 'broken' || state === 'failed_once' || note !== null
  const canCheck = useCan('links.check')
  const isUnderWay = checking || check.isPending

  return (
    <Card>
      <Title order={2}>Original URL</Title>
      <p className={classes.original}>
        <a href={link.target} target="_blank" rel="noreferrer">
          {link.target.slice(0, link.target.indexOf('//') + 2)}
          <Address href={link.target} />
        </a>
      </p>
      <Finding
        tone={tone}
        Icon={Icon}
        title={isUnderWay ? 'Checking the destination…' : formatVerdict(link.health)}
        actions={
          canCheck && (needsEdit || !isExcluded) ? (
            <>
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
            </>
          ) : undefined
        }
      >
        {isUnderWay ? 'This takes a few seconds.' : explainHealth(link)}
        {checked_at !== null && !isUnderWay && (
          <>
            {' Last check: '}
            <time dateTime={checked_at} title={formatInstant(checked_at)}>
              {formatTimeAgo(checked_at, nowMs).toLowerCase()}
            </time>
            .
          </>
        )}
      </Finding>
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
  return `Checked ${archived ? 'every four weeks, because the link is archived' : 'once a week'}.`
}
