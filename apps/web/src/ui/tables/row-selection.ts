import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'

export interface RowSelection<Row> {
  /** The selected rows, in the order of the screen. */
  selected: readonly Row[]
  has: (row: Row) => boolean
  /** True if the maximum number of rows is selected. */
  isFull: boolean
  toggle: (row: Row, isRange: boolean) => void
  toggleAll: () => void
  clear: () => void
}

interface RowSelectionOptions<Row> {
  /** The name of the current view. If it changes, the selection is cleared. */
  view: string
  rows: readonly Row[]
  idOf: (row: Row) => string
  max: number
}

/** Returns the selected rows of a list. A row that leaves the list is deselected. Escape clears the selection. */
export function useRowSelection<Row>({ view, rows, idOf, max }: RowSelectionOptions<Row>): RowSelection<Row> {
  const [stored, setStored] = useState<{ view: string; chosen: RowSelectionState }>({ view, chosen: emptySelection })
  const chosen = stored.view === view ? stored.chosen : emptySelection
  if (stored.view !== view) setStored({ view, chosen })

  const selectable = { shown: rows.map(idOf), max }
  const selected = rows.filter((row) => chosen.ids.has(idOf(row)))

  function change(next: RowSelectionState): void {
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
      change(toggleRows({ ...chosen, ids }, selectable, idOf(row), { isRange }))
    },
    toggleAll: () => change(selected.length > 0 ? emptySelection : selectAllRows(selectable)),
    clear: () => change(emptySelection),
  }
}

/** Returns true if Escape was pressed in an open dialog, menu or dropdown. Escape then closes only that overlay. */
function isInOverlay({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="menu"], [aria-haspopup][aria-expanded="true"]') !== null
}

/** The ids of the selected rows, and the id of the last toggled row. */
export interface RowSelectionState {
  ids: ReadonlySet<string>
  lastId: string | undefined
}

export const emptySelection: RowSelectionState = { ids: new Set(), lastId: undefined }

/** The ids of the rows in the order of the screen, and the maximum number of selected rows. */
interface Selectable {
  shown: readonly string[]
  max: number
}

/**
 * Toggles one row, or, if `isRange` is true, all rows between the last toggled row and this row. Rows beyond the
 * maximum are not selected.
 */
export function toggleRows(
  before: RowSelectionState,
  { shown, max }: Selectable,
  id: string,
  { isRange }: { isRange: boolean },
): RowSelectionState {
  const toggled = isRange ? listRange(shown, before.lastId, id) : [id]
  const isOn = !before.ids.has(id)
  const ids = isOn ? limitIds([...before.ids, ...toggled], max) : new Set([...before.ids].filter((chosen) => !toggled.includes(chosen)))
  return { ids, lastId: id }
}

/** Selects the shown rows from the first row on, up to the maximum number of rows. */
export function selectAllRows({ shown, max }: Selectable): RowSelectionState {
  return { ids: limitIds(shown, max), lastId: undefined }
}

function listRange(shown: readonly string[], lastId: string | undefined, id: string): readonly string[] {
  const [from, to] = [lastId === undefined ? -1 : shown.indexOf(lastId), shown.indexOf(id)]
  return from === -1 || to === -1 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
}

function limitIds(ids: readonly string[], max: number): ReadonlySet<string> {
  return new Set([...new Set(ids)].slice(0, max))
}
