import type { LinksClicks } from '@linkshelf/contract'
import { api, type ProjectScope } from '../../api/api.ts'

interface AnalyticsRange {
  tz: string
}

/** The maximum number of links of one call. */
const maxLinks = 100

export type LinkNumbers = Omit<LinksClicks['links'][number], 'url_id'>

interface Batch {
  urlIds: string[]
  numbers: Promise<Map<string, LinkNumbers>>
}

const waiting = new Map<string, Batch>()

/**
 * Returns the clicks of a link by day, and its earnings. Links that are requested at the same time share one call; a
 * link that no longer exists has no days.
 */
export async function loadLinkNumbers(scope: ProjectScope, range: AnalyticsRange, urlId: string): Promise<LinkNumbers> {
  const key = JSON.stringify([scope, range])
  const open = waiting.get(key)
  const batch = open === undefined || open.urlIds.length >= maxLinks ? openBatch(key, scope, range) : open
  batch.urlIds.push(urlId)
  return (await batch.numbers).get(urlId) ?? { clicks: [], totals: [] }
}

/** Collects links until every query that starts now has started, retries of the same millisecond included. */
function openBatch(key: string, scope: ProjectScope, range: AnalyticsRange): Batch {
  const urlIds: string[] = []
  async function load(): Promise<Map<string, LinkNumbers>> {
    await new Promise((resolve) => setTimeout(resolve))
    if (waiting.get(key) === batch) waiting.delete(key)
    const { links } = await api.analytics.linksClicks.call({ params: scope, query: { ...range, url_ids: urlIds.join() } })
    return new Map(links.map(({ url_id, ...numbers }) => [url_id, numbers]))
  }
  const batch: Batch = { urlIds, numbers: load() }
  waiting.set(key, batch)
  return batch
}
