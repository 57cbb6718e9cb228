import { ActionIcon } from '@mantine/core'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { AddLinkBar } from '../../features/links/create/add-link-bar.tsx'
import { useIsTopBarAddLinkHidden } from '../../features/links/create/top-bar-add-link.ts'
import { useOffer } from '../../session/permissions.tsx'
import { Logo } from './logo.tsx'
import { NewLinkOutlet, preloadNewLinkPanel } from './new-link-outlet.tsx'
import classes from './top-bar.module.css'

export function TopBar({ onMenu, onFind }: { onMenu: () => void; onFind: () => void }) {
  const isAddLinkHidden = useIsTopBarAddLinkHidden()
  const canAdd = useOffer('links.create') !== 'hidden'

  return (
    <header className={classes.bar}>
      <div className={classes.content}>
        <div className={classes.small}>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Open menu" onClick={onMenu}>
            <IconMenu2 aria-hidden size={20} stroke={1.6} />
          </ActionIcon>
          <Logo />
        </div>
        <div className={classes.add}>{!isAddLinkHidden && canAdd && <AddLinkBar onFocus={preloadNewLinkPanel} />}</div>
        <button type="button" className={classes.find} onClick={onFind} aria-keyshortcuts="Control+K Meta+K">
          <IconSearch aria-hidden size={16} stroke={1.8} />
          <span className={classes.word}>Find</span>
          <kbd className={classes.keys} aria-hidden>
            {isApple() ? '⌘K' : 'Ctrl K'}
          </kbd>
        </button>
      </div>
      <NewLinkOutlet />
    </header>
  )
}

function isApple(): boolean {
  return /Mac|iP(hone|ad)/.test(navigator.userAgent)
}
