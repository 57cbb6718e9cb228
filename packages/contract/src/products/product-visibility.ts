// Separate from the product schemas, so that the list of products loads without the schema library.
import type { Schedule } from '../stores/schedule.ts'
import type { ProductAvailability } from './product-limits.ts'

export const visibilityStates = ['visible', 'unavailable', 'hidden', 'not_in_store', 'ended', 'scheduled'] as const
export type VisibilityState = (typeof visibilityStates)[number]

export const visibilityReasons = ['no_store', 'store_hidden'] as const
export type VisibilityReason = (typeof visibilityReasons)[number]

/** Whether visitors see a product, and if not, why. */
export interface Visibility {
  state: VisibilityState
  /** The store's reason for the state. Null if the reason is the product's own fields. */
  reason: VisibilityReason | null
  /**
   * The instant at which the schedule will show the product, or at which it hid the product, as ISO 8601 in UTC. Null
   * in every other state.
   */
  at: string | null
}

export interface VisibilityFields extends Schedule {
  active: boolean
  in_store: boolean
  availability: ProductAvailability
}

interface VisibilityContext {
  now: Date
  hasStorePage: boolean
  /** The project's store. Null if the project has no store. */
  store: { active: boolean } | null
}

/**
 * Returns the state of a product at an instant. If there are several reasons to hide it, the product's own switch comes
 * first, then the store, then the schedule. So when the owner removes the shown reason, the next reason appears. The
 * store's address is part of every product page's address, so a product without a store has no page. If the
 * organization has no store pages, no call can add a product to the store, so being absent from the store does not hide
 * the product's page.
 */
export function computeVisibility(
  { active, in_store, availability, ...schedule }: VisibilityFields,
  { now, hasStorePage, store }: VisibilityContext,
): Visibility {
  const own = { reason: null, at: null }
  if (!active || availability === 'hidden') return { ...own, state: 'hidden' }
  if (store === null) return { ...own, state: 'not_in_store', reason: 'no_store' }
  if (hasStorePage && !in_store) return { ...own, state: 'not_in_store' }
  if (!store.active) return { ...own, state: 'hidden', reason: 'store_hidden' }
  return { ...own, state: availability === 'unavailable' ? 'unavailable' : 'visible', ...findScheduleState(schedule, now) }
}

interface ScheduleState {
  state: 'ended' | 'scheduled'
  at: string
}

/** Returns how a schedule hides a product or a category at an instant. Undefined if the schedule shows it. */
export function findScheduleState({ show_from, show_until }: Schedule, now: Date): ScheduleState | undefined {
  if (show_until !== null && new Date(show_until) <= now) return { state: 'ended', at: show_until }
  if (show_from !== null && now < new Date(show_from)) return { state: 'scheduled', at: show_from }
  return undefined
}

/** Whether visitors see a product in this state. An unavailable product is shown with a mark. */
export function isShownInStore({ state }: Visibility): boolean {
  return state === 'visible' || state === 'unavailable'
}
