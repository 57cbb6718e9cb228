import { type Link, linksPageSize } from '@linkshelf/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api.ts'

interface Position {
  isArchived: boolean
  cursor: string | undefined
}

interface EveryLinkPage {
  links: Link[]
  next: Position | undefined
}

const start: Position = { isArchived: false, cursor: undefined }

/** Of all links those that are found; every one without a filter. */
interface AllLinksFilter {
  search?: string
  label?: string | undefined
  /** This link alone. */
  urlId?: string | undefined
}

/** Links in pages: active ones newest first, then archived ones. The last page of active links continues with the first archived ones. */
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
  const { search = '', label } = filter
  const query = { archived: String(isArchived), limit: linksPageSize, cursor, label, ...(search !== '' && { search }) }
  const { headers, body } = await api.links.list.call({ params: scope, query }, { signal })
  const further = headers['x-next-cursor']
  if (further !== undefined) return { links: body, next: { isArchived, cursor: further } }
  if (isArchived) return { links: body, next: undefined }
  const archived = await readPage(source, { isArchived: true, cursor: undefined }, signal)
  return { links: [...body, ...archived.links], next: archived.next }
}
