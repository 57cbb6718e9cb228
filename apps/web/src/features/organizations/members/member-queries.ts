import { type Invitation, type InvitationDraft, type Member, type MemberRole, memberMessages, roleNouns } from '@linkshelf/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { showErrorToast, showToast } from '../../../ui/toasts/toast.tsx'

export function memberListQuery(orgId: string) {
  return api.members.list.queryOptions({ input: { params: { orgId } } })
}

/** Returns the invitations that are neither accepted nor revoked. Only owners may make this call. */
export function invitationListQuery(orgId: string) {
  return api.invitations.list.queryOptions({ input: { params: { orgId } } })
}

/** The fields of a member that a user's own profile has too. */
export type NamedMember = Pick<Member, 'user_id' | 'full_name' | 'email'>

/**
 * Returns the name of a member, or the email address if there is no name. Returns a fallback if both are missing.
 * Viewers see no email addresses.
 */
export function formatMemberName({ full_name, email }: Pick<Member, 'full_name' | 'email'>): string {
  return full_name || email || 'A member without a name'
}

export const roleNames: Record<MemberRole, string> = { owner: 'Owner', member: 'Member', viewer: 'Viewer' }

/** Returns the invitation that a link contains. Every signed-in user who has the link may read it. */
export function receivedInvitationQuery(token: string) {
  return api.invitations.get.queryOptions({ input: { params: { token } } })
}

/** Accepts an invitation. Errors are handled by the page. */
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

/** Invites a member. Errors are handled by the form. */
export function useInviteMember(orgId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: InvitationDraft) => api.members.invite.call({ params: { orgId }, body: draft }),
    onSuccess: ({ email }) => void showToast({ title: memberMessages.invited, message: email }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.invitations.key() }),
  })
}

export function useResendInvitation(orgId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ invitation_id: invitationId }: Invitation) => api.invitations.resend.call({ params: { orgId, invitationId } }),
    onSuccess: ({ email }) => void showToast({ title: memberMessages.resent, message: email }),
    onError: (error) => void showErrorToast(error, { fallback: memberMessages.inviteFailed }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.invitations.key() }),
  })
}

export function useRevokeInvitation(orgId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ invitation_id: invitationId }: Invitation) => api.invitations.revoke.call({ params: { orgId, invitationId } }),
    onSuccess: (_result, { email }) => void showToast({ title: memberMessages.revoked, message: email }),
    onError: (error) => void showErrorToast(error, { fallback: memberMessages.revokeFailed }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.invitations.key() }),
  })
}

export function useChangeRole(orgId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ member, role }: { member: Member; role: MemberRole }) =>
      api.members.changeRole.call({ params: { orgId, userId: member.user_id }, body: { role } }),
    onSuccess: (member) =>
      void showToast({
        title: memberMessages.roleChanged,
        message: `${formatMemberName(member)} is ${roleNouns[member.role]}`,
      }),
    onError: (error) => void showErrorToast(error, { fallback: memberMessages.roleFailed }),
    onSettled: () => invalidateMembers(queryClient),
  })
}

export function useTransferOwnership(orgId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ user_id: userId }: NamedMember) => api.members.transferOwnership.call({ params: { orgId, userId } }),
    onSuccess: (member) =>
      void showToast({ title: memberMessages.transferred, message: `${formatMemberName(member)} is an owner, and you are a member` }),
    onError: (error) => void showErrorToast(error, { fallback: memberMessages.transferFailed }),
    onSettled: () => invalidateMembers(queryClient),
  })
}

/** Removes a member. `isSelf` means that the user leaves the organization. */
export function useRemoveMember(orgId: string, { isSelf }: { isSelf: boolean }) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ user_id: userId }: NamedMember) => api.members.remove.call({ params: { orgId, userId } }),
    onSuccess: (_result, member) =>
      void (isSelf
        ? showToast({ title: memberMessages.left })
        : showToast({ title: memberMessages.removed, message: formatMemberName(member) })),
    onError: (error) => void showErrorToast(error, { fallback: isSelf ? memberMessages.leaveFailed : memberMessages.removeFailed }),
    onSettled: () => invalidateMembers(queryClient),
  })
}

/**
 * Refetches the members. Also refetches the organizations, because they contain the user's own role, and the
 * invitations, because only owners see them.
 */
function invalidateMembers(queryClient: QueryClient): void {
  for (const queryKey of [api.members.key(), api.invitations.key(), api.organizations.list.key()])
    void queryClient.invalidateQueries({ queryKey })
}
