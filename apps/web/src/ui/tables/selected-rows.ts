/** The ids of the selected rows, and the one toggled last. */
export interface Chosen {
  ids: ReadonlySet<string>
  lastId: string | undefined
}

export const emptySelection: Chosen = { ids: new Set(), lastId: undefined }

/** The ids in screen order, and how many of them may be selected. */
export interface Selectable {
  shown: readonly string[]
  max: number
}

/**
 * Toggles one row, or with `isRange` every row between the one toggled last and this one. Rows beyond the
 * maximum are not selected.
 */
export function choose(before: Chosen, { shown, max }: Selectable, id: string, { isRange }: { isRange: boolean }): Chosen {
  const toggled = isRange ? between(shown, before.lastId, id) : [id]
  const isOn = !before.ids.has(id)
  const ids = isOn ? limited([...before.ids, ...toggled], max) : new Set([...before.ids].filter((chosen) => !toggled.includes(chosen)))
  return { ids, lastId: id }
}

/** The first rows shown, up to the maximum. */
export function chooseAll({ shown, max }: Selectable): Chosen {
  return { ids: limited(shown, max), lastId: undefined }
}

function between(shown: readonly string[], lastId: string | undefined, id: string): readonly string[] {
  const [from, to] = [lastId === undefined ? -1 : shown.indexOf(lastId), shown.indexOf(id)]
  return from === -1 || to === -1 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
}

function limited(ids: readonly string[], max: number): ReadonlySet<string> {
  return new Set([...new Set(ids)].slice(0, max))
}
