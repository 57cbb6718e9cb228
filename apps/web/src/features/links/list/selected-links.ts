import { bulkLinksMax } from '@linkshelf/contract'

/** The ids of the selected links, and the one toggled last. */
export interface Chosen {
  ids: ReadonlySet<string>
  lastId: string | undefined
}

export const emptySelection: Chosen = { ids: new Set(), lastId: undefined }

/**
 * Toggles one link, or with `isRange` every link between the one toggled last and this one.
 * `shown` are the ids in screen order. Links beyond the maximum of a bulk call are not selected.
 */
export function choose(before: Chosen, shown: readonly string[], id: string, { isRange }: { isRange: boolean }): Chosen {
  const toggled = isRange ? between(shown, before.lastId, id) : [id]
  const isOn = !before.ids.has(id)
  const ids = isOn ? limited([...before.ids, ...toggled]) : new Set([...before.ids].filter((chosen) => !toggled.includes(chosen)))
  return { ids, lastId: id }
}

/** The first links shown, up to the maximum of a bulk call. */
export function chooseAll(shown: readonly string[]): Chosen {
  return { ids: limited(shown), lastId: undefined }
}

function between(shown: readonly string[], lastId: string | undefined, id: string): readonly string[] {
  const [from, to] = [lastId === undefined ? -1 : shown.indexOf(lastId), shown.indexOf(id)]
  return from === -1 || to === -1 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
}

function limited(ids: readonly string[]): ReadonlySet<string> {
  return new Set([...new Set(ids)].slice(0, bulkLinksMax))
}
