import type { Link, LinkUpdate } from '@linkshelf/contract'
import type { LabelChanges } from './link-label-changes.ts'

/**
 * Returns the update that undoes `update`. Undefined if `update` changes the address, because the undo would leave the
 * new address as an alias.
 */
export function toUndoUpdate(link: Link, update: LinkUpdate): LinkUpdate | undefined {
  if (update.slug !== undefined || update.domain !== undefined) return undefined
  const before: LinkUpdate = { ...link, title: link.title ?? '' }
  const { revision: _, ...changed } = update
  const undo: LinkUpdate = Object.fromEntries(Object.keys(changed).map((field) => [field, before[field as keyof LinkUpdate]]))
  // A title that came from the page remains the page's title, so it still changes with the page.
  return undo.title && !link.own_title ? { ...undo, own_title: false } : undo
}

export interface Labeling {
  links: readonly Link[]
  changes: LabelChanges
  /** Runs before the labeling, to create new labels with their colors. */
  prepare?: () => Promise<void>
}

/**
 * Returns the changes that undo a labeling. Links that gained and lost the same labels share a change. `links` are the
 * links before the labeling.
 */
export function toUndoLabelings({ links, changes: { add, remove } }: Labeling): Labeling[] {
  const undos = new Map<string, Labeling & { links: Link[] }>()
  for (const link of links) {
    const changes = {
      add: remove.filter((label) => link.labels.includes(label)),
      remove: add.filter((label) => !link.labels.includes(label)),
    }
    if (changes.add.length + changes.remove.length === 0) continue
    const key = JSON.stringify(changes)
    const undo = undos.get(key) ?? { links: [], changes }
    undo.links.push(link)
    undos.set(key, undo)
  }
  return [...undos.values()]
}
