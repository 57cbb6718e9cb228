import { useDeferredValue } from 'react'
import { ErrorPanel, type ErrorPanelProps } from './error-panel.tsx'

/** The properties of a query that QueryBoundary reads. The results of useQuery and useInfiniteQuery have them. */
export interface QueryState<Data> {
  data: Data | undefined
  error: unknown
  refetch: () => unknown
}

interface QueryBoundaryProps<Data> extends Pick<ErrorPanelProps, 'headingOrder' | 'planAction'> {
  query: QueryState<Data>
  /** The skeleton. It must be as high as the content that replaces it, so that the layout does not shift. */
  loading: React.ReactNode
  /** The title of the error panel. */
  error: string
  /** The text of the button of the error panel; "Retry" by default. */
  retry?: string
  /** Called by the retry button instead of the query's `refetch`. */
  onRetry?: () => unknown
  empty?: React.ReactNode
  /** Returns whether the data is empty. By default, an array without entries is empty. */
  isEmpty?: (data: Data) => boolean
  children: (data: Data) => React.ReactNode
}

/**
 * Renders the four states of a query: loading, error, empty and ready. If a later fetch fails, the loaded data stays on
 * screen. It also stays while a changed query loads, if the query keeps its previous data.
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
  // The data is deferred, because rendering it takes long on a phone, and React renders a deferred value in short
  // tasks.
  const data = useDeferredValue(query.data)
  if (data !== undefined) return empty !== undefined && isEmpty(data) ? empty : children(data)
  if (error === null || error === undefined) return loading
  return <ErrorPanel title={title} error={error} action={retry} onRetry={onRetry} {...panel} />
}

type JoinedData<Queries> = { [Name in keyof Queries]: Queries[Name] extends QueryState<infer Data> ? Data : never }

/**
 * Combines several queries into one query. It is ready when all queries have data. It has failed if a query without
 * data has failed. A retry refetches only the failed queries.
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

/**
 * Returns the data of each query under the name of the query. Each query must have data. The cast restores the names of
 * `queries` and the types of the data, which the type of Object.fromEntries loses.
 */
function toJoinedData<Queries extends Record<string, QueryState<unknown>>>(queries: Queries): JoinedData<Queries> {
  return Object.fromEntries(Object.entries(queries).map(([name, { data }]) => [name, data])) as JoinedData<Queries>
}

function hasNoEntries(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0
}
