import { joinPath, type ReceivedInvitation, signInMessages } from '@linkshelf/contract'
import { Button, Stack } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { SignInPrompt } from '../../features/identity/sign-in-prompt.tsx'
import { storeRequestedAddress } from '../../session/requested-address.ts'
import { beginSignIn, onSessionChange, sessionState } from '../../session/session.ts'
import { BarePage } from '../../ui/states/bare-page.tsx'
import { Logo } from '../layout/logo.tsx'
import { invitationText } from './invitation-failure.tsx'

/** The invitation for a visitor who is not signed in. Sign-in and sign-up lead back to this page. */
export function GuestInvitation({ invitation, token }: { invitation: ReceivedInvitation; token: string }) {
  const { state, organization_name: organization, email, has_account } = invitation
  const session = useSyncExternalStore(onSessionChange, sessionState)
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
    <BarePage logo={<Logo />} title={`Join ${organization}`} text={invitationText(invitation)}>
      <Stack gap="sm">
        {!has_account && (
          <Button
            size="md"
            fullWidth
            component="a"
            href={`${joinPath}?token=${encodeURIComponent(token)}`}
            onClick={() => storeRequestedAddress()}
          >
            Create account
          </Button>
        )}
        {signIn}
      </Stack>
    </BarePage>
  )
}
