import type { LinkId, LinkQuery } from '@linkshelf/contract'
import type { ProjectContext } from '../access/index.ts'

type ListedDays = Pick<LinkQuery, 'tz' | 'from' | 'to' | 'range'>

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
  openClicks(ctx: ProjectContext, range: ListedDays): Promise<LinkValues>
}

/** Reads earnings of links. The module that stores sales implements this interface. */
export interface LinkEarnings {
  /** Returns the earnings in a range of days. Has the default and throws the errors of `openClicks`. */
  openEarned(ctx: ProjectContext, range: ListedDays): Promise<LinkValues>
}

/** Finds links with clicks, before an undo of an import deletes them. */
export interface ClickedLinkFinder {
  /**
   * Returns the given links that have clicks on any day. Clicks that were not shipped yet can be missing. Queries
   * another system, so no transaction may wait for it. Throws ANALYTICS_TIMEOUT or ANALYTICS_UNAVAILABLE.
   */
  findClicked(ctx: ProjectContext, ids: readonly LinkId[]): Promise<ReadonlySet<LinkId>>
}

/** A link and the value by which it is sorted, for example its number of clicks. */
export interface SortedLink {
  id: LinkId
  value: number
}

/**
 * Values by which a project's links are sorted, for example their clicks in a range of days. Contains only links whose
 * value is above zero, including deleted links.
 */
export interface LinkValues {
  /**
   * Returns at most `limit` links after the link `after`. The links with the highest values come first. Among links
   * with equal values, the newest comes first. The values are up to ten seconds old.
   */
  list(page: { after: SortedLink | undefined; limit: number }): Promise<SortedLink[]>
  /** Returns the value of each link. */
  find(ids: readonly LinkId[]): Promise<ReadonlyMap<LinkId, number>>
}

/** Sorts the highest values first and, among links with equal values, the newest link first. */
export function compareByValue(one: SortedLink, other: SortedLink): number {
  return other.value - one.value || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0)
}
