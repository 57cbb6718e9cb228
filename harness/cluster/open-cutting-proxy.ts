import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface CuttingProxy extends AsyncDisposable {
  /** The URL of the node through the proxy. */
  url: string
  /** Returns whether the connections broke. */
  isBroken(): boolean
  /** Accepts connections again after a cut. */
  reopen(): void
}

/**
 * When the connections break: before the node receives the statement, after the node has received it, or after the node
 * has executed it.
 */
export type Cut = 'withheld' | 'sent' | 'answered'

/**
 * Opens a proxy of a ClickHouse node that breaks all connections at a statement, as a kill of the client does.
 * `findCut` is called for each statement, but not for queries, which always pass.
 * `settings` are added to a statement at which the connections break.
 */
export async function openCuttingProxy(
  nodeUrl: string,
  findCut: (statement: string) => Cut | undefined,
  settings: Readonly<Record<string, string>> = {},
): Promise<CuttingProxy> {
  let isOpen = true
  const server = createServer((incoming, outgoing) => void forward(incoming, outgoing).catch(() => outgoing.destroy()))
  server.on('connection', (socket) => {
    if (!isOpen) socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const target = new URL(incoming.url ?? '/', nodeUrl)
    const text = target.searchParams.get('query') ?? body.toString()
    const cut = isStatement(text) ? findCut(text) : undefined
    if (cut === 'withheld') return breakConnections()
    if (cut !== undefined) for (const [name, value] of Object.entries(settings)) target.searchParams.set(name, value)
    const sent = request(target, { method: incoming.method, headers: { ...incoming.headers, host: target.host } })
    sent.once('error', () => {
      outgoing.destroy()
      if (cut !== undefined) breakConnections()
    })
    sent.end(body, () => {
      if (cut !== 'sent') return
      sent.destroy()
      breakConnections()
    })
    sent.once('response', (response) => {
      if (cut === 'answered') response.resume().once('close', breakConnections)
      else response.pipe(outgoing.writeHead(response.statusCode ?? 502, response.headers))
    })
  }

  function breakConnections(): void {
    isOpen = false
    server.closeAllConnections()
  }

  const { port } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(nodeUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    isBroken: () => !isOpen,
    reopen() {
      isOpen = true
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function isStatement(text: string): boolean {
  return /^(\s|--[^\n]*\n)*(create|alter|drop|rename|insert|delete)\b/i.test(text)
}
