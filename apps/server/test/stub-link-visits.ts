import type { LinkId } from '@linkshelf/contract'
import type { ClickedLink, LinkVisits } from '../src/links/link-visits.ts'

/**
 * Stubs link visits. Each link has the given number of clicks but counts as never visited, so its slug can still be
 * changed.
 */
export function stubLinkVisits(counts: ReadonlyMap<string, number>): LinkVisits {
  const inOrder = Array.from(counts, ([id, clicks]) => ({ id: id as LinkId, clicks })).sort(compareClickedLinks)
  return {
    wasVisited: async () => false,
    openClicks: async () => ({
      async list({ after, limit }) {
        const rest = after === undefined ? inOrder : inOrder.filter((link) => compareClickedLinks(after, link) < 0)
        return rest.slice(0, limit)
      },
      count: async (ids) => new Map(ids.flatMap((id) => (counts.has(id) ? [[id, counts.get(id) ?? 0] as const] : []))),
    }),
  }
}

/** Sorts links by clicks, then by id, both in descending order. */
function compareClickedLinks(one: ClickedLink, other: ClickedLink): number {
  return other.clicks - one.clicks || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0)
}
