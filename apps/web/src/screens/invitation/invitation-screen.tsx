import { errorCatalog, joinPath, type ReceivedInvitation, signInMessages } from '@linkshelf/contract'
import { Button, Stack, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { Link as RouteLink, useParams } from 'react-router'
import { isApiError } from '../../api/api-error.ts'
import { SignInGuard } from '../../features/identity/sign-in-guard.tsx'
import { SignInPrompt } from '../../features/identity/sign-in-prompt.tsx'
import { instanceQuery } from '../../features/instance/instance-queries.ts'
import { receivedInvitationQuery } from '../../features/organizations/members/member-queries.ts'
import { storeRequestedAddress } from '../../session/requested-address.ts'
import { beginSignIn, getSessionState, onSessionChange } from '../../session/session.ts'
import { readStoredSession } from '../../session/stored-session.ts'
import { BarePage } from '../../ui/states/bare-page.tsx'
import { Logo } from '../layout/logo.tsx'
import { formatInvitation, InvitationFailure } from './invitation-failure.tsx'
import { UserInvitation } from './user-invitation.tsx'

/** The page that the invitation email links to. It can be opened without signing in. */
export function InvitationScreen() {
  const { token = '' } = useParams()
  // True if this browser has a session. The state needs no update, because signing in leaves the page.
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

/**
 * The invitation for a visitor who is not signed in. After signing in or signing up, the visitor returns to this page.
 */
function GuestInvitation({ invitation, token }: { invitation: ReceivedInvitation; token: string }) {
  const { state, organization_name: organization, email, has_account } = invitation
  const { data: instance } = useQuery(instanceQuery)
  const session = useSyncExternalStore(onSessionChange, getSessionState)
  const signIn = (
    <Button size="md" fullWidth variant={has_account ? 'filled' : 'default'} onClick={() => void beginSignIn()}>
      {signInMessages.signIn}
    </Button>
  )
  if (session === 'unusable-address') return <SignInPrompt logo={<Logo />} state={session} />
  if (state === 'accepted') {
    return (
      <BarePage logo={<Logo />} title="This invitation has been used" text={`Sign in as ${email} to open ${organization}.`}>
        {signIn}
      </BarePage>
    )
  }
  return (
    <BarePage logo={<Logo />} title={`Join ${organization}`} text={formatInvitation(invitation)}>
      <Stack gap="sm">
        {!has_account &&
          (instance?.sign_ups === 'closed' ? <Text>{errorCatalog.SIGN_UPS_CLOSED.message}</Text> : <CreateAccount token={token} />)}
        {signIn}
      </Stack>
    </BarePage>
  )
}

function CreateAccount({ token }: { token: string }) {
  return (
    <Button
      size="md"
      fullWidth
      component="a"
      href={`${joinPath}?token=${encodeURIComponent(token)}`}
      onClick={() => storeRequestedAddress()}
    >
      Create account
    </Button>
  )
}
