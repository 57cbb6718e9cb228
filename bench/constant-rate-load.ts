import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

export interface ConstantRateLoad {
  /** The origin of the short links. */
  origin: string
  /** Returns the nth visit. The first visit has the number 0. */
  visit(nth: number): { path: string; headers: Record<string, string> }
  perSecond: number
  seconds: number
  signal?: AbortSignal
  /**
   * Called for each redirect. Both times start at the scheduled time of the request: `latencyMs` ends when the response
   * is complete, `lateMs` ends when the client sends the request.
   */
  onRedirect(latencyMs: number, lateMs: number): void
  /** Called if the response has another status, or if there is no response. `what` is the status or the error code. */
  onFailure(what: string): void
}

interface Visit {
  request: string
  due: number
  lateMs: number
}

/**
 * The maximum number of open connections. If an edge stalls for a fifth of a second, fewer requests than this are
 * pending. Beyond this number, requests wait for a connection, and their latency includes that wait.
 */
const maxConnections = 1_000

/**
 * Sends requests at a constant rate. Each request has a scheduled time and is sent even if earlier responses have not
 * arrived, so a stalled server gets no fewer requests. Resolves when all requests have ended. It implements only the
 * part of HTTP that a redirect needs, because a client that needs 60 µs for each request would take CPU time from the
 * edge on a small machine.
 */
export async function sendAtConstantRate({
  origin,
  visit,
  perSecond,
  seconds,
  signal,
  onRedirect,
  onFailure,
}: ConstantRateLoad): Promise<void> {
  const { hostname, port, host } = new URL(origin)
  const idle: ((visit: Visit) => void)[] = []
  const waiting: Visit[] = []
  const open = new Set<Socket>()
  const allEnded = Promise.withResolvers<void>()
  let pendingCount = 1 // counts the sending loop itself

  function settle(): void {
    pendingCount -= 1
    if (pendingCount === 0) allEnded.resolve()
  }

  function openConnection(first: Visit): void {
    const socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1')
    open.add(socket)
    let current: Visit | undefined
    let response = ''

    function send(next: Visit): void {
      current = next
      socket.write(next.request)
    }
    function fail(what: string): void {
      if (current === undefined) return
      current = undefined
      onFailure(what)
      settle()
    }
    socket.on('data', (text: string) => {
      response += text
      if (current === undefined || !response.includes('\r\n\r\n')) return
      const status = response.slice('HTTP/1.1 '.length, 'HTTP/1.1 302'.length)
      // Only a redirect ends with its headers. The body of any other response is not read.
      if (status !== '302') {
        fail(status)
        return void socket.destroy()
      }
      onRedirect(performance.now() - current.due, current.lateMs)
      current = undefined
      const isLast = /^connection: close/im.test(response)
      response = ''
      settle()
      if (isLast) return void socket.destroy()
      const next = waiting.shift()
      if (next) send(next)
      else idle.push(send)
    })
    socket.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message))
    socket.on('close', () => {
      open.delete(socket)
      const index = idle.indexOf(send)
      if (index >= 0) idle.splice(index, 1)
      fail(response === '' ? 'no response' : 'cut off')
      const next = waiting.shift()
      if (next) openConnection(next)
    })
    send(first)
  }

  const startedAt = performance.now()
  let sentCount = 0
  while (sentCount < perSecond * seconds && !signal?.aborted) {
    const due = startedAt + (sentCount * 1_000) / perSecond
    if (performance.now() < due) {
      await sleep(1)
      continue
    }
    const { path, headers } = visit(sentCount)
    const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    const next = { request: `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, due, lateMs: performance.now() - due }
    sentCount += 1
    pendingCount += 1
    const send = idle.pop()
    if (send) send(next)
    else if (open.size < maxConnections) openConnection(next)
    else waiting.push(next)
  }
  settle()
  await allEnded.promise
  for (const socket of open) socket.destroy()
}
