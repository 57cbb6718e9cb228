import { signInMessages } from '@linkshelf/contract'
import { useDocumentTitle } from '@mantine/hooks'
import { useEffect, useSyncExternalStore } from 'react'
import { Navigate } from 'react-router'
import { SignInPrompt } from '../../features/identity/sign-in-prompt.tsx'
import { getSessionState, onSessionChange, startSession } from '../../session/session.ts'
import { BarePage } from '../../ui/states/bare-page.tsx'
import { Logo } from '../layout/logo.tsx'

/** Redirects to the identity provider. If the user is already signed in, redirects to the dashboard. */
export function SignInScreen() {
  const state = useSyncExternalStore(onSessionChange, getSessionState)
  useDocumentTitle('Sign in · Linkshelf')

  useEffect(() => {
    void startSession()
  }, [])

  if (state === 'authenticated') return <Navigate to="/" replace />
  if (state === 'unauthenticated' || state === 'unusable-address') return <SignInPrompt logo={<Logo />} state={state} />
  return <BarePage logo={<Logo />} title={signInMessages.signingIn} isBusy />
}
