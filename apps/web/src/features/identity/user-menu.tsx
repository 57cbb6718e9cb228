import { useQuery } from '@tanstack/react-query'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { LazyDropdown } from '../../ui/lazy-dropdown.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { profileQuery } from './identity-queries.ts'
import { toInitials } from './initials.ts'
import type { UserMenuPlace } from './user-menu-items.tsx'

const UserMenuItems = lazyComponent(() => import('./user-menu-items.tsx').then((module) => module.UserMenuItems))

interface UserMenuProps {
  /** The screens about the person and their settings. */
  places: readonly UserMenuPlace[]
  isNarrow?: boolean
  /** Runs when the person goes to one of the places. */
  onLeave?: () => void
}

/** Who is signed in, and what they can do about it. */
export function UserMenu({ places, isNarrow, onLeave }: UserMenuProps) {
  const { data: person } = useQuery(profileQuery)
  const name = person?.full_name || person?.email || 'Your account'

  const button = (
    <MenuButton
      shape="person"
      initials={toInitials(name)}
      title={name}
      detail={person?.email}
      narrowName={`Account of ${name}`}
      isNarrow={isNarrow}
    />
  )
  return (
    <LazyDropdown button={button}>
      <UserMenuItems button={button} name={name} email={person?.email} places={places} onLeave={onLeave} />
    </LazyDropdown>
  )
}
