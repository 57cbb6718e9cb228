import type { Organization } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { formatInstant } from '../../../ui/formats/dates.ts'
import { showErrorToast, showToast } from '../../../ui/toasts/toast.tsx'
import { organizationListQuery } from '../organization-queries.ts'

/** Schedules the deletion of an organization for the end of the grace period. */
export function useDeleteOrganization() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Organization) => api.organizations.delete.call({ params: { orgId: id } }),
    onSuccess: ({ name, deletes_at }) =>
      void showToast({ title: 'Deletion scheduled', message: `${name} will be deleted on ${formatInstant(deletes_at ?? '')}` }),
    onError: (error) => void showErrorToast(error, { fallback: 'Failed to delete organization' }),
    onSettled: () => queryClient.invalidateQueries(organizationListQuery),
  })
}

export function useCancelOrganizationDeletion() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Organization) => api.organizations.cancelDeletion.call({ params: { orgId: id } }),
    onSuccess: ({ name }) => void showToast({ title: 'Deletion canceled', message: `${name} will not be deleted` }),
    onError: (error) => void showErrorToast(error, { fallback: 'The deletion could not be canceled. Please try again.' }),
    onSettled: () => queryClient.invalidateQueries(organizationListQuery),
  })
}
