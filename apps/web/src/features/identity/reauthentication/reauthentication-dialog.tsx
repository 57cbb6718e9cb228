import { passwordReauthentication, reauthenticationMessages } from '@linkshelf/contract'
import { Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../api/api.ts'
import { onSessionEnd } from '../../../session/session.ts'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { useContractForm } from '../../../ui/forms/use-contract-form.ts'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { profileQuery } from '../save-profile.ts'
import { CodeField, codeErrorFields } from './code-field.tsx'
import { PasskeyButton } from './passkey-button.tsx'

interface ReauthenticationDialogProps {
  onAnswer: (isConfirmed: boolean) => void
}

/** The dialog must be above the dialogs of screens and below toasts. */
const zIndex = 300

/**
 * Escape on an element with this attribute does not close Mantine's modals. Otherwise Escape would close a dialog below
 * this dialog.
 */
const ignoredByModals = 'data-mantine-stop-propagation'

export function ReauthenticationDialog({ onAnswer }: ReauthenticationDialogProps) {
  useEffect(() => onSessionEnd(() => onAnswer(false)), [onAnswer])

  return (
    <Modal
      opened
      onClose={() => onAnswer(false)}
      closeOnEscape={false}
      title={reauthenticationMessages.title}
      closeButtonProps={{ 'aria-label': 'Close' }}
      zIndex={zIndex}
      onFocusCapture={({ target }) => target.setAttribute(ignoredByModals, 'true')}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Escape' && !nativeEvent.isComposing) onAnswer(false)
      }}
    >
      <ReauthenticationForm onAnswer={onAnswer} />
    </Modal>
  )
}

function ReauthenticationForm({ onAnswer }: ReauthenticationDialogProps) {
  const { data: profile } = useQuery(profileQuery)
  const { field, submit, isPending } = useContractForm(passwordReauthentication, {
    initialValues: { method: 'password', password: '', code: '' },
    errorFields: { PASSWORD_WRONG: 'password', TOO_MANY_REQUESTS: 'password', ...codeErrorFields },
    send: (body) => api.me.reauthenticate.call({ body }),
    onSuccess: () => onAnswer(true),
    onError: (error) => void showErrorToast(error, { fallback: reauthenticationMessages.failed }),
  })

  return (
    <DialogForm action="Continue" isWorking={isPending} onSubmit={submit} onClose={() => onAnswer(false)}>
      <Text c="dimmed" mb="md">
        {reauthenticationMessages.explanation}
      </Text>
      {/* Tells password managers to which account the password belongs. */}
      <input type="text" autoComplete="username" value={profile?.email ?? ''} readOnly hidden />
      <PasswordField label="Password" required data-autofocus autoComplete="current-password" {...field('password')} />
      <CodeField {...field('code')} />
      <PasskeyButton onConfirm={() => onAnswer(true)} />
    </DialogForm>
  )
}
