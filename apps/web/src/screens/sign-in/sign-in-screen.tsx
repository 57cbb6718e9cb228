import { signInMessages } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useEffect, useSyncExternalStore } from 'react'
import { Navigate } from 'react-router'
import { beginSignIn, onSessionChange, sessionState, startSession } from '../../features/identity/session.ts'
import { BarePage } from '../../ui/states/bare-page.tsx'
import { Logo } from '../layout/logo.tsx'

/** Redirects to the provider; signed-in users go to the dashboard. */
export function SignInScreen() {
  const state = useSyncExternalStore(onSessionChange, sessionState)
  useDocumentTitle('Sign in · Linkshelf')

  useEffect(() => {
    void startSession()
  }, [])

  if (state === 'authenticated') return <Navigate to="/" replace />
  if (state !== 'unauthenticated') return <BarePage logo={<Logo />} title={signInMessages.signingIn} isBusy />
  return (
    <BarePage logo={<Logo />} title={signInMessages.required}>
      <Button size="md" fullWidth onClick={() => void beginSignIn()}>
        {signInMessages.signIn}
      </Button>
    </BarePage>
  )
}
