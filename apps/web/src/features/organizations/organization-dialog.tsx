import { type Organization, organizationDraft, organizationFormMessages, organizationNameMaxLength } from '@linkshelf/contract'
import { TextInput } from '@mantine/core'
import { useContractForm } from '../../ui/forms/use-contract-form.ts'
import { DialogForm } from '../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../ui/overlays/dialogs.tsx'
import { showErrorToast } from '../../ui/toasts/toast.tsx'
import { useCreateOrganization, useRenameOrganization } from './organization-mutations.ts'

export interface OrganizationDialogOptions {
  /** Undefined to create one. */
  organization: Organization | undefined
  onCreated?: (created: Organization) => void
}

export function organizationDialog(options: OrganizationDialogOptions): Dialog {
  return {
    title: options.organization === undefined ? 'New Organization' : 'Rename Organization',
    body: (close) => <OrganizationForm {...options} onClose={close} />,
  }
}

function OrganizationForm({ organization, onCreated, onClose }: OrganizationDialogOptions & { onClose: () => void }) {
  const creation = useCreateOrganization()
  const renaming = useRenameOrganization()
  const { createFailed, renameFailed } = organizationFormMessages
  const { field, submit, isPending } = useContractForm(organizationDraft, {
    initialValues: { name: organization?.name ?? '' },
    send: async ({ name }) => {
      if (organization === undefined) {
        const created = await creation.mutateAsync(name)
        onCreated?.(created)
      } else if (name !== organization.name) await renaming.mutateAsync({ organization, name })
    },
    onSuccess: onClose,
    onError: (error) => void showErrorToast(error, { fallback: organization === undefined ? createFailed : renameFailed }),
  })

  return (
    <DialogForm action={organization === undefined ? 'Create' : 'Save'} isWorking={isPending} onSubmit={submit} onClose={onClose}>
      <TextInput
        label="Name"
        description={organization === undefined ? 'It has its own projects, members and plan. You are its owner.' : undefined}
        required
        data-autofocus
        autoComplete="off"
        maxLength={organizationNameMaxLength}
        {...field('name')}
      />
    </DialogForm>
  )
}
