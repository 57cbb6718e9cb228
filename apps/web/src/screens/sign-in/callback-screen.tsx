import { signInMessages } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { Link as RouteLink, useNavigate } from 'react-router'
import { takeRequestedAddress } from '../../session/requested-address.ts'
import { completeSignIn } from '../../session/session.ts'
import { BarePage } from '../../ui/states/bare-page.tsx'
import { Logo } from '../layout/logo.tsx'

/**
 * Completes the redirect from the identity provider. Then continues to the start page, which continues to the URL that
 * was requested before the sign-in.
 */
export function CallbackScreen() {
  const [hasFailed, setFailed] = useState(false)
  const navigate = useNavigate()
  useDocumentTitle(`${hasFailed ? signInMessages.failed : 'Completing sign in'} · Linkshelf`)

  useEffect(() => {
    completeOnce().then(
      () => void navigate('/', { replace: true, state: { continueTo: takeRequestedAddress() } }),
      () => setFailed(true),
    )
  }, [navigate])

  if (!hasFailed) return <BarePage logo={<Logo />} title={signInMessages.completing} isBusy />
  return (
    <BarePage logo={<Logo />} title={signInMessages.failed} text="Nothing was changed. Please try again.">
      <Button component={RouteLink} to="/" replace size="md" fullWidth>
        {signInMessages.continue}
      </Button>
    </BarePage>
  )
}

let completion: Promise<void> | undefined

/**
 * Completes the sign-in. Runs only once, because a response of the provider can be used only once, and React can run an
 * effect twice.
 */
function completeOnce(): Promise<void> {
  completion ??= completeSignIn()
  return completion
}
