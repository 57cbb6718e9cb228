import { type ApiKey, type ApiKeyScope, apiKeyDraft, apiKeyMessages, apiKeyNameMaxLength, apiKeyNotes } from '@linkshelf/contract'
import { NativeSelect, TextInput } from '@mantine/core'
import { Segments } from '../../ui/forms/segments.tsx'
import { useContractForm } from '../../ui/forms/use-contract-form.ts'
import { DialogForm } from '../../ui/overlays/dialog-form.tsx'
import { showErrorToast } from '../../ui/toasts/toast.tsx'
import classes from './api-key-form.module.css'
import { scopeNames, useCreateApiKey } from './api-key-queries.ts'

interface ApiKeyFormProps {
  orgId: string
  onCreated: (key: ApiKey) => void
  onClose: () => void
}

const scopeChoices: { name: ApiKeyScope; label: string }[] = [
  { name: 'full', label: scopeNames.full },
  { name: 'read', label: scopeNames.read },
]

const expiries = [
  { value: '', label: 'Never' },
  { value: '7', label: 'After 7 days' },
  { value: '30', label: 'After 30 days' },
  { value: '90', label: 'After 90 days' },
  { value: '365', label: 'After a year' },
]

export function ApiKeyForm({ orgId, onCreated, onClose }: ApiKeyFormProps) {
  const creation = useCreateApiKey(orgId)
  const { form, field, submit, isPending } = useContractForm(apiKeyDraft, {
    initialValues: { name: '', scope: 'full' as ApiKeyScope, expires_in_days: null as number | null },
    send: async (draft) => onCreated(await creation.mutateAsync(draft)),
    onSuccess: onClose,
    onError: (error) => void showErrorToast(error, { fallback: apiKeyMessages.createFailed }),
  })
  const { scope, expires_in_days: days } = form.values

  return (
    <DialogForm action="Create key" isWorking={isPending} onSubmit={submit} onClose={onClose}>
      <TextInput
        label="Name"
        description="For example, where you will use it, so that you know later which key to revoke."
        required
        data-autofocus
        autoComplete="off"
        maxLength={apiKeyNameMaxLength}
        {...field('name')}
      />
      <div className={classes.access}>
        <span className={classes.label} aria-hidden>
          Access
        </span>
        <Segments label="Access" choices={scopeChoices} chosen={scope} onChoose={(name) => form.setFieldValue('scope', name)} />
      </div>
      <NativeSelect
        mt="md"
        label="Expires"
        data={expiries}
        value={days === null ? '' : String(days)}
        onChange={({ currentTarget: { value } }) => form.setFieldValue('expires_in_days', value === '' ? null : Number(value))}
      />
      <p className={classes.note} data-scope={scope} role="note">
        {apiKeyNotes[scope]}
      </p>
    </DialogForm>
  )
}
