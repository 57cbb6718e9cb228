import { removeStored, writeStored } from '../ui/browser/local-storage.ts'

/** A call that the script in `index.html` sends before the dashboard's code is loaded. */
interface EarlyCall {
  url: string
  /** The access token it was sent with. */
  token: string
  /** Undefined when the connection failed. */
  response: Promise<Response | undefined>
  /** When the response arrived, as `performance.now()`. */
  receivedAt?: number
}

declare global {
  interface Window {
    earlyCall?: EarlyCall | undefined
  }
}

const storageKey = 'linkshelf.early-calls'

/** Stands for the id of the link in the path of a call. */
export const linkIdPlaceholder = 'LINK_ID'

/** An older response may be out of date. */
const maxAgeMs = 10_000

/**
 * Remembers what the screens show first, for the next start of the page: the paths of GET calls,
 * by those of the screens.
 */
export function storeEarlyCalls(paths: { '/links': string; '/links/:linkId': string }): void {
  writeStored(storageKey, paths)
}

export function removeEarlyCalls(): void {
  removeStored(storageKey)
}

/** Returns the response to the call that was sent early with the same token, once. */
export async function takeEarlyResponse({ method, url }: Request, token: string): Promise<Response | undefined> {
  const { earlyCall } = window
  if (method !== 'GET' || earlyCall?.url !== url || earlyCall.token !== token) return undefined
  window.earlyCall = undefined
  const { receivedAt = Number.POSITIVE_INFINITY } = earlyCall
  return performance.now() - receivedAt < maxAgeMs ? earlyCall.response : undefined
}
