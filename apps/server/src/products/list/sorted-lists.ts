import type { ProductId, ProductQuery } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'

/** A product and the value that it is sorted by; null, which comes last, where it has none. */
export interface SortedProduct {
  id: ProductId
  value: string | number | null
}

type SortedQuery = Pick<ProductQuery, 'sort' | 'tz' | 'search' | 'category'>

/** The orders that first pages computed, for the pages after them. Of this process alone: another one sorts again. */
export interface SortedLists {
  /** Undefined for one that was not stored, or more than a minute ago. */
  find(ctx: ProjectContext, query: SortedQuery): readonly SortedProduct[] | undefined
  store(ctx: ProjectContext, query: SortedQuery, list: readonly SortedProduct[]): void
}

const storedMs = 60_000
/** A list of a project with as many products as it may have takes about 1.5 MB. */
const maxLists = 32
/** So one organization leaves room for the lists of others. */
const maxListsOfOrganization = 4

export function createSortedLists(): SortedLists {
  /** The oldest first. */
  const listByKey = new Map<string, { organizationId: string; storedAt: number; list: readonly SortedProduct[] }>()

  const toListKey = ({ project }: ProjectContext, { sort, tz, search, category }: SortedQuery) =>
    JSON.stringify([project.id, sort, tz, search, category])

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
