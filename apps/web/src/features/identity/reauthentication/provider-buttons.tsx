import { confirmUserPath, reauthenticationMessages } from '@linkshelf/contract'
import { Button, Text } from '@mantine/core'
import { useLocation } from 'react-router'

interface ProviderButtonsProps {
  providers: readonly { key: string; label: string }[]
  /** The code of an authenticator app; empty if the user has typed none. */
  code: string
  /** Whether the first button is the main one of the dialog. */
  isMain: boolean
}

/** Renders a button for each identity provider at which the user can sign in again. It leaves the dashboard. */
export function ProviderButtons({ providers, code, isMain }: ProviderButtonsProps) {
  const { pathname, search } = useLocation()
  if (providers.length === 0) return null
  return (
    <>
      {providers.map(({ key, label }, at) => (
        <Button
          key={key}
          variant={isMain && at === 0 ? 'filled' : 'default'}
          fullWidth
          mt="md"
          onClick={() => sendForm({ provider: key, code, next: pathname + search })}
        >
          {label}
        </Button>
      ))}
      <Text size="sm" c="dimmed" mt="xs">
        {reauthenticationMessages.atProvider}
      </Text>
    </>
  )
}

/** Sends a form, because the server does not accept a link as the start of a sign-in. */
function sendForm(fields: Record<string, string>): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = `${confirmUserPath}/provider`
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = name
    field.value = value
    form.append(field)
  }
  document.body.append(form)
  form.submit()
}
