import type { ReceivedInvitation } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link as RouteLink, useParams } from 'react-router'
import { isApiError } from '../../api/api-error.ts'
import { SignInGuard } from '../../features/identity/sign-in-guard.tsx'
import { receivedInvitationQuery } from '../../features/members/member-queries.ts'
import { readStoredSession } from '../../session/stored-session.ts'
import { BarePage } from '../../ui/states/bare-page.tsx'
import { Logo } from '../layout/logo.tsx'
import { GuestInvitation } from './guest-invitation.tsx'
import { InvitationFailure } from './invitation-failure.tsx'
import { UserInvitation } from './user-invitation.tsx'

/** The page that the email of an invitation links to; it opens without sign-in. */
export function InvitationScreen() {
  const { token = '' } = useParams()
  // Whether this browser has a session; a sign-in leaves the page.
  const [isSignedIn] = useState(() => readStoredSession() !== undefined)
  const { data: invitation, error, refetch } = useQuery(receivedInvitationQuery(token))
  useDocumentTitle('Invitation · Linkshelf')

  if (invitation !== undefined) return <OpenInvitation invitation={invitation} token={token} isSignedIn={isSignedIn} />
  if (error === null) return <BarePage logo={<Logo />} title="Loading the invitation…" isBusy />
  if (isApiError(error, 'INVITATION_NOT_FOUND')) return <ClosedInvitation title="This invitation does not exist" text={error.message} />
  return <InvitationFailure error={error} onRetry={refetch} />
}

interface OpenInvitationProps {
  invitation: ReceivedInvitation
  token: string
  isSignedIn: boolean
}

function OpenInvitation({ invitation, token, isSignedIn }: OpenInvitationProps) {
  const { state, organization_name: organization } = invitation
  if (state === 'expired')
    return <ClosedInvitation title="This invitation has expired" text={`Ask an owner of ${organization} to invite you again.`} />
  if (state === 'revoked')
    return <ClosedInvitation title="This invitation was revoked" text={`Ask an owner of ${organization} to invite you again.`} />
  if (!isSignedIn) return <GuestInvitation invitation={invitation} token={token} />
  return (
    <SignInGuard logo={<Logo />}>
      <UserInvitation invitation={invitation} token={token} />
    </SignInGuard>
  )
}

function ClosedInvitation({ title, text }: { title: string; text: string }) {
  return (
    <BarePage logo={<Logo />} title={title} text={text}>
      <Button component={RouteLink} to="/" size="md" fullWidth>
        Return to Home
      </Button>
    </BarePage>
  )
}
