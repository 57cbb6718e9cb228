import type { LinkId, LinkQuery } from '@linkshelf/contract'
import type { ProjectContext } from '../access/index.ts'

/** Reads visits and clicks of links. The module that stores clicks implements this interface. */
export interface LinkVisits {
  /**
   * Returns true if any visit is stored, including visits by bots, and false if no visit is stored. Returns undefined
   * if no visit is stored, but a journal that was not shipped yet may contain visits. Queries another system, so no
   * transaction may wait for it. Throws ANALYTICS_TIMEOUT or ANALYTICS_UNAVAILABLE.
   */
  wasVisited(ctx: ProjectContext, linkId: LinkId): Promise<boolean | undefined>
  /**
   * Returns the clicks in a range of days. The default is the range that lists show. Throws ANALYTICS_HISTORY_LOCKED.
   * Throws REQUEST_INVALID if the range is invalid.
   */
  openClicks(ctx: ProjectContext, range: Pick<LinkQuery, 'tz' | 'from' | 'to' | 'range'>): Promise<LinkClicks>
}

/** Finds links with clicks, before an undo of an import deletes them. */
export interface ClickedLinkFinder {
  /**
   * Returns the given links that have clicks on any day. Clicks that were not shipped yet can be missing. Queries
   * another system, so no transaction may wait for it. Throws ANALYTICS_TIMEOUT or ANALYTICS_UNAVAILABLE.
   */
  findClicked(ctx: ProjectContext, ids: readonly LinkId[]): Promise<ReadonlySet<LinkId>>
}

export interface ClickedLink {
  id: LinkId
  clicks: number
}

/** Clicks of a project's links in a range of days. Contains only links with clicks, including deleted links. */
export interface LinkClicks {
  /**
   * Returns at most `limit` links after the link `after`. The links with the most clicks come first. Among links with
   * equal clicks, the newest comes first. The clicks are up to ten seconds old.
   */
  list(page: { after: ClickedLink | undefined; limit: number }): Promise<ClickedLink[]>
  /** Returns the number of clicks of each link. */
  count(ids: readonly LinkId[]): Promise<ReadonlyMap<LinkId, number>>
}
