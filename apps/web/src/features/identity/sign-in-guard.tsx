import { signInMessages, signInRequiredMessage } from '@linkshelf/contract'
import { useDocumentTitle } from '@mantine/hooks'
import { useEffect, useSyncExternalStore } from 'react'
import { hasSessionExpired, onSessionChange, sessionState, startSession } from '../../session/session.ts'
import { BarePage } from '../../ui/states/bare-page.tsx'
import { useFirstTimeZone } from './first-time-zone.ts'
import { SignInPrompt } from './sign-in-prompt.tsx'
import { useAccountTheme } from './theme-choice.ts'

/** Renders its children for signed-in users, and redirects others to the provider. */
export function SignInGuard({ logo, children }: { logo: React.ReactNode; children: React.ReactNode }) {
  const state = useSyncExternalStore(onSessionChange, sessionState)
  const isSigningIn = state !== 'loading' && state !== 'authenticated'
  const reason = hasSessionExpired() ? signInRequiredMessage : undefined
  // Screens set their own title.
  useDocumentTitle(isSigningIn ? 'Sign in · Linkshelf' : '')

  useEffect(() => {
    void startSession()
  }, [])

  if (state === 'authenticated') return <WithAccountSettings>{children}</WithAccountSettings>
  if (state === 'loading') return <BarePage logo={logo} title={signInMessages.loading} isBusy />
  if (state === 'signing-in') return <BarePage logo={logo} title={signInMessages.redirecting} text={reason} isBusy />
  return <SignInPrompt logo={logo} state={state} text={reason} />
}

function WithAccountSettings({ children }: { children: React.ReactNode }) {
  useAccountTheme()
  useFirstTimeZone()
  return children
}
