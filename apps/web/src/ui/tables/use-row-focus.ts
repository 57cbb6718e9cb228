import { useCallbackRef } from '@mantine/hooks'
import { type RefObject, useEffect, useRef } from 'react'

const controls = 'a[href], button, input'

export interface RowFocus {
  /** Returns the index of the focused row; -1 if no row is focused. */
  at: () => number
  /** Moves the focus down by this many rows, or up if the number is negative. */
  move: (rows: number) => void
}

/**
 * Makes a whole list one tab stop: the main control of the row that was focused last. The up and down arrow keys move
 * the focus between rows. The left and right arrow keys move it between the controls of a row. Tab leaves the list.
 * `main` is the CSS selector of a row's main control.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, main: string): RowFocus {
  const current = useRef(0)

  /**
   * Gives only the current row's main control a tab stop. This runs after every render, because rows are added and
   * removed, and a control that was rendered again is a tab stop by default.
   */
  function setTabStops(): void {
    const rows = [...(list.current?.children ?? [])]
    const stop = rows[Math.min(current.current, rows.length - 1)]?.querySelector(main)
    for (const row of rows) {
      for (const control of row.querySelectorAll<HTMLElement>(controls)) control.tabIndex = control === stop ? 0 : -1
    }
  }
  useEffect(setTabStops)

  const findFocusedIndex = () => [...(list.current?.children ?? [])].findIndex((row) => row.contains(document.activeElement))

  function move(rows: number): void {
    const titles = [...(list.current?.children ?? [])].map((row) => row.querySelector<HTMLElement>(main))
    const from = findFocusedIndex()
    titles[Math.max(0, Math.min(from + rows, titles.length - 1))]?.focus()
  }

  function moveInRow(focused: HTMLElement, controlsOn: number): void {
    const all = [...(list.current?.children[findFocusedIndex()]?.querySelectorAll<HTMLElement>(controls) ?? [])]
    const next = all[all.indexOf(focused) + controlsOn]
    next?.focus()
  }

  const handleKey = useCallbackRef((event: KeyboardEvent) => {
    const { target, key, defaultPrevented, altKey, ctrlKey, metaKey } = event
    if (defaultPrevented || altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return
    // On a button that opens a menu, the up and down arrow keys belong to the menu, so they do not move the focus.
    if (target.closest('[aria-haspopup]') !== null && /^Arrow(Up|Down)$/.test(key)) return
    if (key === 'ArrowDown') move(1)
    else if (key === 'ArrowUp') move(-1)
    else if (key === 'ArrowRight') moveInRow(target, 1)
    else if (key === 'ArrowLeft') moveInRow(target, -1)
    else return
    event.preventDefault()
  })
  const handleFocus = useCallbackRef(() => {
    current.current = Math.max(0, findFocusedIndex())
    setTabStops()
  })
  useEffect(() => {
    const element = list.current
    element?.addEventListener('keydown', handleKey)
    element?.addEventListener('focusin', handleFocus)
    return () => {
      element?.removeEventListener('keydown', handleKey)
      element?.removeEventListener('focusin', handleFocus)
    }
  }, [list, handleKey, handleFocus])

  return { at: findFocusedIndex, move }
}
