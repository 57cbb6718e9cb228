/**
 * Returns whether no element has the focus. The browser moves the focus to the body when the focused element is removed
 * or disabled.
 */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/** Focuses `heading` if it is still on the page, or else the heading of the screen. */
export function focusHeading(heading?: HTMLElement): void {
  const target = heading?.isConnected ? heading : document.querySelector<HTMLElement>('#main h1')
  if (target === null) return
  target.tabIndex = -1
  target.focus()
}

/**
 * Moves the focus if `opener` is removed from the page and the focus is lost. The focus moves to the next or previous
 * entry of the opener's list, or else to its fieldset, or else to the heading of the screen. Returns a function that
 * stops watching. If `opener` still exists when the modal closes, the modal itself returns the focus to it.
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
 * Returns true if the screen may handle a key press or a paste at `target`, for example as a shortcut. Returns false if
 * `target` is in a field, a dialog or a menu. Also returns false if a dialog is open and the focus is lost.
 */
export function isOutsideFields(target: EventTarget | null): boolean {
  if (target instanceof Element && target !== document.body) return target.closest(fields) === null
  return document.querySelector('[aria-modal=true]') === null
}
