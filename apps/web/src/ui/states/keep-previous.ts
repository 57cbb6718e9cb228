import { partialMatchKey, type Query, type QueryKey } from '@tanstack/react-query'

/**
 * Returns a `placeholderData` function. While a query that matches `key` loads, for example for another date range, its
 * previous data stays on screen.
 */
export function keepPrevious(key: QueryKey) {
  return <Answer>(previous: Answer | undefined, query: Query<Answer, Error, Answer, QueryKey> | undefined): Answer | undefined =>
    query !== undefined && partialMatchKey(query.queryKey, key) ? previous : undefined
}
