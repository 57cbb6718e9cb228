// Apart from the schemas of products: the list of products loads without the library of schemas.
import type { Schedule } from '../stores/schedule.ts'
import type { ProductAvailability } from './product-limits.ts'

export const visibilityStates = ['visible', 'unavailable', 'hidden', 'not_in_store', 'ended', 'scheduled'] as const
export type VisibilityState = (typeof visibilityStates)[number]

/** Whether visitors see a product, and why not. */
export interface Visibility {
  state: VisibilityState
  /** When the schedule shows the product, or has hidden it, as ISO 8601 in UTC; null in every other state. */
  at: string | null
}

/** The fields of a product that decide it. */
export interface VisibilityFields extends Schedule {
  active: boolean
  in_store: boolean
  availability: ProductAvailability
}

interface VisibilityContext {
  now: Date
  /** Whether the organization has store pages. */
  hasStorePage: boolean
}

/**
 * Returns the state of a product at an instant. Of several reasons to hide it, the owner's own switch comes first, then
 * the store, then the schedule, so that undoing the reason that is shown leads to the next one. Without store pages no
 * call puts a product into the store, so its absence from the store does not hide its page.
 */
export function computeVisibility(
  { active, in_store, availability, ...schedule }: VisibilityFields,
  { now, hasStorePage }: VisibilityContext,
): Visibility {
  if (!active || availability === 'hidden') return { state: 'hidden', at: null }
  if (hasStorePage && !in_store) return { state: 'not_in_store', at: null }
  return findScheduleState(schedule, now) ?? { state: availability === 'unavailable' ? 'unavailable' : 'visible', at: null }
}

interface ScheduleState {
  state: 'ended' | 'scheduled'
  at: string
}

/** Returns how a schedule hides a product or a category at an instant; undefined while it shows it. */
export function findScheduleState({ show_from, show_until }: Schedule, now: Date): ScheduleState | undefined {
  if (show_until !== null && new Date(show_until) <= now) return { state: 'ended', at: show_until }
  if (show_from !== null && now < new Date(show_from)) return { state: 'scheduled', at: show_from }
  return undefined
}

/** Whether visitors see a product in this state; an unavailable one is marked. */
export function isShownInStore({ state }: Visibility): boolean {
  return state === 'visible' || state === 'unavailable'
}
