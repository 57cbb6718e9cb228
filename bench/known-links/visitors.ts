import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { toSlug } from './fill-links.ts'

/**
 * Visits each of these links once, over `connections` connections. Throws if a response is not a redirect. Returns the
 * duration of each visit in milliseconds.
 */
export async function visitAll(port: number, nths: Iterator<number>, connections: number): Promise<Float64Array> {
  const tookMs: number[] = []
  await Promise.all(Array.from({ length: connections }, () => visitInTurn(port, nths, tookMs)))
  return Float64Array.from(tookMs)
}

/**
 * Visits the links one after the other. Uses a bare socket, which needs little CPU time, because the client shares the
 * machine with the measured server.
 */
async function visitInTurn(port: number, nths: Iterator<number>, tookMs: number[]): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  for (let next = nths.next(); !next.done; next = nths.next()) {
    const startedAt = performance.now()
    const head = await send(
      socket,
      `GET /${toSlug(next.value)} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: Mozilla/5.0 Firefox/150.0\r\n\r\n`,
    )
    tookMs.push(performance.now() - startedAt)
    if (!head.startsWith('HTTP/1.1 302')) throw new Error(`${toSlug(next.value)} got ${head.slice(0, 40)}`)
  }
  socket.destroy()
}

/** Sends a request. A redirect has no body, so the response ends with its headers. */
function send(socket: Socket, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let head = ''
    const onData = (chunk: Buffer) => {
      head += chunk.toString('latin1')
      if (!head.endsWith('\r\n\r\n')) return
      socket.off('data', onData).off('close', onClose)
      resolve(head)
    }
    const onClose = () => reject(new Error('The edge closed the connection'))
    socket.on('data', onData).once('close', onClose)
    socket.write(request)
  })
}
