// Finds the store page and product that a click comes from. The clicked URL names them, but anyone can write a URL. So
// a source is recorded only if its product has the link.
import { type ClickSource, parseSourceQuery } from '@linkshelf/contract/basics'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/postgres/postgres.ts'
import type { ClickRecord } from '../journal/records/visit-records.ts'

export interface StoreSource extends ClickSource {
  storeId: string
}

export interface ClickSources {
  /** Returns the sources of the clicks that come from a store, by click id. Rejects if the database can't be read. */
  find(clicks: readonly ClickRecord[]): Promise<Map<string, StoreSource>>
}

const maxCached = 20_000
const cacheMs = 60_000
const unknown = ''

/** `db` must be signed in with a shipper's account. */
export function createClickSources(db: Db): ClickSources {
  /** Store ids by product and link. `unknown` if the product does not have the link. */
  const stores = new LRUCache<string, string>({ max: maxCached, ttl: cacheMs })

  /**
   * Returns the store ids of the pairs. Looks up all pairs that are not cached in one query. The result is a separate
   * map, because a batch can have more pairs than the cache.
   */
  async function findStoreIds(pairs: ReadonlyMap<string, ProductLink>): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    const missing = new Map<string, ProductLink>()
    for (const [key, pair] of pairs) {
      const cached = stores.get(key)
      if (cached === undefined) missing.set(key, pair)
      else found.set(key, cached)
    }
    if (missing.size === 0) return found
    const selected = await selectStores(db, [...missing.values()])
    for (const key of missing.keys()) {
      const storeId = selected.get(key) ?? unknown
      stores.set(key, storeId)
      found.set(key, storeId)
    }
    return found
  }

  return {
    async find(clicks) {
      const sourced = clicks.flatMap(({ id, linkId, query }) => {
        const source = parseSourceQuery(query)
        return source === undefined ? [] : [{ id, linkId, ...source }]
      })
      const storeIdByKey = await findStoreIds(new Map(sourced.map((click) => [toProductLinkKey(click), click])))
      const sources = new Map<string, StoreSource>()
      for (const click of sourced) {
        const storeId = storeIdByKey.get(toProductLinkKey(click)) ?? unknown
        if (storeId !== unknown) sources.set(click.id, { page: click.page, productId: click.productId, storeId })
      }
      return sources
    },
  }
}

interface ProductLink {
  productId: string
  linkId: string
}

function toProductLinkKey({ productId, linkId }: ProductLink): string {
  return `${productId} ${linkId}`
}

async function selectStores(db: Db, pairs: readonly ProductLink[]): Promise<Map<string, string>> {
  const productIds = pairs.map(({ productId }) => productId)
  const linkIds = pairs.map(({ linkId }) => linkId)
  const { rows } = await sql<ProductLink & { storeId: string }>`
    select product_id as "productId", link_id as "linkId", store_id as "storeId"
    from find_click_sources(${productIds}::uuid[], ${linkIds}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [toProductLinkKey(row), row.storeId]))
}
