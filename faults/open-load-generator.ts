import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface LoadOptions {
  /** The URLs are requested in turn. For example with 3 URLs, the request with mark 7 is for `urls[1]` (7 % 3). */
  urls: readonly string[]
  perSecond: number
  connections: number
  /**
   * The file is written at the end. It has one byte for each mark. The byte is 1 if the request with the mark got a
   * 302.
   */
  file: string
}

/** `skip` and `resume` contain the index of a URL in `urls`. A skipped URL is not requested until it is resumed. */
export type LoadCommand = 'progress' | 'stop' | { skip: number } | { resume: number }

export interface LoadProgress {
  /** The mark of the next request. */
  next: number
  acknowledged: number
  /**
   * Requests without a response, because the connection broke or was rejected. The click of such a request may be
   * recorded or not.
   */
  broken: number
  /** Responses other than 302, by status. */
  others: Record<number, number>
  /** How long the server redirected requests, in milliseconds. Outages do not count. */
  answeredMs: number
}

export interface LoadGenerator {
  progress(): Promise<LoadProgress>
  /** Stops requesting a URL. Requests that are already sent can still get a response. */
  skip(index: number): Promise<LoadProgress>
  resume(index: number): Promise<LoadProgress>
  /** Stops sending requests. Resolves when pending requests have ended. */
  stop(): Promise<LoadProgress & { marks: Uint8Array }>
  /** Kills the process, if it is not stopped. */
  end(): void
}

/** Runs a process that requests short links at a constant rate until it is stopped. */
export function openLoadGenerator(options: LoadOptions): LoadGenerator {
  const child = fork(join(import.meta.dirname, 'load-generator.ts'), [JSON.stringify(options)])

  let sending: Promise<unknown> = Promise.resolve()

  /** Sends one command at a time, so that each command gets its own response. */
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
