import { type PasswordChange, passwordMessages, type Session, sessionMessages } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { showErrorToast, showToast } from '../../../ui/toasts/toast.tsx'
import { sessionListQuery } from '../save-profile.ts'
import { nameOfSession } from './session-names.ts'

/** Errors are left to the form. */
export function useChangePassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: PasswordChange) => api.me.changePassword.call({ body: change }),
    onSuccess: () => void showToast({ title: passwordMessages.changed, message: 'Your other devices were signed out.' }),
    onSettled: () => queryClient.invalidateQueries(sessionListQuery),
  })
}

/** Signs one session out, or all but this one. */
export function useRevokeSession() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (session: Session | undefined) =>
      session === undefined ? api.sessions.revokeOthers.call() : api.sessions.revoke.call({ params: { sessionId: session.session_id } }),
    onSuccess: (_result, session) =>
      void (session === undefined
        ? showToast({ title: sessionMessages.revokedOthers, message: 'Only this session is left.' })
        : showToast({ title: sessionMessages.revoked, message: nameOfSession(session) })),
    onError: (error) => void showErrorToast(error, { fallback: sessionMessages.revokeFailed }),
    onSettled: () => queryClient.invalidateQueries(sessionListQuery),
  })
}
