import { type RequestListener, Server, type ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { type FollowPlain, keepPlain, type PlainConnection } from './plain-connection.ts'

export interface VisitServerOptions extends ServerOptions {
  headersTimeout: number
  keepAliveTimeout: number
  connectionsCheckingInterval: number
}

/**
 * Node's own server, but for one thing: a connection is first read as it comes, and plain visits of links are answered in place. The first request that
 * is anything else goes to Node with its connection, so there is one reader of HTTP for everything that could be read in two ways.
 */
export class VisitServer extends Server {
  readonly #plain = new Map<Socket, PlainConnection>()

  constructor(options: VisitServerOptions, answerVisit: RequestListener, follow: FollowPlain) {
    super(options, answerVisit)
    // A client that closes its sending side after the request still gets its answer, which comes a moment later. Node has this switch since 0.x and does
    // not document it.
    Object.assign(this, { httpAllowHalfOpen: true })
    this.#readFirst(follow)
    this.#hangUpOnTheQuiet(options)
  }

  /** Also those of our own. */
  override closeIdleConnections(): void {
    super.closeIdleConnections()
    for (const [socket, { isAnswering, hasAnswered }] of this.#plain) if (hasAnswered && !isAnswering) socket.destroy()
  }

  override closeAllConnections(): void {
    super.closeAllConnections()
    for (const socket of this.#plain.keys()) socket.destroy()
  }

  #readFirst(follow: FollowPlain): void {
    // Node puts its reader of HTTP on a connection in a listener, and documents that anybody may bring it connections.
    const readers = this.listeners('connection')
    // A server that closes counts the requests of a connection, and Node says in its answer that it was the last.
    const isWanted = () => !this.maxRequestsPerSocket
    this.removeAllListeners('connection')
    this.on('connection', (socket: Socket) => {
      const handOver = (chunk: Buffer) => {
        this.#plain.delete(socket)
        for (const reader of readers) reader.call(this, socket)
        socket.emit('data', chunk)
      }
      this.#plain.set(socket, keepPlain(socket, { follow, isWanted, handOver }))
      socket.once('close', () => this.#plain.delete(socket))
    })
  }

  /** When Node would: who never asked anything after one time, who asked before after another. */
  #hangUpOnTheQuiet({ headersTimeout, keepAliveTimeout, connectionsCheckingInterval }: VisitServerOptions): void {
    const look = setInterval(() => {
      for (const [socket, connection] of this.#plain) {
        if (connection.isAnswering) continue
        connection.quietLooks += 1
        const patience = connection.hasAnswered ? keepAliveTimeout : headersTimeout
        if (connection.quietLooks > patience / connectionsCheckingInterval) socket.destroy()
      }
    }, connectionsCheckingInterval)
    look.unref()
    this.once('close', () => clearInterval(look))
  }
}
