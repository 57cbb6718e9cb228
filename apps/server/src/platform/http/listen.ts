import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../process/start-error.ts'

/** Returns the port, which is chosen by the system when `port` is 0. Throws a StartError that names `setting`, the variable that sets the port. */
export function listen(server: Server, host: string, port: number, setting: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toListenError(error, host, port, setting)))
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

function toListenError(error: NodeJS.ErrnoException, host: string, port: number, setting: string): Error {
  if (error.code === 'EADDRINUSE')
    return new StartError(`Port ${port} is taken by another program. Stop it, or choose another port with ${setting}.`)
  if (error.code === 'ENOTFOUND' || error.code === 'EADDRNOTAVAIL')
    return new StartError(`This machine has no address ${host} to listen on. Choose another with HOST.`)
  if (error.code === 'EACCES')
    return new StartError(`Port ${port} needs more rights than this user has. Choose another port with ${setting}.`)
  return error
}

/** How long requests are still answered with `Connection: close`, at most, and after how long without a request that ends early. */
const drainMs = 500
const idleMs = 100

/**
 * Closes a server without failing a request that a client sends over a kept-alive connection: for a moment every response has
 * `Connection: close`. Then the server stops accepting, and cuts off what is unfinished `patienceMs` after the call.
 */
export async function closeServer(server: Server, patienceMs = 4_000): Promise<void> {
  const startedAt = performance.now()
  const passedMs = () => performance.now() - startedAt
  // From here on each connection's next request is its last, and its response has `Connection: close`.
  server.maxRequestsPerSocket = 1
  let lastRequestMs = 0
  server.on('request', () => {
    lastRequestMs = passedMs()
  })
  while (passedMs() < Math.min(drainMs, patienceMs) && passedMs() - lastRequestMs < idleMs) await sleep(10)

  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  // A kept-alive connection becomes idle when its pending response is sent.
  const idle = setInterval(() => server.closeIdleConnections(), 25)
  const cutOff = setTimeout(() => server.closeAllConnections(), Math.max(0, patienceMs - passedMs()))
  await closed
  clearInterval(idle)
  clearTimeout(cutOff)
}
