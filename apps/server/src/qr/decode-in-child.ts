import { fileURLToPath } from 'node:url'
import { forkConfined } from './fork-confined.ts'

export interface DecodeTask {
  bytes: Uint8Array
  /** An image that declares more is rejected. */
  maxPixels: number
  /** Largest side of the result, in pixels. */
  side: number
  maxBytes: number
  /** Of the whole process. */
  maxMemoryBytes: number
}

const program = fileURLToPath(new URL('./decode-child.ts', import.meta.url))
const timeoutMs = 10_000

/**
 * Decodes an image and re-encodes it as PNG in a confined process of its own: its memory is freed whole, and an image that crashes the decoder crashes nothing
 * else. Undefined when the image can't be decoded, or takes too much memory or time.
 */
export async function decodeInChild(task: DecodeTask): Promise<Buffer | undefined> {
  const child = forkConfined(program)
  const timeout = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const answer = Promise.withResolvers<Buffer | undefined>()
  child.once('error', answer.reject)
  child.once('message', (png: Uint8Array | null) => answer.resolve(png === null ? undefined : Buffer.from(png)))
  child.once('exit', () => answer.resolve(undefined))
  child.send(task)
  try {
    return await answer.promise
  } finally {
    clearTimeout(timeout)
    child.kill('SIGKILL')
  }
}
