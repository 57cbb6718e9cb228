import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface LoadOptions {
  url: string
  perSecond: number
  connections: number
  /** Written at the end: one byte for each mark, 1 when its 302 came. */
  file: string
}

export type LoadCommand = 'progress' | 'stop'

export interface LoadProgress {
  /** The next mark. */
  next: number
  acknowledged: number
  /** Requests without a response: the connection broke or was rejected. Such a visit may or may not be recorded. */
  broken: number
  /** Responses other than 302, by status. */
  others: Record<number, number>
  /** How long requests were redirected. */
  answeredMs: number
}

export interface LoadGenerator {
  progress(): Promise<LoadProgress>
  /** Stops sending, and resolves when pending requests have ended. */
  stop(): Promise<LoadProgress & { marks: Uint8Array }>
  /** Kills the process, if it was not stopped. */
  end(): void
}

/** Requests a short link at a constant rate from a process of its own, until it is stopped. */
export function openLoadGenerator(options: LoadOptions): LoadGenerator {
  const child = fork(join(import.meta.dirname, 'load-generator.ts'), [JSON.stringify(options)])

  async function send(command: LoadCommand): Promise<LoadProgress> {
    child.send(command)
    const [progress] = await once(child, 'message')
    return progress as LoadProgress
  }

  return {
    progress: () => send('progress'),
    async stop() {
      const ended = once(child, 'exit')
      const progress = await send('stop')
      await ended
      return { ...progress, marks: await readFile(options.file) }
    },
    end: () => void child.kill(),
  }
}
