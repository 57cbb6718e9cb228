import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

export interface ConstantRateLoad {
  /** Where short links are, without a path. */
  origin: string
  /** The nth visit, from 0 on. */
  visit(nth: number): { path: string; headers: Record<string, string> }
  perSecond: number
  seconds: number
  signal?: AbortSignal
  /** A visitor was sent on. Both times are counted from when the request was due: until its answer was complete, and until the client got to it. */
  onRedirect(tookMs: number, lateMs: number): void
  /** Another status, or the code of the error that came instead of an answer. */
  onFailure(what: string): void
}

interface Visit {
  request: string
  due: number
  lateMs: number
}

/** More than a stalled edge is asked at a time within a fifth of a second; beyond it, requests wait for a connection, and that counts too. */
const maxConnections = 1_000

/**
 * Each request has its time, whether or not the answers before it have come: a stalled server is not asked less often. Resolves when all were answered.
 * It speaks no more HTTP than a redirect needs: a client of 60 µs a request would take the edge's own time on a small machine.
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
  const everyone = Promise.withResolvers<void>()
  let underWay = 1 // the sending itself

  function settle(): void {
    underWay -= 1
    if (underWay === 0) everyone.resolve()
  }

  function openConnection(first: Visit): void {
    const socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1')
    open.add(socket)
    let underWayHere: Visit | undefined
    let answer = ''

    function send(next: Visit): void {
      underWayHere = next
      socket.write(next.request)
    }
    function fail(what: string): void {
      if (underWayHere === undefined) return
      underWayHere = undefined
      onFailure(what)
      settle()
    }
    socket.on('data', (text: string) => {
      answer += text
      if (underWayHere === undefined || !answer.includes('\r\n\r\n')) return
      const status = answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 302'.length)
      // Only a redirect ends with its headers; what follows those of another answer is not waited for.
      if (status !== '302') {
        fail(status)
        return void socket.destroy()
      }
      onRedirect(performance.now() - underWayHere.due, underWayHere.lateMs)
      underWayHere = undefined
      const isLast = /^connection: close/im.test(answer)
      answer = ''
      settle()
      if (isLast) return void socket.destroy()
      const next = waiting.shift()
      if (next) send(next)
      else idle.push(send)
    })
    socket.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message))
    socket.on('close', () => {
      open.delete(socket)
      const mine = idle.indexOf(send)
      if (mine >= 0) idle.splice(mine, 1)
      fail(answer === '' ? 'no answer' : 'broken off')
      const next = waiting.shift()
      if (next) openConnection(next)
    })
    send(first)
  }

  const startedAt = performance.now()
  let asked = 0
  while (asked < perSecond * seconds && !signal?.aborted) {
    const due = startedAt + (asked * 1_000) / perSecond
    if (performance.now() < due) {
      await sleep(1)
      continue
    }
    const { path, headers } = visit(asked)
    const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    const next = { request: `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, due, lateMs: performance.now() - due }
    asked += 1
    underWay += 1
    const send = idle.pop()
    if (send) send(next)
    else if (open.size < maxConnections) openConnection(next)
    else waiting.push(next)
  }
  settle()
  await everyone.promise
  for (const socket of open) socket.destroy()
}
