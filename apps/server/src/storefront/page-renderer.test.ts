import { afterEach, expect, it } from 'vitest'
import { createPageRenderer, type PageRenderer, type PageRendererOptions } from './page-renderer.ts'
import type { StoreAddress } from './store-address.ts'

const address: StoreAddress = { kind: 'missing', handle: 'lamps' }

/** What a thread answers that works. */
const answering = "parentPort.on('message', ({ id }) => parentPort.postMessage({ id, page: { status: 200, body: new Uint8Array(1) } }))"

let renderer: PageRenderer | undefined

afterEach(() => renderer?.close())

/** A renderer whose thread runs this program. */
function open(program: string, options: Partial<PageRendererOptions> = {}): PageRenderer {
  const source = `import { parentPort } from 'node:worker_threads'\n${program}`
  renderer = createPageRenderer({
    publicOrigin: 'https://go.example',
    program: new URL(`data:text/javascript,${encodeURIComponent(source)}`),
    ...options,
  })
  return renderer
}

const render = (text = '{}') => renderer?.render(text, address, 0)

it('starts another thread after one that crashed', async () => {
  open(
    `parentPort.on('message', ({ text }) => { if (text === 'crash') throw new Error('crashed') }); ${answering.replace('({ id })', '({ id, text })').replace('=> parent', "=> text !== 'crash' && parent")}`,
  )

  const settled = await Promise.allSettled([render('crash'), render('crash')])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await render()).toMatchObject({ status: 200 })
})

it('starts another thread after one that hangs', async () => {
  open(`parentPort.on('message', ({ text }) => { while (text === 'hang'); }); ${answering}`, { timeoutMs: 2_000 })

  await expect(render('hang')).rejects.toThrow('No answer within 2000 ms')
  expect(await render()).toMatchObject({ status: 200 })
})

it('renders other pages after one that fails', async () => {
  open(
    "parentPort.on('message', ({ id, text }) => parentPort.postMessage(text === 'bad' ? { id, error: 'bad page' } : { id, page: { status: 200 } }))",
  )

  const settled = await Promise.allSettled([render('bad'), render()])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})

it('rejects at once what is more than may wait', async () => {
  open("parentPort.on('message', () => {})", { waitingMax: 2 })
  const waiting = Promise.allSettled([render(), render()])

  await expect(render()).rejects.toThrow('Too many pages')
  await renderer?.close()
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
