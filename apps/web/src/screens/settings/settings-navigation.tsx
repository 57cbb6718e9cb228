import { IconChevronDown } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import classes from './settings-navigation.module.css'
import type { SettingsTab } from './settings-tabs.ts'

interface SettingsNavigationProps {
  tabs: readonly SettingsTab[]
  shown: SettingsTab
}

/**
 * Shows the tabs in their groups, next to the settings. On small screens, a button above the settings opens the tabs.
 */
export function SettingsNavigation({ tabs, shown }: SettingsNavigationProps) {
  const [isOpen, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const listId = useId()
  const groups = [...new Set(tabs.map(({ group }) => group))]

  function close({ key }: KeyboardEvent): void {
    if (key !== 'Escape' || !isOpen) return
    setOpen(false)
    // The list disappears, so the focus moves to the button.
    toggle.current?.focus()
  }

  return (
    <nav className={classes.navigation} aria-label="Settings" data-open={isOpen || undefined} onKeyDown={close}>
      <button
        ref={toggle}
        type="button"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        <span>
          <span className={classes.group}>{shown.group}</span> {shown.label}
        </span>
        <IconChevronDown aria-hidden className={classes.chevron} size={18} stroke={1.8} />
      </button>
      <div id={listId} className={classes.groups}>
        {groups.map((group) => (
          <div key={group}>
            <p id={`${listId}-${group}`} className={classes.group}>
              {group}
            </p>
            <ul className={classes.tabs} aria-labelledby={`${listId}-${group}`}>
              {tabs
                .filter((tab) => tab.group === group)
                .map(({ name, to, label }) => (
                  <li key={name}>
                    <Link
                      to={to}
                      className={classes.tab}
                      aria-current={name === shown.name ? 'page' : undefined}
                      onClick={() => setOpen(false)}
                    >
                      {label}
                    </Link>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}
