import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface LogoTask {
  bytes: Uint8Array
  /** One that announces more is not unpacked. */
  maxPixels: number
  /** Pixels a side of what is kept, at most. */
  side: number
  maxBytes: number
  /** Of the whole process. */
  maxMemoryBytes: number
}

const program = fileURLToPath(new URL('./unpack-logo.ts', import.meta.url))
const patienceMs = 10_000

/**
 * The PNG to keep of a picture, made in a process that ends with it: its memory comes back whole, and what breaks the decoder breaks nothing
 * else. Undefined when the picture can't be read, or takes too much memory or time.
 */
export async function unpackApart(task: LogoTask): Promise<Buffer | undefined> {
  const child = fork(program, { serialization: 'advanced', env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const patience = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  const answer = Promise.withResolvers<Buffer | undefined>()
  child.once('error', answer.reject)
  child.once('message', (png: Uint8Array | null) => answer.resolve(png === null ? undefined : Buffer.from(png)))
  child.once('exit', () => answer.resolve(undefined))
  child.send(task)
  try {
    return await answer.promise
  } finally {
    clearTimeout(patience)
    child.kill('SIGKILL')
  }
}
