import { api } from '../../api/api.ts'

/** The members of an organization. */
export function memberListQuery(orgId: string) {
  return api.members.list.queryOptions({ input: { params: { orgId } } })
}

/** The invitations that are neither accepted nor revoked; for owners. */
export function invitationListQuery(orgId: string) {
  return api.invitations.list.queryOptions({ input: { params: { orgId } } })
}
