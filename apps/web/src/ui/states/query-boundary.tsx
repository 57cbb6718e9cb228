import { useDeferredValue } from 'react'
import { ErrorPanel, type ErrorPanelProps } from './error-panel.tsx'

/** The properties of a query that QueryBoundary reads; the results of useQuery and useInfiniteQuery fit. */
export interface QueryState<Data> {
  data: Data | undefined
  error: unknown
  refetch: () => unknown
}

interface QueryBoundaryProps<Data> extends Pick<ErrorPanelProps, 'headingOrder' | 'planAction'> {
  query: QueryState<Data>
  /** The skeleton; as high as what follows it, so that the layout does not shift. */
  loading: React.ReactNode
  /** The title of the error panel. */
  error: string
  /** The text of the button of the error panel; "Retry" by default. */
  retry?: string
  /** Replaces the refetch of the query. */
  onRetry?: () => unknown
  empty?: React.ReactNode
  /** Whether the data is empty; by default whether it is an array without entries. */
  isEmpty?: (data: Data) => boolean
  children: (data: Data) => React.ReactNode
}

/**
 * The four states of what a query fills: loading, error, empty, ready. Data that was loaded before stays when a later
 * fetch fails, and while a changed query loads if the query keeps previous data.
 */
export function QueryBoundary<Data>({
  query,
  loading,
  error: title,
  retry,
  onRetry = query.refetch,
  empty,
  isEmpty = hasNoEntries,
  children,
  ...panel
}: QueryBoundaryProps<Data>) {
  const { error } = query
  // A phone takes long to render what was loaded: deferred, React renders it in short tasks.
  const data = useDeferredValue(query.data)
  if (data !== undefined) return empty !== undefined && isEmpty(data) ? empty : children(data)
  if (error === null || error === undefined) return loading
  return <ErrorPanel title={title} error={error} action={retry} onRetry={onRetry} {...panel} />
}

type JoinedData<Queries> = { [Name in keyof Queries]: Queries[Name] extends QueryState<infer Data> ? Data : never }

/**
 * Returns several queries as one: ready when all have data, failed when one without data failed; a retry refetches only
 * those.
 */
export function joinQueries<const Queries extends Record<string, QueryState<unknown>>>(queries: Queries): QueryState<JoinedData<Queries>> {
  const all = Object.values(queries)
  const failed = all.filter(({ data, error }) => data === undefined && error !== null)
  return {
    data: all.every(({ data }) => data !== undefined) ? toJoinedData(queries) : undefined,
    error: failed[0]?.error ?? null,
    refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
  }
}

/** Each query has data, and the names are those of `queries`; Object.fromEntries can't express either. */
function toJoinedData<Queries extends Record<string, QueryState<unknown>>>(queries: Queries): JoinedData<Queries> {
  return Object.fromEntries(Object.entries(queries).map(([name, { data }]) => [name, data])) as JoinedData<Queries>
}

function hasNoEntries(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0
}
