import type { Socket } from 'node:net'
import type { Log } from '../../platform/process/log.ts'
import type { Outcome } from '../outcome.ts'
import type { ServeVisit } from '../visit/serve-visit.ts'
import { readFastPathRequest } from './fast-path-request.ts'
import type { ResponseWriters } from './response-writers.ts'

export interface FastPathConnection {
  isAnswering: boolean
  hasAnswered: boolean
  /** How often the idle timer fired since the connection opened, or since its last response. */
  idleTicks: number
}

export interface FastPathOptions {
  serveVisit: ServeVisit
  toText: ResponseWriters['toText']
  /** Whether the fast path is open at the moment. */
  isEnabled(): boolean
  /**
   * Passes the connection to `node:http`, for the rest of its life, with the bytes that were received and not answered.
   */
  handOver(chunk: Buffer): void
  log: Log
}

/**
 * Answers the requests of one connection for as long as each is one that `readFastPathRequest` reads. The first that
 * isn't is handed over before anything was decided about it, and so is a request of a client that does not read its
 * responses. One request is answered at a time; bytes received meanwhile wait.
 */
export function serveFastPath(socket: Socket, { serveVisit, toText, isEnabled, handOver, log }: FastPathOptions): FastPathConnection {
  const connection: FastPathConnection = { isAnswering: false, hasAnswered: false, idleTicks: 0 }
  let isPaused = false
  let hasClientEnded = false

  function onData(chunk: Buffer): void {
    if (connection.isAnswering) {
      pause(chunk)
      return
    }
    const visit = isEnabled() && socket.writableLength === 0 ? readFastPathRequest(chunk, socket) : undefined
    connection.isAnswering = true // `respond` may be called before `serveVisit` returns
    if (visit === undefined) leave(chunk)
    else serveVisit(visit, respond)
  }

  /** An error here would end the process. */
  function onDataSafely(chunk: Buffer): void {
    try {
      onData(chunk)
    } catch (error) {
      log.error({ err: error }, 'A connection failed and is closed')
      socket.destroy()
    }
  }

  function leave(chunk: Buffer): void {
    if (socket.destroyed) return
    socket.off('data', onDataSafely).off('end', onEnd)
    handOver(chunk)
    if (hasClientEnded) socket.emit('end')
    if (isPaused) socket.resume()
  }

  function pause(chunk: Buffer): void {
    isPaused = true
    socket.pause()
    socket.unshift(chunk)
  }

  function respond(outcome: Outcome, at: number): void {
    const text = toText(outcome, at)
    connection.isAnswering = false
    connection.hasAnswered = true
    connection.idleTicks = 0
    if (socket.destroyed) return
    socket.write(text, 'latin1')
    if (hasClientEnded) socket.end()
    if (!isPaused) return
    isPaused = false
    socket.resume()
  }

  function onEnd(): void {
    hasClientEnded = true
    if (!connection.isAnswering) socket.end()
  }

  socket.on('data', onDataSafely).on('end', onEnd).on('error', ignoreError)
  return connection
}

/** The visitor disconnected: the socket closes by itself. */
function ignoreError(): void {}
