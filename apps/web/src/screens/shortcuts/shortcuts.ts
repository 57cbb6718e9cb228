import { isOutsideFields } from '../../ui/browser/focus.ts'
import { readStored, writeStored } from '../../ui/browser/local-storage.ts'

/** The screens that the key G followed by a letter opens. */
export const screenKeys = [
  { key: 'd', to: '/', label: 'Dashboard' },
  { key: 'l', to: '/links', label: 'Links' },
  { key: 'a', to: '/analytics', label: 'Analytics' },
  { key: 's', to: '/settings/profile', label: 'Settings' },
] as const

const storageKey = 'linkshelf.shortcuts'

/**
 * Returns whether the shortcuts with single keys are on. Users can turn them off, because speech input presses keys
 * unintentionally (WCAG 2.1.4).
 */
export function areShortcutsOn(): boolean {
  return readStored(storageKey) !== false
}

export function turnShortcuts(isOn: boolean): void {
  writeStored(storageKey, isOn)
}

/** Returns true if Ctrl or Command is the only modifier key. */
export function isCommand({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey
}

/**
 * Returns true if a key press is a shortcut. Returns false for keys in fields, dialogs and menus, and for keys with
 * Ctrl, Command or Alt.
 */
export function isShortcut({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && isOutsideFields(target) && areShortcutsOn()
}
