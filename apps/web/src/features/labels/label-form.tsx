import { type Label, labelDraft, labelMessages, labelNameMaxLength } from '@linkshelf/contract'
import { TextInput } from '@mantine/core'
import type { ProjectScope } from '../../api/api.ts'
import { isApiError } from '../../api/api-error.ts'
import { DescribedSwitch } from '../../ui/forms/checkbox.tsx'
import { useContractForm } from '../../ui/forms/use-contract-form.ts'
import { DialogForm } from '../../ui/overlays/dialog-form.tsx'
import { showErrorToast } from '../../ui/toasts/toast.tsx'
import { LabelColorField } from './label-color-field.tsx'
import { useCreateLabel, useUpdateLabel } from './label-queries.ts'

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
    initialValues: { name: label?.name ?? '', active: label?.active ?? true, color_hex: label?.color_hex ?? null },
    errorFields: { LABEL_NAME_TAKEN: 'name' },
    send: async (draft) => {
      if (label === undefined) await creation.mutateAsync(draft)
      else if (draft.name !== label.name || draft.active !== label.active || draft.color_hex !== label.color_hex)
        await update.mutateAsync({ label, edit: draft })
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
      <LabelColorField
        name={form.values.name.trim()}
        color={form.values.color_hex}
        onChange={(color) => form.setFieldValue('color_hex', color)}
      />
      <DescribedSwitch
        mt="lg"
        label="Active"
        description="An inactive label stays on its links but is not offered for others."
        {...field('active', { type: 'checkbox' })}
      />
    </DialogForm>
  )
}
