import { signInMessages } from '@linkshelf/contract'
import { Button, Stack, Text } from '@mantine/core'
import { beginSignIn, getSignInOrigin, type SessionState } from '../../session/session.ts'
import { BarePage } from '../../ui/states/bare-page.tsx'

interface SignInPromptProps {
  logo: React.ReactNode
  /** Why no redirect to the provider is in progress. */
  state: Extract<SessionState, 'unauthenticated' | 'unusable-address'>
  text?: string | undefined
}

/** Offers the next step if the redirect to the provider failed, or cannot succeed at this address. */
export function SignInPrompt({ logo, state, text }: SignInPromptProps) {
  if (state === 'unusable-address') return <UnusableAddress logo={logo} />
  return (
    <BarePage logo={logo} title={signInMessages.required} text={text}>
      <Button size="md" fullWidth onClick={() => void beginSignIn()}>
        {signInMessages.signIn}
      </Button>
    </BarePage>
  )
}

/** Says at which address sign-in works, and which setting changes that address. */
function UnusableAddress({ logo }: { logo: React.ReactNode }) {
  const { origin, pathname, search, hash } = window.location
  const target = getSignInOrigin() ?? origin
  if (target === origin)
    return (
      <BarePage logo={logo} title="Signing in needs https" text={`Browsers don't allow it at ${origin}.`}>
        <OperatorHint>Serve this address over https, set APP_URL to its https address, and start Linkshelf again.</OperatorHint>
      </BarePage>
    )
  return (
    <BarePage logo={logo} title="Sign in at another address" text={`You opened ${origin}, and signing in works only at ${target}.`}>
      <Stack gap="md">
        <Button component="a" href={`${target}${pathname}${search}${hash}`} size="md" fullWidth>
          Open {target.replace(/^https?:\/\//, '')}
        </Button>
        <OperatorHint>
          To use another address, set APP_URL to it{window.isSecureContext ? '' : ', with https,'} and start Linkshelf again.
        </OperatorHint>
      </Stack>
    </BarePage>
  )
}

function OperatorHint({ children }: { children: React.ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      Do you run this server? {children}
    </Text>
  )
}
