import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'
import { type Chosen, choose, chooseAll, emptySelection } from './selected-rows.ts'

export interface RowSelection<Row> {
  /** The rows in the order of the screen. */
  selected: readonly Row[]
  has: (row: Row) => boolean
  /** The maximum is selected. */
  isFull: boolean
  toggle: (row: Row, isRange: boolean) => void
  toggleAll: () => void
  clear: () => void
}

interface RowSelectionOptions<Row> {
  /** Another view starts empty. */
  view: string
  rows: readonly Row[]
  idOf: (row: Row) => string
  max: number
}

/** The selected rows of a list. A row that leaves the list is deselected. Escape clears the selection. */
export function useRowSelection<Row>({ view, rows, idOf, max }: RowSelectionOptions<Row>): RowSelection<Row> {
  const [stored, setStored] = useState<{ view: string; chosen: Chosen }>({ view, chosen: emptySelection })
  const chosen = stored.view === view ? stored.chosen : emptySelection
  if (stored.view !== view) setStored({ view, chosen })

  const selectable = { shown: rows.map(idOf), max }
  const selected = rows.filter((row) => chosen.ids.has(idOf(row)))

  function change(next: Chosen): void {
    setStored({ view, chosen: next })
  }

  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape' && selected.length > 0 && !isInOverlay(event)) change(emptySelection)
  })

  return {
    selected,
    has: (row) => chosen.ids.has(idOf(row)),
    isFull: selected.length >= max,
    toggle: (row, isRange) => {
      const ids = new Set(selected.map(idOf))
      change(choose({ ...chosen, ids }, selectable, idOf(row), { isRange }))
    },
    toggleAll: () => change(selected.length > 0 ? emptySelection : chooseAll(selectable)),
    clear: () => change(emptySelection),
  }
}

/** Escape first closes an open dialog, menu or dropdown. */
function isInOverlay({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="menu"], [aria-haspopup][aria-expanded="true"]') !== null
}
