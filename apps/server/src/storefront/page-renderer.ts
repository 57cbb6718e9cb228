import { Worker } from 'node:worker_threads'
import { createConcurrencyLimiter } from '../platform/concurrency-limiter.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import type { RenderedPage } from './render-page.ts'
import type { StoreAddress } from './store-address.ts'

export interface PageRenderer {
  /**
   * Renders a page. Rejects if too many pages are queued, in total or for this organization, or if the page is not
   * rendered in time.
   */
  render(request: PageRequest, organizationId: string): Promise<RenderedPage>
  close(): Promise<void>
}

export interface PageRequest {
  /** JSON that `parseStoreDocument` reads. */
  text: string
  address: StoreAddress
  /** The present time in milliseconds. */
  at: number
}

export type RenderAnswer = { page: RenderedPage } | { error: string }

/** `started` comes first, after the thread has loaded its modules. */
export type ThreadMessage = 'started' | RenderAnswer

export interface PageRendererOptions {
  publicOrigin: string
  program?: URL
  waitingMax?: number
  waitingPerOrganization?: number
  /** The timeout of the thread's start, which takes seconds on a busy machine. */
  startTimeoutMs?: number
  /** The timeout of rendering one page, without its time in the queue. */
  timeoutMs?: number
}

interface RenderThread {
  started: Promise<void>
  render(request: PageRequest): Promise<RenderedPage>
  terminate(): void
}

/** While one thread renders pages of a large store, the other renders pages of other organizations. */
const threadCount = 2

/**
 * Renders in two threads, which start with the first page. If a thread fails or hangs, it is started again. A thread
 * gets one page at a time, because a message copies the whole store, and a failing page must affect no other page. An
 * organization uses one thread at a time and organizations take turns, so that a page does not wait for searches in
 * another organization's store.
 */
export function createPageRenderer(options: PageRendererOptions): PageRenderer {
  const { publicOrigin, program = new URL('./render-worker.ts', import.meta.url) } = options
  const { waitingMax = 500, waitingPerOrganization = 100, startTimeoutMs = 30_000, timeoutMs = 5_000 } = options
  const perKey = { width: 1, queueLength: waitingPerOrganization }
  const limiter = createConcurrencyLimiter({ width: threadCount, queueLength: waitingMax, perKey })
  const threads = new Map<number, RenderThread>()
  const free = new Set(Array.from({ length: threadCount }, (_, index) => index))
  let firstStart: Promise<unknown> | undefined

  function getThread(index: number): RenderThread {
    const thread = threads.get(index) ?? startThread(program, publicOrigin, () => threads.delete(index))
    threads.set(index, thread)
    return thread
  }

  /**
   * Starts both threads and waits until they have started. The first page waits for both, so that a later page waits
   * for a start only if a thread failed.
   */
  async function startAll(): Promise<void> {
    firstStart ??= Promise.all([...free].map((index) => getThread(index).started))
    await withTimeout(startTimeoutMs, firstStart).catch((error: unknown) => {
      firstStart = undefined
      throw error
    })
  }

  async function renderNext(request: PageRequest): Promise<RenderedPage> {
    const starting = startAll()
    const index = Math.min(...free)
    free.delete(index)
    const thread = getThread(index)
    try {
      await starting
      await withTimeout(startTimeoutMs, thread.started)
      return await withTimeout(timeoutMs, thread.render(request))
    } catch (error) {
      if (!(error instanceof PageError)) thread.terminate()
      throw error
    } finally {
      free.add(index)
    }
  }

  return {
    render: (request, organizationId) => limiter.run(() => renderNext(request), { key: organizationId }),
    async close() {
      const closing = limiter.close()
      for (const thread of threads.values()) thread.terminate()
      await closing
    },
  }
}

/** The page could not be rendered, but the thread still works. */
class PageError extends Error {}

/** Starts a thread. `onEnd` is called once, when the thread has failed or was terminated. */
function startThread(program: URL, publicOrigin: string, onEnd: () => void): RenderThread {
  const starting = Promise.withResolvers<void>()
  // A start can fail while no page waits for it, so the rejection is ignored here. If a page waits, it gets the error.
  starting.promise.catch(() => undefined)
  let pending: PromiseWithResolvers<RenderedPage> | undefined
  let hasEnded = false
  // React is several times as fast in production mode. The thread needs no other environment variables and no process
  // options.
  const worker = new Worker(program, {
    env: { NODE_ENV: 'production' },
    execArgv: [],
    workerData: { publicOrigin },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })

  function end(error: Error): void {
    if (hasEnded) return
    hasEnded = true
    starting.reject(error)
    pending?.reject(error)
    onEnd()
    void worker.terminate()
  }

  worker.unref()
  worker.on('message', (message: ThreadMessage) => {
    if (message === 'started') starting.resolve()
    else if ('page' in message) pending?.resolve(message.page)
    else pending?.reject(new PageError(message.error))
  })
  worker.on('error', (error) => end(error as Error))
  worker.on('exit', () => end(new Error('The thread that renders pages has ended')))
  return {
    started: starting.promise,
    render(request) {
      pending = Promise.withResolvers()
      worker.postMessage(request)
      return pending.promise
    },
    terminate: () => end(new Error('The thread that renders pages was terminated')),
  }
}
