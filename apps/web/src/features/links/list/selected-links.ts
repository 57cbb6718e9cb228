import { bulkLinksMax } from '@linkshelf/contract'

/** Which of the links shown are chosen, and the one that was touched last. */
export interface Chosen {
  ids: ReadonlySet<string>
  lastId: string | undefined
}

export const emptySelection: Chosen = { ids: new Set(), lastId: undefined }

/**
 * Turns one link on or off; as a range, every link between the last one touched and this one follows it.
 * `shown` are the ids in the order of the screen. Never more than one call can take: those beyond stay off.
 */
export function choose(before: Chosen, shown: readonly string[], id: string, { isRange }: { isRange: boolean }): Chosen {
  const touched = isRange ? between(shown, before.lastId, id) : [id]
  const isOn = !before.ids.has(id)
  const ids = isOn ? atMost([...before.ids, ...touched]) : new Set([...before.ids].filter((chosen) => !touched.includes(chosen)))
  return { ids, lastId: id }
}

/** As many of the links shown as one call can take, from the top. */
export function chooseAll(shown: readonly string[]): Chosen {
  return { ids: atMost(shown), lastId: undefined }
}

function between(shown: readonly string[], lastId: string | undefined, id: string): readonly string[] {
  const [from, to] = [lastId === undefined ? -1 : shown.indexOf(lastId), shown.indexOf(id)]
  return from === -1 || to === -1 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
}

function atMost(ids: readonly string[]): ReadonlySet<string> {
  return new Set([...new Set(ids)].slice(0, bulkLinksMax))
}
