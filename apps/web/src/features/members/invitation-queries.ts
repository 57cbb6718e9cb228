import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.ts'

/** The invitation of a link, for anyone who has it. */
export function receivedInvitationQuery(token: string) {
  return api.invitations.get.queryOptions({ input: { params: { token } } })
}

/** Errors are left to the page. */
export function useAcceptInvitation(token: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.invitations.accept.call({ body: { token } }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: api.organizations.list.key() }),
        queryClient.invalidateQueries({ queryKey: api.invitations.key() }),
      ]),
  })
}
