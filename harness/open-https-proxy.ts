import { once } from 'node:events'
import { request } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { generate } from 'selfsigned'

/** HTTP/2 forbids these headers (RFC 9113, 8.2.2). */
const connectionHeaders = ['connection', 'keep-alive', 'transfer-encoding']

/**
 * Opens a server for HTTP/2 over TLS on `port` of localhost. It forwards requests to the HTTP server on `targetPort`,
 * as a proxy in front of an edge does in production. The certificate is created here, so a browser must ignore that its
 * issuer is unknown.
 */
export async function openHttpsProxy(port: number, targetPort: number): Promise<AsyncDisposable> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' })
  const server = createSecureServer({ key, cert }, (visit, response) => forward(visit, response, targetPort))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
}

function forward(visit: Http2ServerRequest, response: Http2ServerResponse, port: number): void {
  const headers = Object.fromEntries(Object.entries(visit.headers).filter(([name]) => !name.startsWith(':')))
  const forwarded = request({ port, path: visit.url, method: visit.method, headers: { ...headers, host: visit.authority } }, (answer) => {
    const kept = Object.entries(answer.headers).filter(([name]) => !connectionHeaders.includes(name))
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept))
    answer.pipe(response)
  })
  forwarded.on('error', () => response.destroy())
  visit.pipe(forwarded)
}
