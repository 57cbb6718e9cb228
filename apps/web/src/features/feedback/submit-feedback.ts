import { type FeedbackDraft, feedbackMessages } from '@linkshelf/contract'
import { useMutation } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api.ts'
import { showToast } from '../../ui/toast.tsx'

/** Sends feedback to the operator of the instance. Errors are left to the form. */
export function useSubmitFeedback() {
  return useMutation({
    mutationFn: ({ scope, written }: { scope: ProjectScope; written: FeedbackDraft }) =>
      api.feedback.submit.call({ params: scope, body: written }),
    onSuccess: () => void showToast({ title: feedbackMessages.thanks, message: feedbackMessages.submitted }),
  })
}
