import { emailMaxLength, invitationDraft, type MemberRole, memberMessages, memberRoles, roleDescriptions } from '@linkshelf/contract'
import { NativeSelect, TextInput } from '@mantine/core'
import { useContractForm } from '../../ui/forms/use-contract-form.ts'
import { DialogForm } from '../../ui/overlays/dialog-form.tsx'
import { showErrorToast } from '../../ui/toasts/toast.tsx'
import { roleNames, useInviteMember } from './member-queries.ts'

export function InviteForm({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const invitation = useInviteMember(orgId)
  const { form, field, submit, isPending } = useContractForm(invitationDraft, {
    initialValues: { email: '', role: 'member' as MemberRole },
    errorFields: { MEMBER_EXISTS: 'email' },
    send: (draft) => invitation.mutateAsync(draft),
    onSuccess: onClose,
    onError: (error) => void showErrorToast(error, { fallback: memberMessages.inviteFailed }),
  })

  return (
    <DialogForm action="Send Invitation" isWorking={isPending} onSubmit={submit} onClose={onClose}>
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
        description={roleDescriptions[form.values.role]}
        data={memberRoles.map((role) => ({ value: role, label: roleNames[role] }))}
        {...field('role')}
      />
    </DialogForm>
  )
}
