/** The screens that G and a letter open. */
export const screenKeys = [
  { key: 'd', to: '/', label: 'Dashboard' },
  { key: 'l', to: '/links', label: 'Links' },
  { key: 'a', to: '/analytics', label: 'Analytics' },
  { key: 's', to: '/settings/profile', label: 'Settings' },
] as const

/** Whether a key is a shortcut there: not in fields, in dialogs and menus, and with modifier keys. */
export function isShortcut({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false
  return !(
    target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]')
  )
}
