import { ideaMessages } from '@linkshelf/contract'
import { useMutation } from '@tanstack/react-query'
import { api, type Place } from '../../api.ts'
import { showFaultToast, showToast } from '../../ui/toast.tsx'
import type { WrittenIdea } from './idea-problem.ts'

/** Sends an idea to whoever runs the instance, and tells how that went. */
export function useSubmitIdea() {
  return useMutation({
    mutationFn: ({ place, written }: { place: Place; written: WrittenIdea }) =>
      api.ideas.submit.call({ params: place, body: { subject: written.subject.trim(), idea: written.idea.trim() } }),
    onSuccess: () => void showToast({ title: ideaMessages.thanks, message: ideaMessages.submitted }),
    onError: (error) => void showFaultToast(error, { instead: ideaMessages.submitFailed }),
  })
}
