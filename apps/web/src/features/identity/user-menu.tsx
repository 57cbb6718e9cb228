import { useQuery } from '@tanstack/react-query'
import { toInitials } from '../../ui/formats/initials.ts'
import { LazyDropdown } from '../../ui/overlays/lazy-dropdown.tsx'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import { lazyComponent } from '../../ui/states/lazy-component.tsx'
import { profileQuery } from './identity-queries.ts'
import type { UserMenuScreen } from './user-menu-items.tsx'

const UserMenuItems = lazyComponent(() => import('./user-menu-items.tsx').then((module) => module.UserMenuItems))

interface UserMenuProps {
  /** The screens about the user and their settings. */
  screens: readonly UserMenuScreen[]
  isNarrow?: boolean
  /** Called when a screen is opened. */
  onLeave?: () => void
}

/** The signed-in user, with links to their screens and sign-out. */
export function UserMenu({ screens, isNarrow, onLeave }: UserMenuProps) {
  const { data: profile } = useQuery(profileQuery)
  const name = profile?.full_name || profile?.email || 'Your account'

  const button = (
    <MenuButton
      shape="user"
      initials={toInitials(name)}
      pictureUrl={profile?.avatar_url}
      title={name}
      detail={profile?.email}
      narrowName={`Account of ${name}`}
      isNarrow={isNarrow}
    />
  )
  return (
    <LazyDropdown button={button} preload={UserMenuItems.preload}>
      <UserMenuItems button={button} name={name} email={profile?.email} screens={screens} onLeave={onLeave} />
    </LazyDropdown>
  )
}
