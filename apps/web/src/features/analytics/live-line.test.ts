import type { LiveEvent } from '@linkshelf/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type LiveLine, openLiveLine } from './live-line.ts'

/** A connection as the server sees it. */
interface Connection {
  say: (arrivedAt: string) => void
  end: () => void
  cut: () => void
  isOpen: () => boolean
}

let connections: Connection[]
let news: number
let states: boolean[]
let hasFailed: boolean
let isServerUp: boolean
let line: LiveLine | undefined

beforeEach(() => {
  vi.useFakeTimers()
  connections = []
  news = 0
  states = []
  hasFailed = false
  isServerUp = true
  show(true)
})
afterEach(() => {
  line?.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function show(isVisible: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(!isVisible)
  document.dispatchEvent(new Event('visibilitychange'))
}

function open(): void {
  line = openLiveLine({
    connect: async (signal) => {
      if (!isServerUp) throw new TypeError('Failed to fetch')
      return connect(signal)
    },
    onNews: () => {
      news += 1
    },
    onLive: (isLive) => states.push(isLive),
    hasFailed: () => hasFailed,
  })
}

function connect(signal: AbortSignal): AsyncIterable<LiveEvent> {
  let isOpen = true
  const events = new ReadableStream<LiveEvent>({
    start(stream) {
      const over = (last: () => void) => () => {
        if (isOpen) last()
        isOpen = false
      }
      const cut = over(() => stream.error(new TypeError('network error')))
      signal.addEventListener('abort', cut)
      connections.push({
        say: (arrivedAt) => stream.enqueue({ arrived_at: arrivedAt }),
        end: over(() => stream.close()),
        cut,
        isOpen: () => isOpen,
      })
    },
  })
  return events as ReadableStream<LiveEvent> & AsyncIterable<LiveEvent>
}

const openConnections = (): number => connections.filter(({ isOpen }) => isOpen()).length
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

it('is news when it opens and whenever clicks arrive, but not when it only says that it lives', async () => {
  open()
  await pass(0)
  connections[0]?.say('opened')
  await pass(0)
  expect(news).toBe(1)

  connections[0]?.say('opened')
  await pass(20_000)
  expect(news).toBe(1)

  connections[0]?.say('a click')
  await pass(0)
  expect(news).toBe(2)
  expect(states).toEqual([])
})

it('looks every now and then while it is broken, and is live again with the first word', async () => {
  open()
  await pass(0)
  connections[0]?.say('opened')
  isServerUp = false
  connections[0]?.cut()
  await pass(0)
  expect(states).toEqual([false])
  expect(news).toBe(2)

  await pass(46_000)
  expect(news).toBe(5)

  isServerUp = true
  await pass(30_000)
  connections[1]?.say('opened again')
  await pass(0)
  expect(states).toEqual([false, true])
})

it('waits longer from failure to failure', async () => {
  isServerUp = false
  const asked: number[] = []
  vi.spyOn(Math, 'random').mockReturnValue(1)
  line = openLiveLine({
    connect: async () => {
      asked.push(performance.now())
      throw new TypeError('Failed to fetch')
    },
    onNews: () => undefined,
    onLive: () => undefined,
    hasFailed: () => false,
  })
  await pass(119_000)

  expect(asked.slice(1).map((at, index) => Math.round((at - (asked[index] ?? 0)) / 1_000))).toEqual([2, 4, 8, 16, 30, 30])
})

it('does not call itself broken when the server ends it after its time', async () => {
  open()
  await pass(0)
  for (let times = 0; times < 30; times += 1) {
    connections[0]?.say('opened')
    await pass(20_000)
  }
  connections[0]?.end()
  await pass(1_000)

  expect(openConnections()).toBe(1)
  expect(connections).toHaveLength(2)
  expect(states).toEqual([])
})

it('is broken when nothing is heard of the server for longer than it would be silent', async () => {
  open()
  await pass(0)
  connections[0]?.say('opened')
  await pass(44_000)
  expect(openConnections()).toBe(1)

  await pass(1_500)
  expect(connections[0]?.isOpen()).toBe(false)
})

it('does not claim to be live when the first word takes long', async () => {
  open()
  await pass(2_900)
  expect(states).toEqual([])
  await pass(200)
  expect(states).toEqual([false])
})

it('holds no connection while the page is hidden, and comes back with news', async () => {
  open()
  await pass(0)
  connections[0]?.say('opened')
  await pass(0)
  show(false)
  await pass(4_900)
  expect(openConnections()).toBe(1)

  await pass(200)
  expect(openConnections()).toBe(0)
  await pass(600_000)
  expect(connections).toHaveLength(1)
  expect(news).toBe(1)

  show(true)
  await pass(0)
  connections[1]?.say('opened again')
  await pass(0)
  expect(news).toBe(2)
  expect(states).toEqual([])
})

it('keeps its connection through a short look elsewhere', async () => {
  open()
  await pass(0)
  show(false)
  await pass(3_000)
  show(true)
  await pass(2_500)
  expect(connections).toHaveLength(1)
  expect(openConnections()).toBe(1)
})

it('looks again when the numbers could not be fetched, though the line lives', async () => {
  open()
  await pass(0)
  connections[0]?.say('opened')
  hasFailed = true
  await pass(15_000)
  expect(news).toBe(2)
})

it('is silent once it is closed', async () => {
  open()
  await pass(0)
  connections[0]?.say('opened')
  await pass(0)
  line?.close()
  await pass(600_000)
  expect([connections.length, openConnections(), news]).toEqual([1, 0, 1])
})
