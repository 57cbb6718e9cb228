/** Where the focus goes once a dialog is closed. */
export interface WayBack {
  from: HTMLElement | null
  /** The neighbour in the list, for when `from` has left it. */
  next: Element | null
}

export function wayBack(from: HTMLElement | null): WayBack {
  const entry = from?.closest('li')
  return { from, next: entry?.nextElementSibling ?? entry?.previousElementSibling ?? null }
}

/** To where it came from, else to the neighbour, else to the heading of the screen. */
export function giveFocusBack({ from, next }: WayBack): void {
  if (from?.isConnected) from.focus()
  else if (next?.isConnected) next.querySelector('a')?.focus()
  else focusHeading()
}

/** The browser leaves the focus on the body when what held it is taken away. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('#main h1')
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus()
}
