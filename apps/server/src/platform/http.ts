import type { Server } from 'node:http'
import { StartProblem } from './start-problem.ts'

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
    return new StartProblem(`Port ${port} is taken by another program. Stop it, or choose another port with ${setting}.`)
  if (error.code === 'ENOTFOUND' || error.code === 'EADDRNOTAVAIL')
    return new StartProblem(`This machine has no address ${host} to listen on. Choose another with HOST.`)
  if (error.code === 'EACCES')
    return new StartProblem(`Port ${port} needs more rights than this user has. Choose another port with ${setting}.`)
  return error
}

/** Stops accepting, lets what was accepted finish, and cuts off what has not finished after `patienceMs`. */
export async function closeServer(server: Server, patienceMs = 4_000): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  // A kept-alive connection whose answer was under way becomes idle a moment later.
  const idle = setInterval(() => server.closeIdleConnections(), 25)
  const cutOff = setTimeout(() => server.closeAllConnections(), patienceMs)
  await closed
  clearInterval(idle)
  clearTimeout(cutOff)
}
