import { api } from '../../api.ts'

const askAgainMs = 60_000

/** Terms and social links. They change with a start of the server, so a page asks once. */
export const instanceQuery = api.instance.about.queryOptions({ staleTime: 'static' })

/** Which parts are up, asked every minute while the page can be seen. */
export const instanceStatusQuery = api.instance.status.queryOptions({
  staleTime: askAgainMs,
  refetchInterval: askAgainMs,
  refetchIntervalInBackground: false,
})
