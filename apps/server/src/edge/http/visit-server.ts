import { type RequestListener, Server, type ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionLimit } from '../../platform/http/connection-limit.ts'
import { answerUnreadableRequests, type PolicyHeaders, requireHost } from '../../platform/http/unreadable-requests.ts'
import type { Log } from '../../platform/process/log.ts'
import type { ServeVisit } from '../visit/serve-visit.ts'
import { type FastPathConnection, serveFastPath } from './fast-path.ts'
import type { ResponseWriters } from './response-writers.ts'

export interface VisitServerOptions extends ServerOptions {
  headersTimeout: number
  keepAliveTimeout: number
  connectionsCheckingInterval: number
  /** If false, `node:http` reads every request. */
  hasFastPath: boolean
}

export interface VisitServerDeps {
  serveVisit: ServeVisit
  writers: ResponseWriters
  policyHeaders: PolicyHeaders
  connectionLimit: Pick<ConnectionLimit, 'admit'>
  log: Log
}

/**
 * A `node:http` server with a fast path. Requests in the usual form are read directly from the socket and answered with
 * a single write. The first request in another form passes to `node:http` together with its connection. So a request
 * that the fast path might read differently is read only by `node:http`.
 */
export class VisitServer extends Server {
  readonly #fastPath = new Map<Socket, FastPathConnection>()

  constructor({ hasFastPath, ...options }: VisitServerOptions, deps: VisitServerDeps) {
    const { serveVisit, writers, policyHeaders } = deps
    const listener: RequestListener = (request, response) =>
      serveVisit(request, (outcome) => writers.writeToNode(request, response, outcome))
    super({ ...options, requireHostHeader: false }, requireHost(listener, policyHeaders))
    answerUnreadableRequests(this, policyHeaders)
    // If a client closes its sending side after the request, it still gets its response a moment later. Node has had
    // this option since 0.x but does not document it.
    Object.assign(this, { httpAllowHalfOpen: true })
    this.#acceptConnections(hasFastPath, deps)
    if (hasFastPath) this.#closeIdleSockets(options)
  }

  /** Closes the idle connections of `node:http` and of the fast path. */
  override closeIdleConnections(): void {
    super.closeIdleConnections()
    for (const [socket, { isAnswering, hasAnswered }] of this.#fastPath) if (hasAnswered && !isAnswering) socket.destroy()
  }

  override closeAllConnections(): void {
    super.closeAllConnections()
    for (const socket of this.#fastPath.keys()) socket.destroy()
  }

  #acceptConnections(hasFastPath: boolean, deps: VisitServerDeps): void {
    // Node reads HTTP in its `connection` listeners, and documents that a socket can be passed to them.
    const httpListeners = this.listeners('connection')
    const passToNode = (socket: Socket) => {
      for (const listener of httpListeners) listener.call(this, socket)
    }
    this.removeAllListeners('connection')
    this.on('connection', (socket: Socket) => {
      if (!deps.connectionLimit.admit(socket)) socket.destroy()
      else if (hasFastPath) this.#openFastPath(socket, passToNode, deps)
      else passToNode(socket)
    })
  }

  #openFastPath(socket: Socket, passToNode: (socket: Socket) => void, { serveVisit, writers: { toText }, log }: VisitServerDeps): void {
    // The fast path is disabled while the server closes. Node then limits each connection to one more request and says
    // so in the response, which the fast path can't do.
    const isEnabled = () => !this.maxRequestsPerSocket
    const handOver = (chunk: Buffer) => {
      this.#fastPath.delete(socket)
      passToNode(socket)
      socket.emit('data', chunk)
    }
    this.#fastPath.set(socket, serveFastPath(socket, { serveVisit, toText, isEnabled, handOver, log }))
    socket.once('close', () => this.#fastPath.delete(socket))
  }

  /**
   * Closes idle connections of the fast path after the same times as Node: `headersTimeout` if no request was answered
   * yet, `keepAliveTimeout` after a response.
   */
  #closeIdleSockets({ headersTimeout, keepAliveTimeout, connectionsCheckingInterval }: Omit<VisitServerOptions, 'hasFastPath'>): void {
    const timer = setInterval(() => {
      for (const [socket, connection] of this.#fastPath) {
        if (connection.isAnswering) continue
        connection.idleTicks += 1
        const timeoutMs = connection.hasAnswered ? keepAliveTimeout : headersTimeout
        if (connection.idleTicks > timeoutMs / connectionsCheckingInterval) socket.destroy()
      }
    }, connectionsCheckingInterval)
    timer.unref()
    this.once('close', () => clearInterval(timer))
  }
}
