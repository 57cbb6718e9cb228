import type { LinkId } from '@linkshelf/contract'
import { compareByValue, type LinkEarnings, type LinkValues, type LinkVisits } from '../src/links/link-visits.ts'

/**
 * Stubs link visits. Each link has the given number of clicks but counts as never visited, so its slug can still be
 * changed.
 */
export function stubLinkVisits(counts: ReadonlyMap<string, number>): LinkVisits {
  return { wasVisited: async () => false, openClicks: async () => stubLinkValues(counts) }
}

/** Stubs the earnings of links. Each link has the given sort value. */
export function stubLinkEarnings(values: ReadonlyMap<string, number>): LinkEarnings {
  return { openEarned: async () => stubLinkValues(values) }
}

function stubLinkValues(values: ReadonlyMap<string, number>): LinkValues {
  const inOrder = Array.from(values, ([id, value]) => ({ id: id as LinkId, value })).sort(compareByValue)
  return {
    async list({ after, limit }) {
      const rest = after === undefined ? inOrder : inOrder.filter((link) => compareByValue(after, link) < 0)
      return rest.slice(0, limit)
    },
    find: async (ids) => new Map(ids.flatMap((id) => (values.has(id) ? [[id, values.get(id) ?? 0] as const] : []))),
  }
}
