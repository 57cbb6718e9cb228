import { projectArchivedMessage } from '@linkshelf/contract'
import type { Icon } from '@tabler/icons-react'
import type { Offer } from '../../session/permissions.tsx'

export interface PaletteAction {
  /** Unique in the palette. */
  id: string
  label: string
  description?: string
  /** Additional words by which the action is found. */
  keywords?: string
  Icon: Icon
  /** The reason why the action can't be run now. If it is set, it is shown in place of the description. */
  whyNot?: string
  /**
   * Called after the palette has closed. `opener` is the element that had the focus before the palette opened. It has
   * the focus again. If the action opens a dialog, the dialog returns the focus to `opener`.
   */
  run: (opener: HTMLElement) => void
}

export interface PaletteGroup {
  name: string
  actions: readonly PaletteAction[]
}

/** An object that is found by its name, with the actions on it. */
export interface PaletteEntity extends PaletteAction {
  /** Each label starts with the verb by which the action is found. For example, "copy lamp" finds "Copy short URL". */
  actions: readonly PaletteAction[]
}

/**
 * Returns a list with the action, or an empty list if the offer is 'hidden'. If the project is archived, the action
 * contains the reason why it can't be run.
 */
export function applyOffer(offer: Offer, action: PaletteAction): PaletteAction[] {
  if (offer === 'hidden') return []
  return [offer === 'enabled' ? action : { ...action, whyNot: projectArchivedMessage }]
}

/**
 * Returns the actions whose label and keywords contain every word of the query, best match first. Returns all actions
 * in the given order if the query is empty.
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

/**
 * Returns the rank by which actions are sorted. A label that equals the term comes first. Labels that begin with the
 * term come second, and labels that contain it come third.
 */
function computeRank({ label, whyNot }: PaletteAction, term: string): number {
  const text = label.toLowerCase()
  const rank = text === term ? 0 : text.startsWith(term) ? 1 : text.includes(term) ? 2 : 3
  // Actions that can't be run come last, because Enter runs the first action.
  return whyNot === undefined ? rank : rank + 4
}

/**
 * Splits a query such as "copy lamp" into the verb of an action and a search term. If the query does not begin with a
 * verb of an action, the whole query is the term.
 */
export function splitVerb(query: string, actionLabels: readonly string[]): { verb: string | undefined; term: string } {
  const [, verb = '', term = ''] = /^(\S+)\s+(.*)$/.exec(query.trimStart().toLowerCase()) ?? []
  const isVerb = verb.length > 1 && actionLabels.some((label) => label.toLowerCase().startsWith(verb))
  return isVerb ? { verb, term: term.trim() } : { verb: undefined, term: query.trim() }
}

/**
 * Returns the groups of matching entities. If the query has a verb, returns one group with each entity's actions that
 * begin with the verb. If it has no verb, the first group has the entities. If a term was typed, the second group has
 * all actions of the first entity.
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
