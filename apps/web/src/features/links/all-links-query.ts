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

/** Every link in pages: active ones newest first, then archived ones. The last page of active links continues with the first archived ones. */
export function allLinksQuery(scope: ProjectScope) {
  return infiniteQueryOptions({
    queryKey: [...api.links.key(), 'every', scope],
    queryFn: ({ pageParam, signal }) => readPage(scope, pageParam, signal),
    initialPageParam: start,
    getNextPageParam: ({ next }) => next,
  })
}

async function readPage(scope: ProjectScope, { isArchived, cursor }: Position, signal: AbortSignal): Promise<EveryLinkPage> {
  const query = { archived: String(isArchived), limit: linksPageSize, cursor }
  const { headers, body } = await api.links.list.call({ params: scope, query }, { signal })
  const further = headers['x-next-cursor']
  if (further !== undefined) return { links: body, next: { isArchived, cursor: further } }
  if (isArchived) return { links: body, next: undefined }
  const archived = await readPage(scope, { isArchived: true, cursor: undefined }, signal)
  return { links: [...body, ...archived.links], next: archived.next }
}
