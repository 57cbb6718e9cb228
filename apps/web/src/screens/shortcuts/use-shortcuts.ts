import { useCallbackRef } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { focusAddLinkBar } from '../../features/links/create/add-link-bar.tsx'
import { focusLinkSearch } from '../../features/links/list/link-search-field.ts'
import { openDialog } from '../../ui/overlays/dialogs.tsx'
import { isCommand, isShortcut, screenKeys } from './shortcuts.ts'

/** Maximum time in milliseconds between G and its letter. */
const sequenceMs = 1_500

interface ShortcutActions {
  onFind: () => void
  onToggleSidebar: () => void
}

/**
 * Handles the shortcuts of every screen: C, /, ? and G with a letter. Ctrl or Command with K or B works in fields too.
 */
export function useShortcuts({ onFind, onToggleSidebar }: ShortcutActions): void {
  const navigate = useNavigate()
  const goUntil = useRef(0)

  /** Runs the shortcut of a key. Returns true if the key was a shortcut. */
  const press = useCallbackRef((key: string): boolean => {
    const isAfterGo = performance.now() < goUntil.current
    goUntil.current = 0
    const screen = isAfterGo ? screenKeys.find((one) => one.key === key) : undefined
    if (screen !== undefined) void navigate(screen.to)
    else if (key === 'g') goUntil.current = performance.now() + sequenceMs
    else if (key === 'c') focusAddLinkBar()
    else if (key === '/') focusLinkSearch() || onFind()
    else if (key === '?') openShortcutSheet(findFocusedElement())
    else return false
    return true
  })

  const command = useCallbackRef((key: string): boolean => {
    if (key === 'k') onFind()
    else if (key === 'b') onToggleSidebar()
    else return false
    return true
  })

  // This listener runs before the shortcuts of a screen, because L after G must not be handled as the shortcut L of the
  // list of links.
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent): void {
      const handle = isCommand(event) ? command : isShortcut(event) ? press : undefined
      // When a browser fills in a field, the event has no key. So the key is read only if the event is a shortcut.
      if (!handle?.(event.key.toLowerCase())) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', handleKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', handleKeyDown, { capture: true })
  }, [press, command])
}

export function openShortcutSheet(opener: HTMLElement | null): void {
  void openDialog(() => import('./shortcut-sheet.tsx').then((module) => module.shortcutSheet), opener)
}

function findFocusedElement(): HTMLElement | null {
  return document.activeElement instanceof HTMLElement ? document.activeElement : null
}
