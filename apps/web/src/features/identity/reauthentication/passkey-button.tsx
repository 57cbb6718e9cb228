import { type PasskeyRequest, reauthenticationMessages } from '@linkshelf/contract'
import { Button, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'

/** How the user can confirm, except by the password. Not cached, because a challenge can be answered only once. */
export const reauthenticationQuery = api.me.getReauthentication.queryOptions({ gcTime: 0 })

/** Renders a button that confirms the user with a passkey. Renders nothing if the browser has no passkeys. */
export function PasskeyButton({ request, onConfirm }: { request: PasskeyRequest; onConfirm: () => void }) {
  const queryClient = useQueryClient()
  const {
    mutate,
    isPending,
    data: isAnswered,
  } = useMutation({
    mutationFn: confirmWithPasskey,
    onSuccess: (isConfirmed) => isConfirmed && onConfirm(),
    onError: (error) => void showErrorToast(error, { fallback: reauthenticationMessages.passkeyFailed }),
    onSettled: () => queryClient.invalidateQueries(reauthenticationQuery),
  })
  if (!('PublicKeyCredential' in window)) return null

  return (
    <>
      <Button variant="default" fullWidth mt="md" loading={isPending} onClick={() => mutate(request)}>
        {reauthenticationMessages.usePasskey}
      </Button>
      <Text role="status" size="sm" c="dimmed">
        {isAnswered === false && reauthenticationMessages.noPasskeyUsed}
      </Text>
    </>
  )
}

/** Returns false if the user canceled. */
async function confirmWithPasskey(request: PasskeyRequest): Promise<boolean> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { allowCredentials = [], ...options } = request
  const asked = startAuthentication({ optionsJSON: { ...options, allowCredentials } })
  const assertion = await asked.catch(() => undefined)
  if (assertion === undefined) return false
  await api.me.reauthenticate.call({ body: { method: 'passkey', assertion } })
  return true
}
