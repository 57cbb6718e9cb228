import { partialMatchKey, type Query, type QueryKey } from '@tanstack/react-query'

/** Shows the previous data while the same query, matched by `key`, loads another range. */
export function keepPrevious(key: QueryKey) {
  return <Answer>(previous: Answer | undefined, query: Query<Answer, Error, Answer, QueryKey> | undefined): Answer | undefined =>
    query !== undefined && partialMatchKey(query.queryKey, key) ? previous : undefined
}
