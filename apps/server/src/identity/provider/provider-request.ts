import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import { issuerPath } from '@linkshelf/contract'
import type Provider from 'oidc-provider'
import { findClientAddress } from '../../platform/http/client-address.ts'

/**
 * Sets host and scheme to the app's own, because the provider builds URLs and chooses cookies by them. Removes the
 * headers in which a client or a proxy names another host or address.
 */
export function setAppOrigin(request: IncomingMessage, appOrigin: string): IncomingMessage {
  const { host, protocol } = new URL(appOrigin)
  for (const name of ['x-forwarded-host', 'x-forwarded-for', 'forwarded']) delete request.headers[name]
  request.headers.host = host
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  return request
}

export function createProviderHandler(
  provider: Provider,
  appOrigin: string,
  trustedProxies: BlockList,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const callback = provider.callback()
  return async (request, response) => {
    const address = findClientAddress(request.socket.remoteAddress, request.headers['x-forwarded-for']?.toString(), trustedProxies)
    const mounted: IncomingMessage & { originalUrl?: string } = setAppOrigin(request, appOrigin)
    mounted.headers['x-forwarded-for'] = address // the provider's `ctx.ip` is read from this header
    mounted.originalUrl = request.url
    mounted.url = (request.url ?? '').slice(issuerPath.length) || '/'
    await callback(mounted, response)
  }
}
