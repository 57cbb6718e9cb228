import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../process/start-error.ts'

/** Gives back the port, which matters when `port` is 0. `setting` is the name of the variable that chooses it, for the sentence when it is taken. */
export function listen(server: Server, host: string, port: number, setting: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenProblem(error, host, port, setting)))
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

function listenProblem(error: NodeJS.ErrnoException, host: string, port: number, setting: string): Error {
  if (error.code === 'EADDRINUSE')
    return new StartError(`Port ${port} is taken by another program. Stop it, or choose another port with ${setting}.`)
  if (error.code === 'ENOTFOUND' || error.code === 'EADDRNOTAVAIL')
    return new StartError(`This machine has no address ${host} to listen on. Choose another with HOST.`)
  if (error.code === 'EACCES')
    return new StartError(`Port ${port} needs more rights than this user has. Choose another port with ${setting}.`)
  return error
}

/** How long clients that keep asking are told, at most, and after how quiet a while nobody seems to be asking. */
const farewellMs = 500
const quietMs = 100

/**
 * Stops without refusing what was accepted: for a moment each answer tells its client that it was the last on its connection, so that nobody is cut
 * off in the middle of asking again. Then it stops accepting, and cuts off what has not finished `patienceMs` after the beginning.
 */
export async function closeServer(server: Server, patienceMs = 4_000): Promise<void> {
  const startedAt = performance.now()
  const passedMs = () => performance.now() - startedAt
  // Counted from here on: each connection's next request is its last, and its answer says `Connection: close`.
  server.maxRequestsPerSocket = 1
  let askedAfterMs = 0
  server.on('request', () => {
    askedAfterMs = passedMs()
  })
  while (passedMs() < Math.min(farewellMs, patienceMs) && passedMs() - askedAfterMs < quietMs) await sleep(10)

  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  // A kept-alive connection whose answer was under way becomes idle a moment later.
  const idle = setInterval(() => server.closeIdleConnections(), 25)
  const cutOff = setTimeout(() => server.closeAllConnections(), Math.max(0, patienceMs - passedMs()))
  await closed
  clearInterval(idle)
  clearTimeout(cutOff)
}
