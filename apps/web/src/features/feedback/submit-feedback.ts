import { feedbackMessages } from '@linkshelf/contract'
import { useMutation } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api.ts'
import { showErrorToast, showToast } from '../../ui/toast.tsx'
import type { WrittenIdea } from './idea-problem.ts'

/** Sends an idea to whoever runs the instance, and tells how that went. */
export function useSubmitFeedback() {
  return useMutation({
    mutationFn: ({ scope, written }: { scope: ProjectScope; written: WrittenIdea }) =>
      api.feedback.submit.call({ params: scope, body: { subject: written.subject.trim(), idea: written.idea.trim() } }),
    onSuccess: () => void showToast({ title: feedbackMessages.thanks, message: feedbackMessages.submitted }),
    onError: (error) => void showErrorToast(error, { instead: feedbackMessages.submitFailed }),
  })
}
