import type { IncomingMessage } from 'node:http'

export interface BodyRateOptions {
  /** The minimum mean rate since the watch began. */
  minBytesPerSecond?: number
  /** A body may be slower during this time after the watch began. */
  graceMs?: number
  checkEveryMs?: number
}

export interface BodyWatch {
  /** Resolves when the body arrives too slowly. Never resolves if the body is complete before that. */
  readonly tooSlow: Promise<void>
  stop(): void
}

/**
 * Watches how fast the body of a request arrives. The server must read the body at the same time, because a body that
 * is not read does not arrive. Bytes are counted at the socket, so nothing is copied.
 */
export function watchBodyRate(
  request: Pick<IncomingMessage, 'complete' | 'socket'>,
  { minBytesPerSecond = 10_000, graceMs = 10_000, checkEveryMs = 1_000 }: BodyRateOptions = {},
): BodyWatch {
  const { promise: tooSlow, resolve } = Promise.withResolvers<void>()
  const { socket } = request
  const startedAt = performance.now()
  const bytesBefore = socket.bytesRead

  const isTooSlow = () => {
    const passedMs = performance.now() - startedAt
    return passedMs >= graceMs && (socket.bytesRead - bytesBefore) * 1_000 < minBytesPerSecond * passedMs
  }
  const check = () => {
    if (request.complete || socket.destroyed) return stop()
    if (!isTooSlow()) return
    // A busy process may not have read data that has arrived. Sockets are read before `setImmediate` runs, so the rate
    // is checked again inside `setImmediate`.
    setImmediate(() => {
      if (!request.complete && isTooSlow()) {
        stop()
        resolve()
      }
    })
  }
  const timer = setInterval(check, checkEveryMs)
  function stop(): void {
    clearInterval(timer)
  }
  return { tooSlow, stop }
}
