import type { LinksClicks, ProductNumbers } from '@linkshelf/contract'
import { api, type ProjectScope } from '../../api/api.ts'

interface AnalyticsRange {
  tz: string
}

/** Maximum number of links or products per call. */
const maxIds = 100

type LinkNumbers = Omit<LinksClicks['links'][number], 'url_id'>

const loadLinkInBatch = createBatchLoader(async (params, range, ids) => {
  const { links } = await api.analytics.linksClicks.call({ params, query: { ...range, url_ids: ids.join() } })
  return new Map(links.map(({ url_id, ...numbers }) => [url_id, numbers]))
})

const loadProductInBatch = createBatchLoader(async (params, range, ids) => {
  const products = await api.analytics.products.call({ params, query: { ...range, product_ids: ids.join() } })
  return new Map(products.map((numbers) => [numbers.product_id, numbers]))
})

/** Returns the clicks of a link by day, and its earnings. Both are empty if the link no longer exists. */
export async function loadLinkNumbers(scope: ProjectScope, range: AnalyticsRange, urlId: string): Promise<LinkNumbers> {
  return (await loadLinkInBatch(scope, range, urlId)) ?? { clicks: [], totals: [] }
}

/**
 * Returns the clicks of a product, and its earnings. If the product no longer exists, it has no clicks and no earnings.
 */
export async function loadProductNumbers(scope: ProjectScope, range: AnalyticsRange, productId: string): Promise<ProductNumbers> {
  return (await loadProductInBatch(scope, range, productId)) ?? { product_id: productId, clicks: 0, click_through: null, earned: [] }
}

interface Batch<Numbers> {
  ids: string[]
  numbers: Promise<ReadonlyMap<string, Numbers>>
}

type LoadNumbers<Numbers> = (scope: ProjectScope, range: AnalyticsRange, ids: readonly string[]) => Promise<ReadonlyMap<string, Numbers>>

/**
 * Returns a function that loads the numbers of one link or product. Requests that start at the same time share one
 * call. The function resolves to undefined if the response has no numbers for the id.
 */
function createBatchLoader<Numbers>(load: LoadNumbers<Numbers>) {
  const waiting = new Map<string, Batch<Numbers>>()

  /**
   * Opens a batch, which collects the ids of all queries that start at the same time. These include retries that are
   * due in the same millisecond.
   */
  function openBatch(key: string, scope: ProjectScope, range: AnalyticsRange): Batch<Numbers> {
    const ids: string[] = []
    async function loadAll(): Promise<ReadonlyMap<string, Numbers>> {
      await new Promise((resolve) => setTimeout(resolve))
      if (waiting.get(key) === batch) waiting.delete(key)
      return load(scope, range, ids)
    }
    const batch = { ids, numbers: loadAll() }
    waiting.set(key, batch)
    return batch
  }

  return async (scope: ProjectScope, range: AnalyticsRange, id: string): Promise<Numbers | undefined> => {
    const key = JSON.stringify([scope, range])
    const open = waiting.get(key)
    const batch = open === undefined || open.ids.length >= maxIds ? openBatch(key, scope, range) : open
    batch.ids.push(id)
    return (await batch.numbers).get(id)
  }
}
