import { confirmationMessages, type ErrorCode } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../api/api.ts'
import { NoticeBanner } from '../../../ui/states/notice-banner.tsx'
import { registerErrorAction } from '../../../ui/toasts/error-actions.ts'
import { showErrorToast, showToast } from '../../../ui/toasts/toast.tsx'
import { profileQuery } from '../save-profile.ts'

/**
 * Shown on every screen until the user has confirmed their email address. The link in the email opens another tab. When
 * the user comes back, the profile is refetched, so that the banner disappears if the address is confirmed.
 */
export function ConfirmationBanner({ email }: { email: string }) {
  const queryClient = useQueryClient()
  useConfirmationOffer()
  useQuery({ ...profileQuery, refetchOnWindowFocus: 'always' })
  const sending = useMutation({ mutationFn: () => sendConfirmation(queryClient) })
  const button = (
    <Button size="xs" variant="default" loading={sending.isPending} onClick={() => sending.mutate()}>
      {confirmationMessages.sendAgain}
    </Button>
  )
  return (
    <NoticeBanner label="Confirmation of your email address" icon={<IconMail aria-hidden size={20} stroke={1.6} />} action={button}>
      Confirm your email address: open the link that we sent to <strong>{email}</strong>. {confirmationMessages.limits}
    </NoticeBanner>
  )
}

const code: ErrorCode = 'EMAIL_UNCONFIRMED'

/**
 * Registers a button for calls that fail because the user's address is not confirmed. It sends the confirmation email
 * again.
 */
function useConfirmationOffer(): void {
  const queryClient = useQueryClient()
  useEffect(
    () => registerErrorAction(code, { label: confirmationMessages.sendAgain, run: () => void sendConfirmation(queryClient) }),
    [queryClient],
  )
}

/** Sends the confirmation email again. If the address is already confirmed, the server sends no email. */
async function sendConfirmation(queryClient: QueryClient): Promise<void> {
  try {
    const profile = await api.me.sendConfirmation.call()
    queryClient.setQueryData(profileQuery.queryKey, profile)
    const { sent, confirmed } = confirmationMessages
    await showToast({ title: profile.email_confirmed ? confirmed : sent, message: profile.email })
  } catch (error) {
    await showErrorToast(error, { fallback: confirmationMessages.sendFailed })
  }
}
