import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { readStored, writeStored } from '../../ui/browser/local-storage.ts'
import type { SidebarEntry, SidebarGroup } from '../sidebar-entries.ts'
import classes from './sidebar.module.css'

interface SidebarSectionProps {
  group: SidebarGroup
  /** The path of the sidebar entry of the current screen. */
  shown: string | undefined
  isNarrow: boolean | undefined
  onLeave: (() => void) | undefined
}

/**
 * A group of the sidebar. By default, it is open only on its own screens. The user's choice is stored in this browser.
 */
export function SidebarSection({ group: { label, Icon, entries }, shown, isNarrow, onLeave }: SidebarSectionProps) {
  const listId = useId()
  const key = `linkshelf.sidebar.${label.toLowerCase()}`
  const [chosen, setChosen] = useState(() => readStored(key))
  const isInside = entries.some(({ to }) => to === shown)
  const isOpen = typeof chosen === 'boolean' ? chosen : isInside

  function toggle(): void {
    writeStored(key, !isOpen)
    setChosen(!isOpen)
  }

  return (
    <div className={classes.section} data-open={isOpen || undefined}>
      <button
        type="button"
        className={classes.entry}
        aria-expanded={isOpen}
        aria-controls={listId}
        data-inside={(isInside && !isOpen) || undefined}
        title={isNarrow ? label : undefined}
        onClick={toggle}
      >
        <Icon aria-hidden size={20} stroke={1.6} />
        <span className={isNarrow ? 'visually-hidden' : undefined}>{label}</span>
        <IconChevronDown aria-hidden className={classes.chevron} size={isNarrow ? 12 : 16} stroke={1.8} />
      </button>
      <div id={listId} className={classes.sub} hidden={!isOpen}>
        {entries.map((entry) => (
          <SidebarLink key={entry.to} entry={entry} shown={shown} isNarrow={isNarrow} onLeave={onLeave} />
        ))}
      </div>
    </div>
  )
}

interface SidebarLinkProps {
  entry: SidebarEntry
  /** The path of the sidebar entry of the current screen. */
  shown: string | undefined
  /** True if only the icon is visible. Screen readers still read the name, and the link shows it on hover. */
  isNarrow: boolean | undefined
  onLeave: (() => void) | undefined
}

export function SidebarLink({ entry: { to, label, Icon }, shown, isNarrow, onLeave }: SidebarLinkProps) {
  return (
    <Link
      to={to}
      className={classes.entry}
      aria-current={to === shown ? 'page' : undefined}
      title={isNarrow ? label : undefined}
      onClick={onLeave}
    >
      <Icon aria-hidden size={20} stroke={1.6} />
      <span className={isNarrow ? 'visually-hidden' : undefined}>{label}</span>
    </Link>
  )
}
