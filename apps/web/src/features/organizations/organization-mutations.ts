import { type Organization, organizationFormMessages } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { showToast } from '../../ui/toasts/toast.tsx'
import { organizationListQuery } from './organization-queries.ts'

/** Errors are left to the form. The new organization is in the list when this resolves. */
export function useCreateOrganization() {
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

/** Errors are left to the form. */
export function useRenameOrganization() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ organization, name }: { organization: Organization; name: string }) =>
      api.organizations.update.call({ params: { orgId: organization.id }, body: { name } }),
    onSuccess: ({ name }) => void showToast({ title: organizationFormMessages.renamed, message: name }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.organizations.list.key() }),
  })
}
