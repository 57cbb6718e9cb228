import { type Organization, organizationDraft, organizationFormMessages, organizationNameMaxLength } from '@linkshelf/contract'
import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { useContractForm } from '../../ui/forms/use-contract-form.ts'
import { DialogForm } from '../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../ui/overlays/dialogs.tsx'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'
import { organizationListQuery } from './organization-queries.ts'

interface OrganizationDialogOptions {
  /** If undefined, the dialog creates an organization. */
  organization: Organization | undefined
  onCreated?: (created: Organization) => void
}

/** Creates the dialog that renames an organization or creates one. */
export function organizationDialog(options: OrganizationDialogOptions): Dialog {
  return {
    title: options.organization === undefined ? 'New organization' : 'Rename organization',
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
        description={
          organization === undefined ? 'An organization has its own projects, members and plan. You will be the owner.' : undefined
        }
        required
        data-autofocus
        autoComplete="off"
        maxLength={organizationNameMaxLength}
        {...field('name')}
      />
    </DialogForm>
  )
}

/**
 * Creates an organization. Errors are handled by the form. When the mutation resolves, the new organization is already
 * in the cached list.
 */
function useCreateOrganization() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => api.organizations.create.call({ body: { name } }),
    onSuccess: (created) => {
      void showToast({ title: organizationFormMessages.created, message: created.name })
      queryClient.setQueryData(organizationListQuery.queryKey, (organizations) => [...(organizations ?? []), created])
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: api.organizations.list.key() }),
  })
}

/** Renames an organization. Errors are handled by the form. */
function useRenameOrganization() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ organization, name }: { organization: Organization; name: string }) =>
      api.organizations.update.call({ params: { orgId: organization.id }, body: { name } }),
    onSuccess: ({ name }) => void showToast({ title: organizationFormMessages.renamed, message: name }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.organizations.list.key() }),
  })
}
