import { chooseLabelColor, type Label, labelDraft, labelMessages, labelNameMaxLength } from '@linkshelf/contract'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../api/api.ts'
import { isApiError } from '../../api/api-error.ts'
import { DescribedSwitch } from '../../ui/forms/checkbox.tsx'
import { useContractForm } from '../../ui/forms/use-contract-form.ts'
import { ConfirmMutation, DialogForm } from '../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../ui/overlays/dialogs.tsx'
import { showErrorToast } from '../../ui/toasts/toast.tsx'
import { LabelColorField } from './label-color-field.tsx'
import { useCreateLabel, useDeleteLabel, useUpdateLabel } from './label-mutations.ts'
import { labelListQuery } from './label-queries.ts'

type LabelDialogKind = 'create' | 'edit' | 'delete'

/** Opens a dialog about a label, or about a new label. The focus returns to `opener`. */
export type OpenLabelDialog = (kind: LabelDialogKind, label: Label | undefined, opener: HTMLElement) => void

export function labelDialog(scope: ProjectScope, kind: LabelDialogKind, label: Label | undefined): Dialog {
  if (kind === 'delete' && label !== undefined) {
    return { title: 'Delete label', body: (close) => <DeleteLabelForm scope={scope} label={label} onClose={close} /> }
  }
  return {
    title: label === undefined ? 'Create label' : 'Edit label',
    body: (close) => <LabelForm scope={scope} label={label} onClose={close} />,
  }
}

function DeleteLabelForm({ scope, label, onClose }: { scope: ProjectScope; label: Label; onClose: () => void }) {
  const deletion = useDeleteLabel(scope)
  return (
    <ConfirmMutation action="Delete" isDangerous mutation={deletion} subject={label} onClose={onClose}>
      <strong>{label.name}</strong> is removed from every link that has it. The links themselves do not change. This cannot be undone.
    </ConfirmMutation>
  )
}

interface LabelFormProps {
  scope: ProjectScope
  /** Undefined to create a label. */
  label: Label | undefined
  onClose: () => void
}

function LabelForm({ scope, label, onClose }: LabelFormProps) {
  const creation = useCreateLabel(scope)
  const update = useUpdateLabel(scope)
  const { data: labels } = useQuery({ ...labelListQuery(scope), enabled: label === undefined })
  // The color of a new label depends on the other labels. Until they are loaded, the form shows the color that comes
  // from the label's name.
  const next = label === undefined && labels !== undefined ? chooseLabelColor(labels) : undefined
  const { form, field, submit, isPending } = useContractForm(labelDraft, {
    initialValues: { name: label?.name ?? '', active: label?.active ?? true, color_hex: label?.color_hex ?? null },
    errorFields: { LABEL_NAME_TAKEN: 'name' },
    send: async (draft) => {
      if (label === undefined) await creation.mutateAsync({ ...draft, color_hex: draft.color_hex ?? next ?? null })
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
        next={next}
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
