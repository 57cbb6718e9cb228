import { api, type ProjectScope } from '../../api/api.ts'

interface AnalyticsRange {
  tz: string
}

/** The maximum number of links of one call. */
const maxLinks = 100

interface Batch {
  urlIds: string[]
  clicks: Promise<Map<string, number[]>>
}

const waiting = new Map<string, Batch>()

/**
 * Returns the clicks of a link by day. Links that are requested at the same time share one call; a link that no longer
 * exists has no days.
 */
export async function loadLinkClicks(scope: ProjectScope, range: AnalyticsRange, urlId: string): Promise<number[]> {
  const key = JSON.stringify([scope, range])
  const open = waiting.get(key)
  const batch = open === undefined || open.urlIds.length >= maxLinks ? openBatch(key, scope, range) : open
  batch.urlIds.push(urlId)
  return (await batch.clicks).get(urlId) ?? []
}

/** Collects links until every query that starts now has started, retries of the same millisecond included. */
function openBatch(key: string, scope: ProjectScope, range: AnalyticsRange): Batch {
  const urlIds: string[] = []
  async function load(): Promise<Map<string, number[]>> {
    await new Promise((resolve) => setTimeout(resolve))
    if (waiting.get(key) === batch) waiting.delete(key)
    const { links } = await api.analytics.linksClicks.call({ params: scope, query: { ...range, url_ids: urlIds.join() } })
    return new Map(links.map(({ url_id, clicks }) => [url_id, clicks]))
  }
  const batch: Batch = { urlIds, clicks: load() }
  waiting.set(key, batch)
  return batch
}
