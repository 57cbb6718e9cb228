import { confirmUserPath, passwordReauthentication, reauthenticationMessages } from '@linkshelf/contract'
import { Button, Group, Modal, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { api } from '../../../api/api.ts'
import { onSessionEnd } from '../../../session/session.ts'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { useContractForm } from '../../../ui/forms/use-contract-form.ts'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { profileQuery } from '../save-profile.ts'
import { CodeField, codeErrorFields } from './code-field.tsx'
import { PasskeyButton, reauthenticationQuery } from './passkey-button.tsx'
import { ProviderButtons } from './provider-buttons.tsx'

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
  const { data: ways, isError } = useQuery(reauthenticationQuery)
  const hasPassword = profile === undefined || profile.has_password === true
  const { form, field, submit, isPending } = useContractForm(passwordReauthentication, {
    initialValues: { method: 'password', password: '', code: '' },
    errorFields: { PASSWORD_WRONG: 'password', TOO_MANY_REQUESTS: 'password', ...codeErrorFields },
    send: (body) => api.me.reauthenticate.call({ body }),
    onSuccess: () => onAnswer(true),
    onError: (error) => void showErrorToast(error, { fallback: reauthenticationMessages.failed }),
  })
  const cancel = () => onAnswer(false)
  const otherWays = (
    <>
      {ways?.passkey && <PasskeyButton request={ways.passkey} onConfirm={() => onAnswer(true)} />}
      <ProviderButtons providers={ways?.providers ?? []} code={form.values.code} isMain={!hasPassword} />
    </>
  )

  if (!hasPassword) {
    const hasNoWay = isError || (ways?.providers.length === 0 && ways.passkey === null)
    return (
      <>
        <Text c="dimmed">{reauthenticationMessages.explanationWithoutPassword}</Text>
        {ways === undefined && !isError && <Skeleton height={36} mt="md" role="status" aria-label="Loading" />}
        {ways !== undefined && ways.providers.length > 0 && <CodeField {...field('code')} />}
        {otherWays}
        {hasNoWay && <ConfirmPageLink />}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        </Group>
      </>
    )
  }

  return (
    <DialogForm action="Continue" isWorking={isPending} onSubmit={submit} onClose={cancel}>
      <Text c="dimmed" mb="md">
        {profile?.has_second_factor ? reauthenticationMessages.explanationWithCode : reauthenticationMessages.explanation}
      </Text>
      {/* Tells password managers to which account the password belongs. */}
      <input type="text" autoComplete="username" value={profile?.email ?? ''} readOnly hidden />
      <PasswordField label="Password" required data-autofocus autoComplete="current-password" {...field('password')} />
      <CodeField {...field('code')} />
      {otherWays}
    </DialogForm>
  )
}

/** Links to a page that says how to continue if the user has no way to confirm. */
function ConfirmPageLink() {
  const { pathname, search } = useLocation()
  return (
    <Button component="a" href={`${confirmUserPath}?${new URLSearchParams({ next: pathname + search })}`} fullWidth mt="md">
      {reauthenticationMessages.otherWay}
    </Button>
  )
}
