import type { Link, LinkUpdate } from '@linkshelf/contract'
import type { LabelChanges } from './link-label-changes.ts'

/**
 * Returns the update that gives a link back what `update` replaces; undefined where its address is replaced: the new
 * one would stay as an alias.
 */
export function toUndoUpdate(link: Link, update: LinkUpdate): LinkUpdate | undefined {
  if (update.slug !== undefined || update.domain !== undefined) return undefined
  const before: LinkUpdate = { ...link, title: link.title ?? '' }
  const undo: LinkUpdate = Object.fromEntries(Object.keys(update).map((field) => [field, before[field as keyof LinkUpdate]]))
  // The title of its page stays one: it follows the page.
  return undo.title && !link.own_title ? { ...undo, own_title: false } : undo
}

export interface Labeling {
  links: readonly Link[]
  changes: LabelChanges
  /** Done before: labels that do not exist yet get their colors. */
  prepare?: () => Promise<void>
}

/**
 * Returns the changes that undo a labeling, one for links that gained and lost the same labels. `links` are as they
 * were before.
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
