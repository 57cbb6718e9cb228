import type { ProductId, ProductQuery } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'

/** A product and its sort value. If the product has no value, `value` is null, and the product comes last. */
export interface SortedProduct {
  id: ProductId
  value: string | number | null
}

type SortedQuery = Pick<ProductQuery, 'sort' | 'tz' | 'search' | 'category' | 'import_id'>

/**
 * Stores the product order that was computed for a list's first page, so that its later pages use the same order. Each
 * process has its own store. If another process answers a later page, that process sorts again.
 */
export interface SortedLists {
  /** Undefined if the order was not stored, or was stored more than a minute ago. */
  find(ctx: ProjectContext, query: SortedQuery): readonly SortedProduct[] | undefined
  store(ctx: ProjectContext, query: SortedQuery, list: readonly SortedProduct[]): void
}

const storedMs = 60_000
/** A list with the maximum number of products takes about 1.5 MB of memory. */
const maxLists = 32
/** Limits the lists of one organization, so that they do not displace the lists of other organizations. */
const maxListsOfOrganization = 4

export function createSortedLists(): SortedLists {
  /** The oldest list comes first. */
  const listByKey = new Map<string, { organizationId: string; storedAt: number; list: readonly SortedProduct[] }>()

  const toListKey = ({ project }: ProjectContext, { sort, tz, search, category, import_id }: SortedQuery) =>
    JSON.stringify([project.id, sort, tz, search, category, import_id])

  return {
    find(ctx, query) {
      const found = listByKey.get(toListKey(ctx, query))
      return found !== undefined && ctx.now.getTime() - found.storedAt < storedMs ? found.list : undefined
    },
    store(ctx, query, list) {
      const { id: organizationId } = ctx.organization
      listByKey.delete(toListKey(ctx, query))
      const ownKeys = [...listByKey].flatMap(([key, stored]) => (stored.organizationId === organizationId ? [key] : []))
      const [oldest] = ownKeys.length >= maxListsOfOrganization ? ownKeys : listByKey.size >= maxLists ? listByKey.keys() : []
      if (oldest !== undefined) listByKey.delete(oldest)
      listByKey.set(toListKey(ctx, query), { organizationId, storedAt: ctx.now.getTime(), list })
    },
  }
}
