import { passwordChangeOf, passwordMessages } from '@linkshelf/contract'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { useContractForm } from '../../../ui/forms/use-contract-form.ts'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { useChangePassword } from './security-mutations.ts'

interface PasswordFormProps {
  email: string
  /** How many characters the new one has at least. */
  minLength: number
  onClose: () => void
}

export function PasswordForm({ email, minLength, onClose }: PasswordFormProps) {
  const { mutateAsync } = useChangePassword()
  const { field, submit, isPending } = useContractForm(passwordChangeOf(minLength), {
    initialValues: { current_password: '', new_password: '' },
    errorFields: { PASSWORD_WRONG: 'current_password', PASSWORD_REJECTED: 'new_password', TOO_MANY_REQUESTS: 'current_password' },
    send: mutateAsync,
    onSuccess: onClose,
    onError: (error) => void showErrorToast(error, { fallback: passwordMessages.changeFailed }),
  })

  return (
    <DialogForm action="Change Password" isWorking={isPending} onSubmit={submit} onClose={onClose}>
      {/* Tells password managers whose password it is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Current password" required data-autofocus autoComplete="current-password" {...field('current_password')} />
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
