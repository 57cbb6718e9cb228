import type { Socket } from 'node:net'
import type { Visit } from './click-of.ts'
import { plainVisitIn } from './plain-visit.ts'

/** Says whether the visitor is sent on, at once where the link is at hand. If so, `reply` gets the whole answer once the click is kept. Never rejects. */
export type FollowPlain = (visit: Visit, reply: (answer: string) => void) => boolean | Promise<boolean>

export interface PlainConnection {
  isAnswering: boolean
  hasAnswered: boolean
  /** How often somebody looked since its beginning, or its last answer. */
  quietLooks: number
}

export interface PlainConnectionTools {
  follow: FollowPlain
  /** Whether plain visits are to be answered here at the moment. */
  isWanted(): boolean
  /** Gets the connection for good, with what came and was not answered. */
  handOver(chunk: Buffer): void
}

/**
 * Answers the visits of one connection for as long as each of them is plain and of a link that leads somewhere. The first that isn't is handed over, and so
 * is what a client asks who does not take its answers. One visit is answered at a time: what comes meanwhile waits.
 */
export function keepPlain(socket: Socket, { follow, isWanted, handOver }: PlainConnectionTools): PlainConnection {
  const connection: PlainConnection = { isAnswering: false, hasAnswered: false, quietLooks: 0 }
  let isHolding = false
  let hasClientEnded = false

  function onData(chunk: Buffer): void {
    if (connection.isAnswering) {
      hold(chunk)
      return
    }
    const visit = isWanted() && socket.writableLength === 0 ? plainVisitIn(chunk, socket) : undefined
    connection.isAnswering = true // the reply may come before `follow` comes back
    const isFollowed = visit !== undefined && follow(visit, reply)
    if (isFollowed === false) leave(chunk)
    else if (isFollowed !== true) void isFollowed.then((is) => is || leave(chunk))
  }

  function leave(chunk: Buffer): void {
    if (socket.destroyed) return
    socket.off('data', onData).off('end', onEnd)
    handOver(chunk)
    if (hasClientEnded) socket.emit('end')
    if (isHolding) socket.resume()
  }

  function hold(chunk: Buffer): void {
    isHolding = true
    socket.pause()
    socket.unshift(chunk)
  }

  function reply(answer: string): void {
    connection.isAnswering = false
    connection.hasAnswered = true
    connection.quietLooks = 0
    if (socket.destroyed) return
    socket.write(answer, 'latin1')
    if (hasClientEnded) socket.end()
    if (!isHolding) return
    isHolding = false
    socket.resume()
  }

  function onEnd(): void {
    hasClientEnded = true
    if (!connection.isAnswering) socket.end()
  }

  socket.on('data', onData).on('end', onEnd).on('error', ignore)
  return connection
}

/** A visitor who left: the connection closes by itself. */
function ignore(): void {}
