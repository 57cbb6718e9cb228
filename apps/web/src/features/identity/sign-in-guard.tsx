import { signInMessages } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useEffect, useSyncExternalStore } from 'react'
import { BarePage } from '../../ui/bare-page.tsx'
import { useAccountTheme } from './dark-mode.ts'
import { beginSignIn, onSessionChange, sessionState, startSession } from './session.ts'

/** Shows its children to people who are signed in, and sends everyone else to the provider. */
export function SignInGuard({ logo, children }: { logo: React.ReactNode; children: React.ReactNode }) {
  const state = useSyncExternalStore(onSessionChange, sessionState)
  const isAsked = state === 'signing-in' || state === 'unauthenticated'
  // A screen titles itself; so does a session that is only looked for.
  useDocumentTitle(isAsked ? 'Sign in · Linkshelf' : '')

  useEffect(() => {
    void startSession()
  }, [])

  if (state === 'authenticated') return <InAccount>{children}</InAccount>
  if (state === 'loading') return <BarePage logo={logo} title={signInMessages.loading} isBusy />
  if (state === 'signing-in') return <BarePage logo={logo} title={signInMessages.redirecting} isBusy />
  return (
    <BarePage logo={logo} title={signInMessages.required}>
      <Button size="md" fullWidth onClick={() => void beginSignIn()}>
        {signInMessages.signIn}
      </Button>
    </BarePage>
  )
}

function InAccount({ children }: { children: React.ReactNode }) {
  useAccountTheme()
  return children
}
