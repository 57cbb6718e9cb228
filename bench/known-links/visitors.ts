import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { slugOf } from './fill-links.ts'

/** Follows each of these links once, `connections` at a time, and throws unless every answer is a redirect. Gives back how long each took, in ms. */
export async function followAll(port: number, nths: Iterator<number>, connections: number): Promise<Float64Array> {
  const tookMs: number[] = []
  await Promise.all(Array.from({ length: connections }, () => visit(port, nths, tookMs)))
  return Float64Array.from(tookMs)
}

/** A socket and as little as HTTP needs: the client shares the machine with what it measures. */
async function visit(port: number, nths: Iterator<number>, tookMs: number[]): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  for (let next = nths.next(); !next.done; next = nths.next()) {
    const startedAt = performance.now()
    const head = await ask(
      socket,
      `GET /${slugOf(next.value)} HTTP/1.1\r\nHost: go.example\r\nUser-Agent: Mozilla/5.0 Firefox/150.0\r\n\r\n`,
    )
    tookMs.push(performance.now() - startedAt)
    if (!head.startsWith('HTTP/1.1 302')) throw new Error(`${slugOf(next.value)} was answered with ${head.slice(0, 40)}`)
  }
  socket.destroy()
}

/** A redirect has no body: its answer ends with its head. */
function ask(socket: Socket, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let head = ''
    const take = (piece: Buffer) => {
      head += piece.toString('latin1')
      if (!head.endsWith('\r\n\r\n')) return
      socket.off('data', take).off('close', end)
      resolve(head)
    }
    const end = () => reject(new Error('The edge hung up'))
    socket.on('data', take).once('close', end)
    socket.write(request)
  })
}
