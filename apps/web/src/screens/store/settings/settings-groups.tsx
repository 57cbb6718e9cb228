import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import classes from './settings-groups.module.css'

/** The groups of the screen, in order; each name is the hash of its address. */
const groups = { profile: 'Profile', look: 'Look', content: 'Content', share: 'Share' } as const

type GroupName = keyof typeof groups

const groupNames = Object.keys(groups) as GroupName[]

/** Sections that the navigation leads to. */
export function SettingsGroup({ name, children }: { name: GroupName; children: React.ReactNode }) {
  return (
    <div id={name} tabIndex={-1} className={classes.group}>
      {children}
    </div>
  )
}

/** Links to the groups, in view wherever the screen is scrolled to. `children` is a button beside them. */
export function SettingsNavigation({ children }: { children: React.ReactNode }) {
  const current = useCurrentGroup()
  useScrollToHash()

  return (
    <div className={classes.bar}>
      <nav className={classes.links} aria-label="Sections">
        {groupNames.map((name) => (
          <Link key={name} to={{ hash: name }} replace className={classes.link} aria-current={name === current ? 'location' : undefined}>
            {groups[name]}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  )
}

/** The router changes only the address. This scrolls to its group and focuses it, also after a repeated click. */
function useScrollToHash(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with each click
  useEffect(() => {
    const group = groupNames.find((name) => `#${name}` === hash)
    if (group === undefined) return
    const element = document.getElementById(group)
    element?.scrollIntoView()
    element?.focus({ preventScroll: true })
  }, [hash, key])
}

/** Returns the group at the top of the window; at the end of the page it is the last one. */
function useCurrentGroup(): GroupName {
  const [current, setCurrent] = useState<GroupName>('profile')

  useEffect(() => {
    const update = () => setCurrent(findGroupInView())
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [])

  return current
}

function findGroupInView(): GroupName {
  const { clientHeight, scrollHeight, scrollTop } = document.documentElement
  if (scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1) return 'share'
  const isPassed = (name: GroupName) => (document.getElementById(name)?.getBoundingClientRect().top ?? Infinity) < clientHeight / 3
  return groupNames.findLast(isPassed) ?? 'profile'
}
