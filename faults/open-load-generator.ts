import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface LoadOptions {
  /** Requested in turn: mark `n` is of the URL `n % urls.length`. */
  urls: readonly string[]
  perSecond: number
  connections: number
  /** Written at the end: one byte for each mark, 1 when its 302 came. */
  file: string
}

/** `skip`: the index of a URL that is not requested until it is resumed. */
export type LoadCommand = 'progress' | 'stop' | { skip: number } | { resume: number }

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
  /** Stops requesting a URL. Requests that were sent may still be answered. */
  skip(index: number): Promise<LoadProgress>
  resume(index: number): Promise<LoadProgress>
  /** Stops sending, and resolves when pending requests have ended. */
  stop(): Promise<LoadProgress & { marks: Uint8Array }>
  /** Kills the process, if it was not stopped. */
  end(): void
}

/** Requests short links at a constant rate from a process of its own, until it is stopped. */
export function openLoadGenerator(options: LoadOptions): LoadGenerator {
  const child = fork(join(import.meta.dirname, 'load-generator.ts'), [JSON.stringify(options)])

  let sending: Promise<unknown> = Promise.resolve()

  /** One command at a time, so that each gets its own answer. */
  function send(command: LoadCommand): Promise<LoadProgress> {
    const sent = sending.then(async () => {
      child.send(command)
      const [progress] = await once(child, 'message')
      return progress as LoadProgress
    })
    sending = sent
    return sent
  }

  return {
    progress: () => send('progress'),
    skip: (index) => send({ skip: index }),
    resume: (index) => send({ resume: index }),
    async stop() {
      const ended = once(child, 'exit')
      const progress = await send('stop')
      await ended
      return { ...progress, marks: await readFile(options.file) }
    },
    end: () => void child.kill(),
  }
}
