import { type Link, type LinkQuery, linksPageSize } from '@linkshelf/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api/api.ts'

interface Position {
  isArchived: boolean
  cursor: string | undefined
}

interface EveryLinkPage {
  links: Link[]
  next: Position | undefined
}

const start: Position = { isArchived: false, cursor: undefined }

/** The filter of all links; an empty one matches every link. */
interface AllLinksFilter {
  search?: string
  label?: string | undefined
  /** This link alone. */
  urlId?: string | undefined
  /** Newest first without one. */
  order?: LinkOrder | undefined
}

/** Links are ordered by name, or by the clicks of a range. */
export type LinkOrder = { sort: 'name' } | ({ sort: 'clicks' } & Pick<LinkQuery, 'tz' | 'from' | 'to'>)

/**
 * Links in pages: active ones, then archived ones, both in the same order. The last page of active links continues with
 * the first archived ones.
 */
export function allLinksQuery(scope: ProjectScope, filter: AllLinksFilter) {
  return infiniteQueryOptions({
    queryKey: [...api.links.key(), 'every', scope, filter],
    queryFn: ({ pageParam, signal }) => readPage({ scope, filter }, pageParam, signal),
    initialPageParam: start,
    getNextPageParam: ({ next }) => next,
  })
}

interface Source {
  scope: ProjectScope
  filter: AllLinksFilter
}

async function readPage(source: Source, { isArchived, cursor }: Position, signal: AbortSignal): Promise<EveryLinkPage> {
  const { scope, filter } = source
  if (filter.urlId !== undefined) {
    const link = await api.links.get.call({ params: { ...scope, urlId: filter.urlId } }, { signal })
    return { links: [link], next: undefined }
  }
  const { search = '', label, order } = filter
  const query = { archived: String(isArchived), limit: linksPageSize, cursor, label, ...order, ...(search !== '' && { search }) }
  const { headers, body } = await api.links.list.call({ params: scope, query }, { signal })
  const further = headers['x-next-cursor']
  if (further !== undefined) return { links: body, next: { isArchived, cursor: further } }
  if (isArchived) return { links: body, next: undefined }
  const archived = await readPage(source, { isArchived: true, cursor: undefined }, signal)
  return { links: [...body, ...archived.links], next: archived.next }
}
