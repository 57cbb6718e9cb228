import { makePasswordChangeSchema, type PasswordChange, passwordMessages, type Session, sessionMessages } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { useContractForm } from '../../../ui/forms/use-contract-form.ts'
import { ConfirmMutation, DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { showErrorToast, showToast } from '../../../ui/toasts/toast.tsx'
import { CodeField, codeErrorFields } from '../reauthentication/code-field.tsx'
import { sessionListQuery } from '../save-profile.ts'
import { formatSessionName, formatSessionPlace } from './session-names.ts'

export function passwordDialog(user: { email: string; minLength: number }): Dialog {
  return { title: 'Change password', body: (close) => <PasswordForm {...user} onClose={close} /> }
}

/**
 * Creates the dialog that signs out one session. If `session` is undefined, it signs out all sessions except the
 * current one.
 */
export function signOutDialog(session: Session | undefined): Dialog {
  return {
    title: session === undefined ? 'Sign out others' : 'Sign out session',
    body: (close) => <SignOutForm session={session} onClose={close} />,
  }
}

function SignOutForm({ session, onClose }: { session: Session | undefined; onClose: () => void }) {
  const revocation = useRevokeSession()
  return (
    <ConfirmMutation action="Sign out" isDangerous mutation={revocation} subject={session} onClose={onClose}>
      {session === undefined ? (
        <>
          Every session but <strong>this one</strong> will be signed out.
        </>
      ) : (
        <>
          <strong>{formatSessionName(session)}</strong> ({formatSessionPlace(session)}) will be signed out.
        </>
      )}{' '}
      Pages that are open there stop within a second.
    </ConfirmMutation>
  )
}

interface PasswordFormProps {
  email: string
  /** Minimum length of the new password, in characters. */
  minLength: number
  onClose: () => void
}

function PasswordForm({ email, minLength, onClose }: PasswordFormProps) {
  const { mutateAsync } = useChangePassword()
  const { field, submit, isPending } = useContractForm(makePasswordChangeSchema(minLength), {
    initialValues: { current_password: '', code: '', new_password: '' },
    errorFields: {
      PASSWORD_WRONG: 'current_password',
      PASSWORD_REJECTED: 'new_password',
      TOO_MANY_REQUESTS: 'current_password',
      ...codeErrorFields,
    },
    send: mutateAsync,
    onSuccess: onClose,
    onError: (error) => void showErrorToast(error, { fallback: passwordMessages.changeFailed }),
  })

  return (
    <DialogForm action="Change password" isWorking={isPending} onSubmit={submit} onClose={onClose}>
      {/* Tells password managers to which account the password belongs. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Current password" required data-autofocus autoComplete="current-password" {...field('current_password')} />
      <CodeField {...field('code')} />
      <PasswordField
        mt="md"
        label="New password"
        description={`Minimum ${minLength} characters. Not a common password, and not your name or email address.`}
        required
        autoComplete="new-password"
        {...field('new_password')}
      />
    </DialogForm>
  )
}

/** Changes the user's password. Errors are handled by the form. */
function useChangePassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: PasswordChange) => api.me.changePassword.call({ body: change }),
    onSuccess: () => void showToast({ title: passwordMessages.changed, message: 'Your other devices were signed out.' }),
    onSettled: () => queryClient.invalidateQueries(sessionListQuery),
  })
}

/** Signs out one session, or all sessions except the current one if `session` is undefined. */
function useRevokeSession() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (session: Session | undefined) =>
      session === undefined ? api.sessions.revokeOthers.call() : api.sessions.revoke.call({ params: { sessionId: session.session_id } }),
    onSuccess: (_result, session) =>
      void (session === undefined
        ? showToast({ title: sessionMessages.revokedOthers, message: 'Only this session is left.' })
        : showToast({ title: sessionMessages.revoked, message: formatSessionName(session) })),
    onError: (error) => void showErrorToast(error, { fallback: sessionMessages.revokeFailed }),
    onSettled: () => queryClient.invalidateQueries(sessionListQuery),
  })
}
