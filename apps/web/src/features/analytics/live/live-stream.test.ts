import type { LiveEvent } from '@linkshelf/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type LiveStream, openLiveStream } from './live-stream.ts'

/** The server's end of a connection. */
interface Connection {
  send: (arrivedAt: string | null) => void
  end: () => void
  cut: () => void
  isOpen: () => boolean
}

let connections: Connection[]
let refetches: number
let openings: number[]
let states: boolean[]
let hasFailed: boolean
let isServerUp: boolean
let stream: LiveStream | undefined

beforeEach(() => {
  vi.useFakeTimers()
  connections = []
  refetches = 0
  openings = []
  states = []
  hasFailed = false
  isServerUp = true
  setVisible(true)
})
afterEach(() => {
  stream?.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function setVisible(isVisible: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(!isVisible)
  document.dispatchEvent(new Event('visibilitychange'))
}

function openStream(): void {
  stream = openLiveStream({
    connect: async (signal) => {
      if (!isServerUp) throw new TypeError('Failed to fetch')
      return connect(signal)
    },
    onClicks: () => {
      refetches += 1
    },
    onOpen: (sinceMs) => openings.push(sinceMs),
    onLive: (isLive) => states.push(isLive),
    hasFailed: () => hasFailed,
  })
}

function connect(signal: AbortSignal): AsyncIterable<LiveEvent> {
  let isOpen = true
  const events = new ReadableStream<LiveEvent>({
    start(controller) {
      const endOnce = (last: () => void) => () => {
        if (isOpen) last()
        isOpen = false
      }
      const cut = endOnce(() => controller.error(new TypeError('network error')))
      signal.addEventListener('abort', cut)
      connections.push({
        send: (arrivedAt) => controller.enqueue({ arrived_at: arrivedAt }),
        end: endOnce(() => controller.close()),
        cut,
        isOpen: () => isOpen,
      })
    },
  })
  return events as ReadableStream<LiveEvent> & AsyncIterable<LiveEvent>
}

const countOpenConnections = (): number => connections.filter(({ isOpen }) => isOpen()).length
const advanceTime = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

it('refetches when clicks arrive, but neither when it opens nor on a keep-alive event', async () => {
  const openedAtMs = Date.now()
  openStream()
  await advanceTime(0)
  connections[0]?.send(null)
  await advanceTime(0)
  expect(openings).toEqual([openedAtMs - 5_000])

  connections[0]?.send(null)
  await advanceTime(20_000)
  expect([refetches, openings.length]).toEqual([0, 1])

  connections[0]?.send('a click')
  connections[0]?.send('a click')
  await advanceTime(0)
  expect([refetches, openings.length]).toEqual([1, 1])
  expect(states).toEqual([])
})

it('refetches for clicks that arrived shortly before it opened', async () => {
  openStream()
  await advanceTime(0)
  connections[0]?.send('a click')
  await advanceTime(0)

  expect([refetches, openings.length]).toEqual([1, 1])
})

it('refetches at intervals while it is broken, and is live again with the first event', async () => {
  openStream()
  await advanceTime(0)
  connections[0]?.send('opened')
  isServerUp = false
  connections[0]?.cut()
  await advanceTime(0)
  expect(states).toEqual([false])
  expect(refetches).toBe(2)

  await advanceTime(46_000)
  expect(refetches).toBe(5)

  isServerUp = true
  await advanceTime(30_000)
  connections[1]?.send('opened again')
  await advanceTime(0)
  expect(states).toEqual([false, true])
})

it('backs off exponentially', async () => {
  isServerUp = false
  const requests: number[] = []
  vi.spyOn(Math, 'random').mockReturnValue(1)
  stream = openLiveStream({
    connect: async () => {
      requests.push(performance.now())
      throw new TypeError('Failed to fetch')
    },
    onClicks: () => undefined,
    onOpen: () => undefined,
    onLive: () => undefined,
    hasFailed: () => false,
  })
  await advanceTime(119_000)

  expect(requests.slice(1).map((at, index) => Math.round((at - (requests[index] ?? 0)) / 1_000))).toEqual([2, 4, 8, 16, 30, 30])
})

it('stays live when the server closes it after its lifetime', async () => {
  openStream()
  await advanceTime(0)
  for (let times = 0; times < 30; times += 1) {
    connections[0]?.send('opened')
    await advanceTime(20_000)
  }
  connections[0]?.end()
  await advanceTime(1_000)

  expect(countOpenConnections()).toBe(1)
  expect(connections).toHaveLength(2)
  expect(states).toEqual([])
})

it('reconnects when no keep-alive event arrives in time', async () => {
  openStream()
  await advanceTime(0)
  connections[0]?.send('opened')
  await advanceTime(44_000)
  expect(countOpenConnections()).toBe(1)

  await advanceTime(1_500)
  expect(connections[0]?.isOpen()).toBe(false)
})

it('is not live when the first event is late', async () => {
  openStream()
  await advanceTime(2_900)
  expect(states).toEqual([])
  await advanceTime(200)
  expect(states).toEqual([false])
})

it('has no connection while the page is hidden, and refetches when it is visible again', async () => {
  openStream()
  await advanceTime(0)
  connections[0]?.send('opened')
  await advanceTime(0)
  setVisible(false)
  await advanceTime(4_900)
  expect(countOpenConnections()).toBe(1)

  await advanceTime(200)
  expect(countOpenConnections()).toBe(0)
  await advanceTime(600_000)
  expect(connections).toHaveLength(1)
  expect(refetches).toBe(1)

  setVisible(true)
  await advanceTime(0)
  connections[1]?.send('opened again')
  await advanceTime(0)
  expect(refetches).toBe(2)
  expect(states).toEqual([])
})

it('stays connected when the page is hidden briefly', async () => {
  openStream()
  await advanceTime(0)
  setVisible(false)
  await advanceTime(3_000)
  setVisible(true)
  await advanceTime(2_500)
  expect(connections).toHaveLength(1)
  expect(countOpenConnections()).toBe(1)
})

it('refetches at intervals after a failed fetch, even if the stream is live', async () => {
  openStream()
  await advanceTime(0)
  connections[0]?.send('opened')
  hasFailed = true
  await advanceTime(15_000)
  expect(refetches).toBe(2)
})

it('neither reconnects nor refetches after close', async () => {
  openStream()
  await advanceTime(0)
  connections[0]?.send('opened')
  await advanceTime(0)
  stream?.close()
  await advanceTime(600_000)
  expect([connections.length, countOpenConnections(), refetches]).toEqual([1, 0, 1])
})
