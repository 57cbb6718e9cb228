import { confirmationMessages } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { NoticeBanner } from '../../../ui/states/notice-banner.tsx'
import { profileQuery } from '../identity-queries.ts'
import { sendConfirmation } from './send-confirmation.ts'
import { useConfirmationOffer } from './use-confirmation-offer.ts'

/**
 * Shown on every screen until the user has confirmed their address. The link opens in another tab: coming back from it
 * shows whether it is done.
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
      Confirm your email address: open the link that we sent to <strong>{email}</strong>. Until then you can’t create API keys, invite
      people or connect shops.
    </NoticeBanner>
  )
}
