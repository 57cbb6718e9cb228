import { isOutsideFields } from '../../ui/browser/focus.ts'
import { readStored, writeStored } from '../../ui/browser/local-storage.ts'

/** The screens that G and a letter open. */
export const screenKeys = [
  { key: 'd', to: '/', label: 'Dashboard' },
  { key: 'l', to: '/links', label: 'Links' },
  { key: 'a', to: '/analytics', label: 'Analytics' },
  { key: 's', to: '/settings/profile', label: 'Settings' },
] as const

const storageKey = 'linkshelf.shortcuts'

/** Speech input presses single keys unintended, so they can be turned off (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return readStored(storageKey) !== false
}

export function turnShortcuts(isOn: boolean): void {
  writeStored(storageKey, isOn)
}

/** Returns whether Ctrl or Command is the only modifier key. */
export function isCommand({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey
}

/** Returns whether a key is a shortcut there: not in fields, in dialogs and menus, and with modifier keys. */
export function isShortcut({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && isOutsideFields(target) && areShortcutsOn()
}
