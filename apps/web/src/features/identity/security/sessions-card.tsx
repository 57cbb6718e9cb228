import { type Session, sessionMessages } from '@linkshelf/contract'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DeviceIcon } from '../../../ui/device-icon.tsx'
import { formatInstant, formatTimeAgo, useMinute } from '../../../ui/formats/dates.ts'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Facts, IconRow, IconRows, TitledCard, TitledCardSkeleton } from '../../../ui/titled-card.tsx'
import { sessionListQuery } from '../save-profile.ts'
import { formatSessionName, formatSessionPlace, formatSignInMethods } from './session-names.ts'

/** The sessions of the user, with buttons that end the other sessions. */
export function SessionsCard() {
  const sessions = useQuery(sessionListQuery)
  return (
    <QueryBoundary query={sessions} loading={<TitledCardSkeleton />} error={sessionMessages.loadFailed}>
      {(loaded) => <Sessions sessions={loaded} />}
    </QueryBoundary>
  )
}

function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const isElsewhere = sessions.some(({ current }) => !current)
  // The session of this browser comes first; the others are sorted by their last use.
  const ordered = sessions.toSorted((a, b) => Number(b.current) - Number(a.current))
  return (
    <TitledCard
      title="Sessions"
      description={
        isElsewhere
          ? 'Sign out any session that you do not recognize, then change your password.'
          : 'You are signed in on this device only.'
      }
      action={
        isElsewhere && (
          <Button variant="default" onClick={(event) => openSignOut(undefined, event.currentTarget)}>
            Sign out others
          </Button>
        )
      }
    >
      <IconRows label="Sessions">
        {ordered.map((session) => (
          <SessionRow key={session.session_id} session={session} />
        ))}
      </IconRows>
    </TitledCard>
  )
}

function SessionRow({ session }: { session: Session }) {
  const nowMs = useMinute()
  const name = formatSessionName(session)
  return (
    <IconRow
      icon={<DeviceIcon kind={session.device ?? ''} size={21} />}
      name={
        <>
          {name}
          {session.current && <Tag tone="good">This device</Tag>}
        </>
      }
      buttons={
        !session.current && (
          <Button
            variant="default"
            size="xs"
            aria-label={`Sign out ${name}`}
            onClick={(event) => openSignOut(session, event.currentTarget)}
          >
            Sign out
          </Button>
        )
      }
    >
      <Text
        size="sm"
        c="dimmed"
        title={`Last used ${formatInstant(session.last_used_at)}. Signed in ${formatInstant(session.signed_in_at)}.`}
      >
        <Facts>
          {[
            formatSessionPlace(session),
            session.current ? 'Active now' : `Active ${formatTimeAgo(session.last_used_at, nowMs).toLowerCase()}`,
            formatSignInMethods(session.methods),
          ]}
        </Facts>
      </Text>
    </IconRow>
  )
}

/**
 * Opens the dialog that signs out one session. If `session` is undefined, it signs out all sessions except the current
 * one.
 */
function openSignOut(session: Session | undefined, opener: HTMLElement): void {
  void openDialog(() => import('./security-dialogs.tsx').then(({ signOutDialog }) => signOutDialog(session)), opener)
}
