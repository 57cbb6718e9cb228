import type { LinkId, LinkQuery } from '@linkshelf/contract'
import type { ProjectContext } from '../access/index.ts'

/** Knows which links were visited; the module that reads clicks implements it. */
export interface LinkVisits {
  /**
   * True when any visit is stored, also one by a bot. Undefined without one while clicks may be in a journal that was
   * not shipped. It asks another system, so no transaction may wait for it. Throws ANALYTICS_TIMEOUT or
   * ANALYTICS_UNAVAILABLE.
   */
  wasVisited(ctx: ProjectContext, linkId: LinkId): Promise<boolean | undefined>
  /**
   * Reads the clicks of a range of days; without one, of those that lists show. Throws ANALYTICS_HISTORY_LOCKED, and
   * REQUEST_INVALID for an invalid range.
   */
  openClicks(ctx: ProjectContext, range: Pick<LinkQuery, 'tz' | 'from' | 'to' | 'range'>): Promise<LinkClicks>
}

export interface ClickedLink {
  id: LinkId
  clicks: number
}

/** Skips links without clicks; deleted ones may be among the others. */
export interface LinkClicks {
  /**
   * Returns at most `limit` links after a position: those with the most clicks first, and the
   * newest first among equals. Their clicks are up to ten seconds old.
   */
  list(page: { after: ClickedLink | undefined; limit: number }): Promise<ClickedLink[]>
  /** The clicks of these links. */
  count(ids: readonly LinkId[]): Promise<ReadonlyMap<LinkId, number>>
}
