import { type Overview, topLinksMax } from '@linkshelf/contract'
import { sumClicks } from './trend/click-trend.ts'

/**
 * Returns how many clicks of the range are of deleted links: totals include them, the list of top links does not. 0
 * when the list is full, because other links may have those clicks.
 */
export function countDeletedLinkClicks({ clicksByDay, topPerformingLinks }: Pick<Overview, 'clicksByDay' | 'topPerformingLinks'>): number {
  if (topPerformingLinks.length >= topLinksMax) return 0
  return Math.max(0, sumClicks(clicksByDay) - topPerformingLinks.reduce((sum, { clicks }) => sum + clicks, 0))
}
