import { UnstyledButton } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import { whoAmI } from './identity-queries.ts'
import { initialsOf } from './initials.ts'
import classes from './user-menu.module.css'

const UserMenuItems = lazyPart(() => import('./user-menu-items.tsx').then((module) => module.UserMenuItems))

/** Who is signed in, and what they can do about it. */
export function UserMenu({ isNarrow }: { isNarrow?: boolean }) {
  const { data: person } = useQuery(whoAmI)
  const name = person?.full_name || person?.email || 'Your account'

  const button = (
    <UnstyledButton
      className={classes.target}
      aria-label={isNarrow ? `Account of ${name}` : undefined}
      aria-haspopup="menu"
      data-narrow={isNarrow || undefined}
    >
      <span className={classes.avatar} data-initials={initialsOf(name)} />
      {!isNarrow && (
        <>
          <span className={classes.names}>
            <span className={classes.name}>{name}</span>
            <span className={classes.email}>{person?.email}</span>
          </span>
          <IconSelector aria-hidden size={16} stroke={1.6} />
        </>
      )}
    </UnstyledButton>
  )
  return (
    <OnDemand button={button}>
      <UserMenuItems button={button} name={name} email={person?.email} />
    </OnDemand>
  )
}
