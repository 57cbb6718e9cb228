import {
  type AccountDeletion,
  accountDeletionMessages,
  accountDeletionRequest,
  accountDeletionWithPassword,
  deletionGraceDays,
  type Profile,
} from '@linkshelf/contract'
import { Anchor, List, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { useContractForm } from '../../../ui/forms/use-contract-form.ts'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { CodeField, codeErrorFields } from '../reauthentication/code-field.tsx'
import { accountDeletionQuery, useDeleteAccount } from './account-deletion-mutations.ts'

interface DeleteAccountFormProps {
  user: Pick<Profile, 'email' | 'has_password'>
  onClose: () => void
}

export function deleteAccountDialog(user: DeleteAccountFormProps['user']): Dialog {
  return { title: 'Delete account', body: (close) => <DeleteAccountForm user={user} onClose={close} /> }
}

function DeleteAccountForm({ user, onClose }: DeleteAccountFormProps) {
  const deletion = useQuery(accountDeletionQuery)
  return (
    <QueryBoundary query={deletion} loading={<FormSkeleton />} error={accountDeletionMessages.loadFailed} headingOrder={2}>
      {({ organizations }) => {
        const blocking = organizations.filter(({ effect }) => effect === 'blocks')
        if (blocking.length > 0) return <TransferFirst organizations={blocking} onClose={onClose} />
        return <ConfirmForm organizations={organizations} user={user} onClose={onClose} />
      }}
    </QueryBoundary>
  )
}

type Organizations = AccountDeletion['organizations']

function TransferFirst({ organizations, onClose }: { organizations: Organizations; onClose: () => void }) {
  return (
    <Stack gap="sm">
      <Text>You are the only owner of these organizations, where others are members:</Text>
      <Names organizations={organizations} />
      <Text c="dimmed">
        Switch to each of them, and transfer the ownership in{' '}
        <Anchor component={Link} to="/settings/members" td="underline" onClick={onClose}>
          Members
        </Anchor>
        , or remove the members. Then you can delete your account.
      </Text>
    </Stack>
  )
}

/** Users without a password confirm with a recent sign-in. If the last sign-in is older, the call opens the prompt. */
function ConfirmForm({ organizations, user: { email, has_password }, onClose }: DeleteAccountFormProps & { organizations: Organizations }) {
  const hasPassword = has_password === true
  const { mutateAsync } = useDeleteAccount()
  const { field, submit, isPending } = useContractForm(hasPassword ? accountDeletionWithPassword : accountDeletionRequest, {
    initialValues: { current_password: hasPassword ? '' : undefined, code: '' },
    errorFields: { PASSWORD_WRONG: 'current_password', TOO_MANY_REQUESTS: 'current_password', ...codeErrorFields },
    send: mutateAsync,
    onSuccess: onClose,
    onError: (error) => void showErrorToast(error, { fallback: accountDeletionMessages.deleteFailed }),
  })
  const alone = organizations.filter(({ effect }) => effect === 'deleted')

  return (
    <DialogForm action="Delete account" isDangerous isWorking={isPending} onSubmit={submit} onClose={onClose}>
      <Stack gap="sm">
        <Text c="dimmed">
          Your account will be deleted in {deletionGraceDays} days, with your sessions, API keys and picture. We will email you, and you can
          cancel the deletion until then.
        </Text>
        {alone.length > 0 && (
          <div>
            <Text>These organizations have no other members. They will be deleted with your account, and their links stop working:</Text>
            <Names organizations={alone} />
          </div>
        )}
        {organizations.length > alone.length && <Text c="dimmed">Your other organizations stay with their members.</Text>}
        {hasPassword && (
          <>
            {/* Tells password managers to which account the password belongs. */}
            <input type="text" autoComplete="username" value={email} readOnly hidden />
            <PasswordField
              label="Current password"
              required
              data-autofocus
              autoComplete="current-password"
              {...field('current_password')}
            />
          </>
        )}
        <CodeField {...field('code')} />
      </Stack>
    </DialogForm>
  )
}

function Names({ organizations }: { organizations: Organizations }) {
  return (
    <List my={4} fw={550}>
      {organizations.map(({ organization_id, name }) => (
        <List.Item key={organization_id}>{name}</List.Item>
      ))}
    </List>
  )
}

/** The skeleton is as high as the form of a user with one organization. */
function FormSkeleton() {
  return (
    <Stack gap="sm" h={268} role="status" aria-label="Loading">
      <Skeleton height={14} />
      <Skeleton height={14} maw={280} />
      <Skeleton height={36} mt="md" />
    </Stack>
  )
}
