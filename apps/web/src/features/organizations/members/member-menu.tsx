import { type Member, memberRoles } from '@linkshelf/contract'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowsExchange, IconDots, IconLogout, IconUserMinus } from '@tabler/icons-react'
import { useRef } from 'react'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import type { DialogOrganization, MemberDialogKind } from './member-dialogs.tsx'
import { formatMemberName, roleNames, useChangeRole } from './member-queries.ts'

const iconProps = { 'aria-hidden': true, size: 16, stroke: 1.6 }

interface MemberMenuProps {
  organization: DialogOrganization
  member: Member
  /** Whether the member is the signed-in user. */
  isSelf: boolean
  /** Whether the signed-in user is an owner. */
  isOwner: boolean
}

/** Shows the actions on a member. When a dialog closes, the focus returns to the button of the menu. */
export function MemberMenu({ organization, member, isSelf, isOwner }: MemberMenuProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const { mutate } = useChangeRole(organization.id)

  function chooseRole(name: string): void {
    const role = memberRoles.find((each) => each === name)
    if (role !== undefined && role !== member.role) mutate({ member, role })
  }

  function openMemberDialog(kind: MemberDialogKind): void {
    void openDialog(() => import('./member-dialogs.tsx').then((module) => module.memberDialog(kind, organization, member)), opener.current)
  }

  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon ref={opener} variant="subtle" color="gray" size="lg" aria-label={`Actions of ${formatMemberName(member)}`}>
          <IconDots aria-hidden size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
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
          <Menu.Item leftSection={<IconArrowsExchange {...iconProps} />} onClick={() => openMemberDialog('transfer')}>
            Transfer ownership
          </Menu.Item>
        )}
        <Menu.Item
          color="var(--mantine-color-error)"
          leftSection={isSelf ? <IconLogout {...iconProps} /> : <IconUserMinus {...iconProps} />}
          onClick={() => openMemberDialog(isSelf ? 'leave' : 'remove')}
        >
          {isSelf ? 'Leave' : 'Remove'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
