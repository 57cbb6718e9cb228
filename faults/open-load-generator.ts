import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface PressOrder {
  url: string
  perSecond: number
  connections: number
  /** Gets one byte a mark: 1 when its 302 came. */
  file: string
}

export type Asked = 'how far' | 'stop'

export interface Told {
  /** The mark that comes next. */
  next: number
  acknowledged: number
  /** No answer: the connection broke or was refused. Such a visit counts for nothing. */
  broken: number
  /** Answers other than 302, by status. */
  others: Record<number, number>
  /** For how long it has been sent on. */
  answeredMs: number
}

export interface Press {
  howFar(): Promise<Told>
  /** Lets what is under way come to its end. */
  stop(): Promise<Told & { marks: Uint8Array }>
  /** At once, if it has not been stopped. */
  end(): void
}

/** Visits a link steadily from a process of its own, until it is stopped. */
export function openPress(order: PressOrder): Press {
  const child = fork(join(import.meta.dirname, 'press-link.ts'), [JSON.stringify(order)])

  async function ask(asked: Asked): Promise<Told> {
    child.send(asked)
    const [told] = await once(child, 'message')
    return told as Told
  }

  return {
    howFar: () => ask('how far'),
    async stop() {
      const ended = once(child, 'exit')
      const told = await ask('stop')
      await ended
      return { ...told, marks: await readFile(order.file) }
    },
    end: () => void child.kill(),
  }
}
