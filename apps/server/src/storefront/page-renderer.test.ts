import { afterEach, expect, it } from 'vitest'
import { createPageRenderer, type PageRenderer, type PageRendererOptions } from './page-renderer.ts'
import type { StoreAddress } from './store-address.ts'

const address: StoreAddress = { kind: 'missing', handle: 'lamps' }

/** The program of a thread that answers. */
const answering = "parentPort.on('message', () => parentPort.postMessage({ page: { status: 200, body: new Uint8Array(1) } }))"

let renderer: PageRenderer | undefined

afterEach(() => renderer?.close())

/** Opens a renderer whose thread runs this program. */
function open(program: string, options: Partial<PageRendererOptions> = {}): PageRenderer {
  const source = `import { parentPort } from 'node:worker_threads'\n${program}\nparentPort.postMessage('started')`
  renderer = createPageRenderer({
    publicOrigin: 'https://go.example',
    program: new URL(`data:text/javascript,${encodeURIComponent(source)}`),
    ...options,
  })
  return renderer
}

const render = (text = '{}', organizationId = 'o') => renderer?.render({ text, address, at: 0 }, organizationId)

it('starts another thread after a thread crashes', async () => {
  open(`parentPort.on('message', ({ text }) => { if (text === 'crash') process.exit() }); ${answering}`)

  const settled = await Promise.allSettled([render('crash'), render(), render('crash'), render()])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
})

it('starts another thread after a thread hangs', async () => {
  open(`parentPort.on('message', ({ text }) => { while (text === 'hang'); }); ${answering}`, { timeoutMs: 2_000 })

  await expect(render('hang')).rejects.toThrow('No answer within 2000 ms')
  expect(await render()).toMatchObject({ status: 200 })
})

it('waits longer for the start of the thread than for a page', async () => {
  open(`await new Promise((resolve) => setTimeout(resolve, 2_000)); ${answering}`, { timeoutMs: 1_500 })

  expect(await render()).toMatchObject({ status: 200 })
})

it('rejects when the thread does not start in time', async () => {
  open('await new Promise((resolve) => setTimeout(resolve, 60_000))', { startTimeoutMs: 100 })

  await expect(render()).rejects.toThrow('No answer within 100 ms')
})

it('renders other pages after a page that fails', async () => {
  open("parentPort.on('message', ({ text }) => parentPort.postMessage(text === 'bad' ? { error: 'bad page' } : { page: { status: 200 } }))")

  const settled = await Promise.allSettled([render('bad'), render()])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})

it('rejects at once when the queue is full', async () => {
  open("parentPort.on('message', () => {})", { waitingMax: 2 })
  const waiting = Promise.allSettled([render(), render(), render()])

  await expect(render()).rejects.toThrow('full')
  await renderer?.close()
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})

it('queues up to a hundred pages of an organization, without limiting another organization', async () => {
  open("parentPort.on('message', ({ text }) => parentPort.postMessage({ page: { status: text } }))")

  const searches = Array.from({ length: 101 }, (_, nth) => render(`search ${nth}`, 'busy'))
  await expect(render('one too many', 'busy')).rejects.toThrow('full')
  expect(await render('page', 'other')).toMatchObject({ status: 'page' })
  await Promise.all(searches)
})

it("renders another organization's page while a slow page of one organization is rendered", async () => {
  open(`parentPort.on('message', ({ text }) => { while (text === 'long'); }); ${answering}`, { timeoutMs: 600_000 })
  const long = Promise.allSettled([render('long', 'busy'), render('long', 'busy')])

  expect(await render('{}', 'other')).toMatchObject({ status: 200 })
  await renderer?.close()
  expect((await long).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

it('renders more pages than fit in the time limit of one page, without restarting the thread', async () => {
  const counting = 'let count = 0; const sleep = new Int32Array(new SharedArrayBuffer(4))'
  open(
    `${counting}\nparentPort.on('message', () => { Atomics.wait(sleep, 0, 0, 150); parentPort.postMessage({ page: { status: ++count } }) })`,
    { timeoutMs: 1_000 },
  )

  const pages = await Promise.all(Array.from({ length: 10 }, () => render()))
  expect(pages.map((page) => page?.status)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

it('renders the pages of many large stores in one thread', async () => {
  renderer = createPageRenderer({ publicOrigin: 'https://go.example' })
  const lists = { categories: [], products: [], featuredLinks: [], socialLinks: [] }
  const text = JSON.stringify({ ...lists, handle: 'lamps', name: 'Lamps', hasStorePage: false, snippet: 'x'.repeat(8_000_000) })

  for (let store = 0; store < 20; store += 1) {
    const page = await renderer.render({ text, address: { kind: 'sitemap', handle: `store-${store}` }, at: 0 }, 'o')
    expect(page.status).toBe(200)
  }
})
