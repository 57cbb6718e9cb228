import { signInMessages } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { useEffect, useSyncExternalStore } from 'react'
import { BarePage } from '../../ui/bare-page.tsx'
import { beginSignIn, onSessionChange, sessionState, startSession } from './session.ts'

/** Shows its children to people who are signed in, and sends everyone else to the provider. */
export function SignInGate({ logo, children }: { logo: React.ReactNode; children: React.ReactNode }) {
  const state = useSyncExternalStore(onSessionChange, sessionState)

  useEffect(() => {
    void startSession()
  }, [])

  if (state === 'authenticated') return children
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
