import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartError } from '../process/start-error.ts'

/** The open connections of each server that `listen` started. */
const openSockets = new WeakMap<Server, Set<Socket>>()

/**
 * Starts the server and returns its port. If `port` is 0, the system chooses the port. If `isShared` is true, other
 * processes of this user may share the port, and the kernel spreads connections over them. If the port can't be used,
 * throws a StartError that names `setting`, the variable that sets the port.
 */
export function listen(server: Server, host: string, port: number, setting: string, isShared = false): Promise<number> {
  openSockets.set(server, trackConnections(server))
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toListenError(error, host, port, setting)))
    server.listen({ port, host, reusePort: isShared }, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

function trackConnections(server: Server): Set<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

/**
 * Returns the URL at which this machine reaches a server that listens on `host`. The server's public address is not
 * used, because it may be reachable only from outside.
 */
export function toLocalUrl(host: string, port: number): string {
  const address = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

/** Throws a StartError if any process listens on the port, even if that process shares it. */
export async function assertPortFree(host: string, port: number, setting: string): Promise<void> {
  const server = createServer()
  await listen(server, host, port, setting)
  await new Promise((resolve) => server.close(resolve))
}

function toListenError(error: NodeJS.ErrnoException, host: string, port: number, setting: string): Error {
  if (error.code === 'EADDRINUSE')
    return new StartError(`Port ${port} is taken by another program. Stop it, or choose another port with ${setting}.`)
  if (error.code === 'ENOTFOUND' || error.code === 'EADDRNOTAVAIL')
    return new StartError(`This machine has no address ${host} to listen on. Choose another with HOST.`)
  if (error.code === 'EACCES')
    return new StartError(`Port ${port} needs more rights than this user has. Choose another port with ${setting}.`)
  if (error.code === 'ENOTSUP' || error.code === 'ENOPROTOOPT')
    return new StartError('This system does not let several processes share a port. Set EDGES to 1.')
  return error
}

/**
 * While a server closes, it still answers requests, with `Connection: close`, for at most `drainTicks`. This phase ends
 * early after `idleTicks` without a request, because clients may keep connections open that they no longer need.
 *
 * Ticks are counted instead of time, because a tick is longer on a busy machine, and in each tick the requests that
 * have arrived are read. So a client loses no request if the machine delays it by less than `idleTicks`.
 */
const drainTicks = 50
const idleTicks = 25
/**
 * After the server stopped accepting connections, an open connection that has sent no request yet has this many ticks
 * to send one.
 */
const silentTicks = 25
const tickMs = 10
const turnsMax = 1_000

/**
 * Closes a server without failing a request that a client sends over a kept-alive connection. At first, every response
 * has `Connection: close`. Then the server stops accepting connections, and closes connections that browsers open in
 * advance and do not use. Unfinished requests are aborted `patienceMs` after the call.
 */
export async function closeServer(server: Server, patienceMs = 4_000): Promise<void> {
  const startedAt = performance.now()
  const passedMs = () => performance.now() - startedAt
  // From here on each connection's next request is its last, and its response has `Connection: close`.
  server.maxRequestsPerSocket = 1
  let ticksWithoutRequest = 0
  server.on('request', () => {
    ticksWithoutRequest = 0
  })
  for (let ticks = 0; ticks < drainTicks && ticksWithoutRequest < idleTicks && passedMs() < patienceMs; ticks += 1) {
    if ((await countConnections(server)) === 0) break
    await sleep(tickMs)
    ticksWithoutRequest += 1
  }
  await waitUntilNoConnectionWaits(server)

  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  let ticks = 0
  const idle = setInterval(() => {
    // A kept-alive connection becomes idle when its pending response is sent.
    server.closeIdleConnections()
    ticks += 1
    if (ticks >= silentTicks) closeSilentConnections(server)
  }, tickMs)
  const cutOff = setTimeout(() => server.closeAllConnections(), Math.max(0, patienceMs - passedMs()))
  await closed
  clearInterval(idle)
  clearTimeout(cutOff)
}

function closeSilentConnections(server: Server): void {
  for (const socket of openSockets.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy()
}

const countConnections = (server: Server) => promisify(server.getConnections.bind(server))()

/**
 * Resolves after a turn of the event loop in which no connection arrived, or after `turnsMax` turns. This is needed
 * because closing a port resets the connections that the kernel has completed and the process has not accepted yet.
 */
async function waitUntilNoConnectionWaits(server: Server): Promise<void> {
  let isQuiet = false
  const onConnection = () => {
    isQuiet = false
  }
  server.on('connection', onConnection)
  for (let turns = 0; turns < turnsMax && !isQuiet; turns += 1) {
    isQuiet = true
    await nextTurn()
  }
  server.off('connection', onConnection)
}
