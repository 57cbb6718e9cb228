import { Worker } from 'node:worker_threads'
import { withTimeout } from '../platform/with-timeout.ts'
import type { RenderedPage } from './render-page.ts'
import type { StoreAddress } from './store-address.ts'

export interface PageRenderer {
  /** `text`: of a StoreDocument; `at`: now, in milliseconds. Rejects when too many pages wait, or the page could not be rendered in time. */
  render(text: string, address: StoreAddress, at: number): Promise<RenderedPage>
  close(): Promise<void>
}

export interface PageRequest {
  id: number
  text: string
  address: StoreAddress
  at: number
}

export type RenderAnswer = { id: number; page: RenderedPage } | { id: number; error: string }

export interface PageRendererOptions {
  publicOrigin: string
  /** The thread's program. */
  program?: URL
  waitingMax?: number
  timeoutMs?: number
}

interface Waiting {
  resolve(page: RenderedPage): void
  reject(error: Error): void
}

/** Renders in one thread, which starts with the first page, and again after it failed or hung. */
export function createPageRenderer(options: PageRendererOptions): PageRenderer {
  const { publicOrigin, program = new URL('./render-worker.ts', import.meta.url), waitingMax = 500, timeoutMs = 5_000 } = options
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let lastId = 0

  function start(): Worker {
    // React is several times as fast in production mode. The thread needs nothing else of the environment, and no options of the process.
    const started = new Worker(program, {
      env: { NODE_ENV: 'production' },
      execArgv: [],
      workerData: { publicOrigin },
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    started.unref()
    started.on('message', (answer: RenderAnswer) => {
      const request = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('page' in answer) request?.resolve(answer.page)
      else request?.reject(new Error(answer.error))
    })
    started.on('error', (error) => drop(started, error as Error))
    started.on('exit', () => drop(started, new Error('The thread that renders pages has ended')))
    return started
  }

  /** What waits for this thread is rejected; the next page starts another. */
  function drop(failed: Worker, error: Error): void {
    if (worker !== failed) return
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    void failed.terminate()
  }

  return {
    async render(text, address, at) {
      if (waiting.size >= waitingMax) throw new Error('Too many pages wait to be rendered')
      worker ??= start()
      const current = worker
      lastId += 1
      const id = lastId
      const { promise, resolve, reject } = Promise.withResolvers<RenderedPage>()
      waiting.set(id, { resolve, reject })
      current.postMessage({ id, text, address, at } satisfies PageRequest)
      return withTimeout(timeoutMs, promise).catch((error: Error) => {
        // Still waiting: the thread hangs, or the machine is overloaded and nobody waits for the rest of the queue either.
        if (waiting.has(id)) drop(current, error)
        throw error
      })
    },
    async close() {
      const closing = worker
      if (closing !== undefined) drop(closing, new Error('The edge closes'))
      await closing?.terminate()
    },
  }
}
