import { removeStored, writeStored } from '../ui/browser/local-storage.ts'

/** A call that the script in `index.html` sends before the dashboard's code is loaded. */
interface EarlyCall {
  url: string
  /** The user of the session that the call was sent with. */
  userId: string
  /** Resolves to undefined if the connection failed. */
  response: Promise<Response | undefined>
  /** When the response arrived, in milliseconds of `performance.now()`. */
  receivedAt?: number
}

declare global {
  interface Window {
    earlyCall?: EarlyCall | undefined
  }
}

const storageKey = 'linkshelf.early-calls'

/** A placeholder for the id of the link in the path of a call. */
export const linkIdPlaceholder = 'LINK_ID'

/** The maximum age of an early response. An older response may be out of date, so the call is sent again. */
const maxAgeMs = 10_000

/**
 * Stores the first call of the link list and of a link's page. At the next start of the page, the call of the opened
 * screen is sent before the code is loaded. The keys are paths of screens, and the values are paths of GET calls.
 */
export function storeEarlyCalls(paths: { '/links': string; '/links/:linkId': string }): void {
  writeStored(storageKey, paths)
}

export function removeEarlyCalls(): void {
  removeStored(storageKey)
}

/** Returns the response of the early call, if it was sent for the same user. The response is returned only once. */
export async function takeEarlyResponse({ method, url }: Request, userId: string): Promise<Response | undefined> {
  const { earlyCall } = window
  if (method !== 'GET' || earlyCall?.url !== url || earlyCall.userId !== userId) return undefined
  window.earlyCall = undefined
  const { receivedAt = Number.POSITIVE_INFINITY } = earlyCall
  return performance.now() - receivedAt < maxAgeMs ? earlyCall.response : undefined
}
