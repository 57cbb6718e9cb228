import type { LinkId, LinkQuery } from '@linkshelf/contract'
import type { ProjectContext } from '../access/index.ts'

/** Reads visits and clicks of links. The module that reads clicks implements it. */
export interface LinkVisits {
  /**
   * Returns true if any visit is stored, including visits by bots, and false if none is stored. If none is stored, but
   * a journal that was not shipped may have clicks, returns undefined. Queries another system, so no transaction may
   * wait for it. Throws ANALYTICS_TIMEOUT or ANALYTICS_UNAVAILABLE.
   */
  wasVisited(ctx: ProjectContext, linkId: LinkId): Promise<boolean | undefined>
  /**
   * Reads the clicks in a range of days. By default, it is the range that lists show. Throws ANALYTICS_HISTORY_LOCKED.
   * Throws REQUEST_INVALID if the range is invalid.
   */
  openClicks(ctx: ProjectContext, range: Pick<LinkQuery, 'tz' | 'from' | 'to' | 'range'>): Promise<LinkClicks>
}

export interface ClickedLink {
  id: LinkId
  clicks: number
}

/** Contains only links with clicks. Deleted links can be among them. */
export interface LinkClicks {
  /**
   * Returns at most `limit` links after a position. The links with the most clicks come first. Among links with equal
   * clicks, the newest comes first. The clicks are up to ten seconds old.
   */
  list(page: { after: ClickedLink | undefined; limit: number }): Promise<ClickedLink[]>
  /** Returns the number of clicks of each link. */
  count(ids: readonly LinkId[]): Promise<ReadonlyMap<LinkId, number>>
}
