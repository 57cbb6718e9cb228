import { type Overview, topLinksMax } from '@linkshelf/contract'
import { sumClicks } from './trend/click-trend.ts'

/**
 * Returns how many clicks in the range belong to deleted links. Totals include these clicks, but the list of top links
 * does not. Returns 0 if the list is full, because the missing clicks can then belong to other links.
 */
export function countDeletedLinkClicks({ clicksByDay, topPerformingLinks }: Pick<Overview, 'clicksByDay' | 'topPerformingLinks'>): number {
  if (topPerformingLinks.length >= topLinksMax) return 0
  return Math.max(0, sumClicks(clicksByDay) - topPerformingLinks.reduce((sum, { clicks }) => sum + clicks, 0))
}
