import { projectArchivedMessage } from '@linkshelf/contract'
import type { Icon } from '@tabler/icons-react'
import type { Offer } from '../../session/permissions.tsx'

export interface PaletteAction {
  /** Unique in the palette. */
  id: string
  label: string
  description?: string
  /** Other words it is found by. */
  keywords?: string
  Icon: Icon
  /** Why it can't be run now, shown in place of the description. */
  whyNot?: string
  /**
   * Called once the palette has closed. `opener` had the focus before it opened, and has it again: a dialog
   * returns the focus to it.
   */
  run: (opener: HTMLElement) => void
}

export interface PaletteGroup {
  name: string
  actions: readonly PaletteAction[]
}

/** Something that is found by its name, and what can be done with it. */
export interface PaletteEntity extends PaletteAction {
  /** Each label starts with the verb it is found by: "Copy short URL" by "copy lamp". */
  actions: readonly PaletteAction[]
}

/** Returns the action as it is offered: as it is, with the reason why it can't be run, or not at all. */
export function applyOffer(offer: Offer, action: PaletteAction): PaletteAction[] {
  if (offer === 'hidden') return []
  return [offer === 'enabled' ? action : { ...action, whyNot: projectArchivedMessage }]
}

/**
 * Returns the actions whose label and keywords contain every word of the query, best first; all of them, as they are,
 * for an empty query.
 */
export function matchActions<Action extends PaletteAction>(actions: readonly Action[], query: string): readonly Action[] {
  const term = query.trim().toLowerCase()
  const words = term.split(/\s+/)
  const found = actions.filter(({ label, keywords = '' }) => {
    const text = `${label} ${keywords}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return term === '' ? found : found.toSorted((one, other) => computeRank(one, term) - computeRank(other, term))
}

/** A label that is the term comes before one that begins with it, one that contains it, and every other. */
function computeRank({ label, whyNot }: PaletteAction, term: string): number {
  const text = label.toLowerCase()
  const rank = text === term ? 0 : text.startsWith(term) ? 1 : text.includes(term) ? 2 : 3
  // Enter runs the first action.
  return whyNot === undefined ? rank : rank + 4
}

/**
 * "copy lamp" asks for the action "Copy …" of what "lamp" finds. Without the verb of an action, the
 * whole query is searched.
 */
export function splitVerb(query: string, actionLabels: readonly string[]): { verb: string | undefined; term: string } {
  const [, verb = '', term = ''] = /^(\S+)\s+(.*)$/.exec(query.trimStart().toLowerCase()) ?? []
  const isVerb = verb.length > 1 && actionLabels.some((label) => label.toLowerCase().startsWith(verb))
  return isVerb ? { verb, term: term.trim() } : { verb: undefined, term: query.trim() }
}

/**
 * Returns the groups of entities that match. With a verb: one action of each. Without: the entities, and below them all
 * actions of the first, unless nothing was typed.
 */
export function toEntityGroups(
  name: string,
  found: readonly PaletteEntity[],
  { verb, term }: ReturnType<typeof splitVerb>,
): PaletteGroup[] {
  if (verb !== undefined) return [{ name, actions: found.flatMap((entity) => listVerbActions(entity, verb)) }]
  const [first] = found
  const firstFound = first === undefined || term === '' ? [] : [{ name: `“${first.label}”`, actions: first.actions }]
  return [{ name, actions: found }, ...firstFound]
}

function listVerbActions(entity: PaletteEntity, verb: string): PaletteAction[] {
  return entity.actions
    .filter(({ label }) => label.toLowerCase().startsWith(verb))
    .map((action) => ({ ...action, label: `${action.label}: ${entity.label}`, description: entity.description }))
}
