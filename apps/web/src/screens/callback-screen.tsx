import { signInMessages } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { Link as RouteLink, useNavigate } from 'react-router'
import { completeSignIn } from '../features/identity/session.ts'
import { BarePage } from '../ui/bare-page.tsx'
import { Logo } from './logo.tsx'

/** Where the provider sends people back to. Always goes on to the dashboard. */
export function CallbackScreen() {
  const [hasFailed, setFailed] = useState(false)
  const navigate = useNavigate()
  useDocumentTitle(`${hasFailed ? signInMessages.failed : 'Completing sign in'} · Linkshelf`)

  useEffect(() => {
    completeOnce().then(
      () => void navigate('/', { replace: true }),
      () => setFailed(true),
    )
  }, [navigate])

  if (!hasFailed) return <BarePage logo={<Logo />} title={signInMessages.completing} isBusy />
  return (
    <BarePage logo={<Logo />} title={signInMessages.failed} text="Nothing was changed. You can simply try once more.">
      <Button component={RouteLink} to="/" replace size="md" fullWidth>
        {signInMessages.continue}
      </Button>
    </BarePage>
  )
}

let completion: Promise<void> | undefined

/** An answer of the provider is good for one use, and React may run an effect twice. */
function completeOnce(): Promise<void> {
  completion ??= completeSignIn()
  return completion
}
