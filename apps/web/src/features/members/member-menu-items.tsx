import { type Member, memberRoles } from '@linkshelf/contract'
import { Menu } from '@mantine/core'
import { IconArrowsExchange, IconLogout, IconUserMinus } from '@tabler/icons-react'
import { DropdownMenu } from '../../ui/overlays/dropdown-menu.tsx'
import type { MemberDialogKind } from './member-dialogs.tsx'
import { useChangeRole } from './member-mutations.ts'
import { roleNames } from './member-names.ts'

const iconProps = { 'aria-hidden': true, size: 16, stroke: 1.6 }

interface MemberMenuItemsProps {
  button: React.ReactElement
  orgId: string
  member: Member
  isSelf: boolean
  isOwner: boolean
  onDialog: (kind: MemberDialogKind) => void
}

export function MemberMenuItems({ button, orgId, member, isSelf, isOwner, onDialog }: MemberMenuItemsProps) {
  const { mutate } = useChangeRole(orgId)

  function chooseRole(name: string): void {
    const role = memberRoles.find((each) => each === name)
    if (role !== undefined && role !== member.role) mutate({ member, role })
  }

  return (
    <DropdownMenu button={button} position="bottom-end" width={220}>
      {isOwner && (
        <>
          <Menu.Label>Role</Menu.Label>
          <Menu.RadioGroup value={member.role} onChange={chooseRole}>
            {memberRoles.map((role) => (
              <Menu.RadioItem key={role} value={role} closeMenuOnClick>
                {roleNames[role]}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
        </>
      )}
      {isOwner && !isSelf && (
        <Menu.Item leftSection={<IconArrowsExchange {...iconProps} />} onClick={() => onDialog('transfer')}>
          Transfer Ownership
        </Menu.Item>
      )}
      <Menu.Item
        color="var(--mantine-color-error)"
        leftSection={isSelf ? <IconLogout {...iconProps} /> : <IconUserMinus {...iconProps} />}
        onClick={() => onDialog(isSelf ? 'leave' : 'remove')}
      >
        {isSelf ? 'Leave' : 'Remove'}
      </Menu.Item>
    </DropdownMenu>
  )
}
