import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import classes from './settings-groups.module.css'

/** The groups of the screen, in order. Each name is the hash of the group's URL. */
const groups = { profile: 'Profile', look: 'Look', content: 'Content', share: 'Share' } as const

type GroupName = keyof typeof groups

const groupNames = Object.keys(groups) as GroupName[]

/** A group of sections that the navigation links to. */
export function SettingsGroup({ name, children }: { name: GroupName; children: React.ReactNode }) {
  return (
    <div id={name} tabIndex={-1} className={classes.group}>
      {children}
    </div>
  )
}

/**
 * A bar with links to the groups. The bar stays visible when the screen is scrolled. `children` is a button next to the
 * links.
 */
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

/**
 * Scrolls to the group in the URL's hash and focuses it, even if the same link is clicked again. This code is needed
 * because the router changes only the URL.
 */
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

/**
 * Returns the last group that begins above or in the top third of the window. At the end of the page, returns the last
 * group.
 */
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
