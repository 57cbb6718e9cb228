import { confirmationMessages } from '@linkshelf/contract'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { showErrorToast, showToast } from '../../../ui/toasts/toast.tsx'
import { profileQuery } from '../save-profile.ts'

/** Sends the email that confirms the user's address again. An address that was confirmed meanwhile gets none. */
export async function sendConfirmation(queryClient: QueryClient): Promise<void> {
  try {
    const profile = await api.me.sendConfirmation.call()
    queryClient.setQueryData(profileQuery.queryKey, profile)
    const { sent, confirmed } = confirmationMessages
    await showToast({ title: profile.email_confirmed ? confirmed : sent, message: profile.email })
  } catch (error) {
    await showErrorToast(error, { fallback: confirmationMessages.sendFailed })
  }
}
