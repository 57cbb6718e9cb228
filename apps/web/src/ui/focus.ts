/** Where the focus goes once what was opened is closed. */
export interface Opener {
  from: HTMLElement | null
  /** The neighbour in the list, or the group `from` stood in, for when `from` is gone. */
  next: Element | null
}

export function openerOf(from: Element | null): Opener {
  const entry = from?.closest('li, tr')
  return {
    from: from instanceof HTMLElement ? from : null,
    next: entry?.nextElementSibling ?? entry?.previousElementSibling ?? from?.closest('fieldset') ?? null,
  }
}

/** To where it came from, else to the neighbour, else to the heading of the screen; nowhere when what was opened has led on to another place. */
export function restoreFocus({ from, next }: Opener): void {
  if (!isFocusLost() && document.activeElement?.closest('[role=dialog]') === null) return
  if (from?.isConnected) from.focus()
  else if (next?.isConnected) (next.querySelector<HTMLElement>('a, button') ?? next.querySelector('input'))?.focus()
  else focusHeading()
}

/** The browser leaves the focus on the body when what held it is taken away. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/** The heading given, or that of the screen when it is not there any more. */
export function focusHeading(wanted?: HTMLElement): void {
  const heading = wanted?.isConnected ? wanted : document.querySelector<HTMLElement>('#main h1')
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus()
}
