import { signInMessages, signInRequiredMessage } from '@linkshelf/contract'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { api } from '../../api/api.ts'
import { getSessionState, hasSessionExpired, onSessionChange, startSession } from '../../session/session.ts'
import { getBrowserTimeZone } from '../../ui/formats/dates.ts'
import { BarePage } from '../../ui/states/bare-page.tsx'
import { profileQuery } from './save-profile.ts'
import { SignInPrompt } from './sign-in-prompt.tsx'
import { useAccountTheme } from './theme-choice.ts'

/** Renders its children for signed-in users, and redirects others to the provider. */
export function SignInGuard({ logo, children }: { logo: React.ReactNode; children: React.ReactNode }) {
  const state = useSyncExternalStore(onSessionChange, getSessionState)
  const isSigningIn = state !== 'loading' && state !== 'authenticated'
  const reason = hasSessionExpired() ? signInRequiredMessage : undefined
  // Once the user is signed in, each screen sets its own title.
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

/**
 * Stores the time zone of this browser if the user has no time zone, because emails about links use it. If the server
 * rejects the time zone, the next page load tries again.
 */
function useFirstTimeZone(): void {
  const queryClient = useQueryClient()
  const { data: hasNone } = useQuery({ ...profileQuery, select: ({ time_zone }) => time_zone === null })
  const store = useEffectEvent(async () => {
    const { time_zone } = await api.me.update.call({ body: { time_zone: getBrowserTimeZone() } })
    queryClient.setQueryData(profileQuery.queryKey, (profile) => profile && { ...profile, time_zone })
  })

  useEffect(() => {
    if (hasNone) void store().catch(() => undefined)
  }, [hasNone])
}
