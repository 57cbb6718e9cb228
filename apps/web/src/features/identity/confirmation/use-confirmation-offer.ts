import { confirmationMessages, type ErrorCode } from '@linkshelf/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { offerOnError } from '../../../ui/toasts/error-actions.ts'
import { sendConfirmation } from './send-confirmation.ts'

const code: ErrorCode = 'EMAIL_UNCONFIRMED'

/** Wherever a call fails because the user's address is not confirmed, its error offers the email again. */
export function useConfirmationOffer(): void {
  const queryClient = useQueryClient()
  useEffect(
    () => offerOnError(code, { label: confirmationMessages.sendAgain, run: () => void sendConfirmation(queryClient) }),
    [queryClient],
  )
}
