import type { Invitation, Member } from '@linkshelf/contract'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import type { DialogOrganization, InvitingOrganization, MemberDialogKind } from './member-dialogs.tsx'

export function openInviteDialog(organization: InvitingOrganization, opener: HTMLElement | null): void {
  void openDialog(() => import('./member-dialogs.tsx').then(({ inviteDialog }) => inviteDialog(organization)), opener)
}

export function openMemberDialog(
  kind: MemberDialogKind,
  organization: DialogOrganization,
  member: Member,
  opener: HTMLElement | null,
): void {
  void openDialog(() => import('./member-dialogs.tsx').then(({ memberDialog }) => memberDialog(kind, organization, member)), opener)
}

export function openRevokeDialog(organization: DialogOrganization, invitation: Invitation, opener: HTMLElement | null): void {
  void openDialog(() => import('./member-dialogs.tsx').then(({ revokeDialog }) => revokeDialog(organization, invitation)), opener)
}
