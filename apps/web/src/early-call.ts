import { removeStored, writeStored } from './ui/browser/local-storage.ts'

/** A call that the script in `index.html` sends before the dashboard's code is loaded. */
interface EarlyCall {
  url: string
  /** The access token it was sent with. */
  token: string
  /** Undefined when the connection failed. */
  response: Promise<Response | undefined>
}

declare global {
  interface Window {
    earlyCall?: EarlyCall | undefined
  }
}

const key = 'linkshelf.early-calls'

/** Stands for the id of the link in the path of a call. */
export const linkIdPlaceholder = 'LINK_ID'

/** Longer after the start of the page, its response may be out of date. */
const maxAgeMs = 10_000

/** Remembers what the screens show first, for the next start of the page: the paths of GET calls, by those of the screens. */
export function storeEarlyCalls(paths: { '/links': string; '/links/:linkId': string }): void {
  writeStored(key, paths)
}

export function removeEarlyCalls(): void {
  removeStored(key)
}

/** The response to a call that was sent early with the same token, the first time it is asked for. */
export async function takeEarlyResponse({ method, url }: Request, token: string): Promise<Response | undefined> {
  const { earlyCall } = window
  if (method !== 'GET' || earlyCall?.url !== url || earlyCall.token !== token) return undefined
  window.earlyCall = undefined
  return performance.now() < maxAgeMs ? earlyCall.response : undefined
}
