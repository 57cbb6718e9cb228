import type { Member } from '@linkshelf/contract'
import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useRef } from 'react'
import { LazyDropdown } from '../../ui/overlays/lazy-dropdown.tsx'
import { lazyComponent } from '../../ui/states/lazy-component.tsx'
import type { DialogOrganization } from './member-dialogs.tsx'
import { nameOfMember } from './member-names.ts'
import { openMemberDialog } from './open-member-dialog.ts'

const MemberMenuItems = lazyComponent(() => import('./member-menu-items.tsx').then((module) => module.MemberMenuItems))

interface MemberMenuProps {
  organization: DialogOrganization
  member: Member
  /** The signed-in user. */
  isSelf: boolean
  /** The signed-in user is an owner. */
  isOwner: boolean
}

/** The actions on a member. Its dialogs return the focus to the button of the menu. */
export function MemberMenu({ organization, member, isSelf, isOwner }: MemberMenuProps) {
  const opener = useRef<HTMLButtonElement>(null)

  const button = (
    <ActionIcon ref={opener} variant="subtle" color="gray" size="lg" aria-label={`Actions of ${nameOfMember(member)}`} aria-haspopup="menu">
      <IconDots aria-hidden size={18} />
    </ActionIcon>
  )
  return (
    <LazyDropdown button={button} preload={MemberMenuItems.preload}>
      <MemberMenuItems
        button={button}
        orgId={organization.id}
        member={member}
        isSelf={isSelf}
        isOwner={isOwner}
        onDialog={(kind) => openMemberDialog(kind, organization, member, opener.current)}
      />
    </LazyDropdown>
  )
}
