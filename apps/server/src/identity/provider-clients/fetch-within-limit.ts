import type { CustomFetch } from 'openid-client'

/** Discovery documents and key sets have some kilobytes. */
const maxResponseBytes = 1_000_000

/** How long a request to a provider can take, in seconds. */
export const providerTimeoutSeconds = 5

/**
 * Sends a request to an identity provider, and throws if the response is larger than 1 MB. The operator names the
 * provider, which may be in a private network, so the rules for addresses that users name do not apply.
 */
export const fetchWithinLimit: CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxResponseBytes) throw new Error(`The response of ${url} has more than ${maxResponseBytes} bytes`)
    chunks.push(chunk)
  }
  const { status, headers } = response
  return new Response(length === 0 ? null : new Blob(chunks), { status, headers })
}
