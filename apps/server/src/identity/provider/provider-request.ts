import type { IncomingMessage, ServerResponse } from 'node:http'
import { issuerPath } from '@linkshelf/contract'
import type Provider from 'oidc-provider'

/**
 * The provider builds addresses and chooses cookies by what a request says of host and scheme. Those are the app's own, whatever a client or
 * a proxy wrote into the headers.
 */
export function asSeenFromApp(request: IncomingMessage, appOrigin: string): IncomingMessage {
  const { host, protocol } = new URL(appOrigin)
  for (const name of ['x-forwarded-host', 'x-forwarded-for', 'forwarded']) delete request.headers[name]
  request.headers.host = host
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  return request
}

/** A node handler for everything under the issuer's path. */
export function makeProviderHandler(
  provider: Provider,
  appOrigin: string,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const callback = provider.callback()
  return async (request, response) => {
    const mounted: IncomingMessage & { originalUrl?: string } = asSeenFromApp(request, appOrigin)
    mounted.originalUrl = request.url
    mounted.url = (request.url ?? '').slice(issuerPath.length) || '/'
    await callback(mounted, response)
  }
}
