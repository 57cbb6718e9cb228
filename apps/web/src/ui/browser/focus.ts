/** The browser moves the focus to the body when the focused element is removed or disabled. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/** Focuses `heading`, or the heading of the screen when `heading` is no longer on the page. */
export function focusHeading(heading?: HTMLElement): void {
  const target = heading?.isConnected ? heading : document.querySelector<HTMLElement>('#main h1')
  if (target === null) return
  target.tabIndex = -1
  target.focus()
}

/**
 * When `opener` is removed and the focus is lost, focuses its neighbor in the list, else the group it belonged to,
 * else the heading of the screen. Returns how to stop. A modal returns the focus to an opener that is still there.
 */
export function moveFocusWhenRemoved(opener: Element): () => void {
  const entry = opener.closest('li, tr')
  const neighbour = entry?.nextElementSibling ?? entry?.previousElementSibling ?? opener.closest('fieldset')
  const observer = new MutationObserver(() => {
    if (opener.isConnected || !isFocusLost()) return
    observer.disconnect()
    const target = neighbour?.isConnected ? (neighbour.querySelector<HTMLElement>('a, button') ?? neighbour.querySelector('input')) : null
    if (target) target.focus()
    else focusHeading()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}

const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]'

/**
 * Returns whether keys pressed and text pasted there are for the screen: not in fields, dialogs and menus, nor below a
 * dialog that lost the focus.
 */
export function isOutsideFields(target: EventTarget | null): boolean {
  if (target instanceof Element && target !== document.body) return target.closest(fields) === null
  return document.querySelector('[aria-modal=true]') === null
}
