import {
  describeRoles,
  emailMaxLength,
  type Invitation,
  invitationDraft,
  type MemberRole,
  memberMessages,
  memberRoles,
} from '@linkshelf/contract'
import { NativeSelect, TextInput } from '@mantine/core'
import { useContractForm } from '../../../ui/forms/use-contract-form.ts'
import { ConfirmMutation, DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import {
  formatMemberName,
  type NamedMember,
  roleNames,
  useInviteMember,
  useRemoveMember,
  useRevokeInvitation,
  useTransferOwnership,
} from './member-queries.ts'

export type MemberDialogKind = 'transfer' | 'remove' | 'leave'

export interface DialogOrganization {
  id: string
  name: string
}

interface MemberDialogProps {
  organization: DialogOrganization
  member: NamedMember
  onClose: () => void
}

/** `has_plans` is false if the instance has no plans. The descriptions of roles then do not mention plans. */
export type InvitingOrganization = DialogOrganization & { has_plans: boolean }

export function inviteDialog(organization: InvitingOrganization): Dialog {
  return { title: `Invite to ${organization.name}`, body: (close) => <InviteForm organization={organization} onClose={close} /> }
}

export function memberDialog(kind: MemberDialogKind, organization: DialogOrganization, member: NamedMember): Dialog {
  const props = { organization, member }
  switch (kind) {
    case 'transfer':
      return { title: 'Transfer ownership', body: (close) => <TransferForm {...props} onClose={close} /> }
    case 'remove':
      return { title: 'Remove member', body: (close) => <RemoveForm {...props} onClose={close} /> }
    case 'leave':
      return { title: 'Leave organization', body: (close) => <LeaveForm {...props} onClose={close} /> }
  }
}

export function revokeDialog(organization: DialogOrganization, invitation: Invitation): Dialog {
  return {
    title: 'Revoke invitation',
    body: (close) => <RevokeForm organization={organization} invitation={invitation} onClose={close} />,
  }
}

function TransferForm({ organization, member, onClose }: MemberDialogProps) {
  const transfer = useTransferOwnership(organization.id)
  return (
    <ConfirmMutation action="Transfer" isDangerous mutation={transfer} subject={member} onClose={onClose}>
      <strong>{formatMemberName(member)}</strong> ({member.email}) becomes an owner of <strong>{organization.name}</strong>, and you become
      a member. Only an owner can make you an owner again.
    </ConfirmMutation>
  )
}

function RemoveForm({ organization, member, onClose }: MemberDialogProps) {
  const removal = useRemoveMember(organization.id, { isSelf: false })
  return (
    <ConfirmMutation action="Remove" isDangerous mutation={removal} subject={member} onClose={onClose}>
      <strong>{formatMemberName(member)}</strong> loses access to <strong>{organization.name}</strong> immediately. Everything they created
      stays. API keys that act for them stop working, and so do their invitations and download links of exports.
    </ConfirmMutation>
  )
}

function LeaveForm({ organization, member, onClose }: MemberDialogProps) {
  const removal = useRemoveMember(organization.id, { isSelf: true })
  return (
    <ConfirmMutation action="Leave" isDangerous mutation={removal} subject={member} onClose={onClose}>
      You lose access to <strong>{organization.name}</strong> immediately. Everything you created stays. API keys that act for you stop
      working, and so do your invitations and download links of exports. An owner can invite you again.
    </ConfirmMutation>
  )
}

function RevokeForm({
  organization,
  invitation,
  onClose,
}: {
  organization: DialogOrganization
  invitation: Invitation
  onClose: () => void
}) {
  const revocation = useRevokeInvitation(organization.id)
  return (
    <ConfirmMutation action="Revoke" isDangerous mutation={revocation} subject={invitation} onClose={onClose}>
      The link in the email to <strong>{invitation.email}</strong> stops working.
    </ConfirmMutation>
  )
}

function InviteForm({ organization, onClose }: { organization: InvitingOrganization; onClose: () => void }) {
  const invitation = useInviteMember(organization.id)
  const { form, field, submit, isPending } = useContractForm(invitationDraft, {
    initialValues: { email: '', role: 'member' as MemberRole },
    errorFields: { MEMBER_EXISTS: 'email' },
    send: (draft) => invitation.mutateAsync(draft),
    onSuccess: onClose,
    onError: (error) => void showErrorToast(error, { fallback: memberMessages.inviteFailed }),
  })

  return (
    <DialogForm action="Send invitation" isWorking={isPending} onSubmit={submit} onClose={onClose}>
      <TextInput
        label="Email"
        description="The invited person gets a link that works for this address, once, for seven days."
        type="email"
        required
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={emailMaxLength}
        {...field('email')}
      />
      <NativeSelect
        mt="md"
        label="Role"
        description={describeRoles({ hasPlans: organization.has_plans })[form.values.role]}
        data={memberRoles.map((role) => ({ value: role, label: roleNames[role] }))}
        {...field('role')}
      />
    </DialogForm>
  )
}
