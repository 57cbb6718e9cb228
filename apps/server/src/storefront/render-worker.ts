// Renders pages in a separate thread, because rendering a page takes milliseconds in which the main thread could answer
// no redirect.
import { parentPort, workerData } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { lowerPriority } from '../platform/process/process-limits.ts'
import type { StoreDocument } from './find-store.ts'
import type { PageRequest, RenderAnswer, ThreadMessage } from './page-renderer.ts'
import { renderPage } from './render-page.ts'
import { parseStoreDocument } from './store-document.ts'

const { publicOrigin } = workerData as { publicOrigin: string }
/**
 * The maximum total size of parsed stores' texts. In memory, text and document take several times this size, and the
 * thread has 256 MB.
 */
const parsedCharacters = 20_000_000

/** A store is parsed once per handle, because its pages are often requested one after another. */
const parsed = new LRUCache<string, { text: string; document: StoreDocument }>({
  maxSize: parsedCharacters,
  sizeCalculation: ({ text }) => text.length,
})

// On Linux, this lowers the priority of this thread alone, so that redirects run first if there are few cores.
if (process.platform === 'linux') lowerPriority(10)

parentPort?.on('message', ({ text, address, at }: PageRequest) => {
  const { answer, transfer } = answerTo(() => renderPage(parse(address.handle, text), address, at, publicOrigin))
  post(answer, transfer)
})
post('started')

function post(message: ThreadMessage, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer)
}

function answerTo(render: () => ReturnType<typeof renderPage>): { answer: RenderAnswer; transfer: ArrayBuffer[] } {
  try {
    const page = render()
    return { answer: { page }, transfer: [page.body.buffer] }
  } catch (error) {
    return { answer: { error: String(error instanceof Error ? error.stack : error) }, transfer: [] }
  }
}

function parse(handle: string, text: string): StoreDocument {
  const known = parsed.get(handle)
  if (known?.text === text) return known.document
  const document = parseStoreDocument(text)
  parsed.set(handle, { text, document })
  return document
}
