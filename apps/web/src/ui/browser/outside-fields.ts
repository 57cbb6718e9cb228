const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]'

/**
 * Whether keys pressed and text pasted there are for the screen: not in fields, dialogs and menus, nor below a
 * dialog that lost the focus.
 */
export function isOutsideFields(target: EventTarget | null): boolean {
  if (target instanceof Element && target !== document.body) return target.closest(fields) === null
  return document.querySelector('[aria-modal=true]') === null
}
