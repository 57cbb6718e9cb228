import { api } from '../../api/api.ts'

const refetchMs = 60_000

/** Terms and social links. They change only when the server restarts, so they are fetched once per page load. */
export const instanceQuery = api.instance.about.queryOptions({ staleTime: 'static' })

/** The status of each part, refetched every minute while the page is visible. */
export const instanceStatusQuery = api.instance.status.queryOptions({
  staleTime: refetchMs,
  refetchInterval: refetchMs,
  refetchIntervalInBackground: false,
})
