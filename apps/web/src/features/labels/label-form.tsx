import { type Label, labelDraft, labelMessages, labelNameMaxLength } from '@linkshelf/contract'
import { TextInput } from '@mantine/core'
import type { ProjectScope } from '../../api.ts'
import { isApiError } from '../../api-error.ts'
import { DescribedSwitch } from '../../ui/forms/described-switch.tsx'
import { useContractForm } from '../../ui/forms/use-contract-form.ts'
import { DialogForm } from '../../ui/overlays/dialog-form.tsx'
import { showErrorToast } from '../../ui/toasts/toast.tsx'
import { useCreateLabel, useUpdateLabel } from './label-mutations.ts'
import { LabelPalette } from './label-palette.tsx'

interface LabelFormProps {
  scope: ProjectScope
  /** Undefined to create one. */
  label: Label | undefined
  onClose: () => void
}

export function LabelForm({ scope, label, onClose }: LabelFormProps) {
  const creation = useCreateLabel(scope)
  const update = useUpdateLabel(scope)
  const { form, field, submit, isPending } = useContractForm(labelDraft, {
    initialValues: { name: label?.name ?? '', active: label?.active ?? true },
    errorFields: { LABEL_NAME_TAKEN: 'name' },
    send: async (draft) => {
      if (label === undefined) await creation.mutateAsync(draft)
      else if (draft.name !== label.name || draft.active !== label.active) await update.mutateAsync({ label, edit: draft })
    },
    onSuccess: onClose,
    onError: (error) => {
      void showErrorToast(error, { fallback: label === undefined ? labelMessages.createFailed : labelMessages.updateFailed })
      if (isApiError(error, 'LABEL_NOT_FOUND')) onClose()
    },
  })

  return (
    <DialogForm action={label === undefined ? 'Create' : 'Save'} isWorking={isPending} onSubmit={submit} onClose={onClose}>
      <TextInput
        label="Name"
        description={label && 'The new name applies to every link that has this label.'}
        required
        data-autofocus
        autoComplete="off"
        maxLength={labelNameMaxLength}
        {...field('name')}
      />
      <LabelPalette name={form.values.name.trim()} />
      <DescribedSwitch
        mt="lg"
        label="Active"
        description="An inactive label stays on its links but is not offered for others."
        {...field('active', { type: 'checkbox' })}
      />
    </DialogForm>
  )
}
