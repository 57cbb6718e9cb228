import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveEvent } from '@linkshelf/contract'
import { afterEach, expect, it } from 'vitest'
import { catchErrorCode } from '../../../test/builders/builders.ts'
import { systemClock } from '../../platform/clock.ts'
import type { LiveEvents } from './live-stream.ts'
import { createLiveStreams, type LiveStreams, type LiveStreamsOptions } from './live-streams.ts'

const opened: LiveStreams[] = []
afterEach(() => {
  for (const streams of opened.splice(0)) streams.endAll()
})

function someStreams(options: Partial<LiveStreamsOptions> = {}): LiveStreams {
  const streams = createLiveStreams({ clock: systemClock, minIntervalMs: 5, maxIntervalMs: 60_000, ...options })
  opened.push(streams)
  return streams
}

const aUser = () => ({ userId: randomUUID() })

/** Collects the events of a stream until it ends. */
function collect(events: LiveEvents): { received: LiveEvent[]; ended: Promise<void> } {
  const received: LiveEvent[] = []
  const ended = (async () => {
    for await (const event of events) received.push(event)
  })()
  return { received, ended }
}

it('sends an event immediately, and another event only for clicks of its own project', async () => {
  const streams = someStreams()
  const [mine, other] = [collect(streams.open('mine', aUser())), collect(streams.open('other', aUser()))]
  await expect.poll(() => [mine.received.length, other.received.length]).toEqual([1, 1])

  streams.publish(['mine', 'a project without a stream'])
  await expect.poll(() => mine.received.length).toBe(2)
  streams.publish(['mine'])

  await expect.poll(() => mine.received.length).toBe(3)
  expect(other.received).toHaveLength(1)
})

it('says in the first event when clicks of its own project arrived within the last ten seconds', async () => {
  let now = new Date('2026-03-20T12:00:00Z')
  const streams = someStreams({ clock: { now: () => now } })
  const readFirstEvent = async (projectId: string) => (await streams.open(projectId, aUser()).next()).value
  streams.publish(['mine'])

  now = new Date('2026-03-20T12:00:10Z')
  expect([await readFirstEvent('mine'), await readFirstEvent('other')]).toEqual([
    { arrived_at: '2026-03-20T12:00:00.000Z' },
    { arrived_at: null },
  ])
  now = new Date('2026-03-20T12:00:10.001Z')
  expect(await readFirstEvent('mine')).toEqual({ arrived_at: null })
  streams.publishToAll()
  expect(await readFirstEvent('other')).toEqual({ arrived_at: '2026-03-20T12:00:10.001Z' })
})

it('combines clicks that arrive within the minimum interval into one event', async () => {
  const streams = someStreams({ minIntervalMs: 150 })
  const { received } = collect(streams.open('mine', aUser()))
  await expect.poll(() => received.length).toBe(1)

  for (let times = 0; times < 20; times += 1) streams.publish(['mine'])
  expect(received).toHaveLength(1)

  await expect.poll(() => received.length).toBe(2)
  await sleep(400)
  expect(received).toHaveLength(2)
})

it('repeats the last event when no clicks arrive', async () => {
  const streams = someStreams({ maxIntervalMs: 10 })
  const { received } = collect(streams.open('mine', aUser()))

  await expect.poll(() => received.length).toBeGreaterThan(3)
  expect(new Set(received.map((event) => event.arrived_at)).size).toBe(1)
})

it('sends an event on every stream when notifications may have been lost', async () => {
  const streams = someStreams()
  const collectedStreams = ['one', 'two'].map((projectId) => collect(streams.open(projectId, aUser())))
  await expect.poll(() => collectedStreams.map(({ received }) => received.length)).toEqual([1, 1])

  streams.publishToAll()

  await expect.poll(() => collectedStreams.map(({ received }) => received.length)).toEqual([2, 2])
})

it('ends when the token, the request, its reader or the process ends', async () => {
  const streams = someStreams()
  const request = new AbortController()
  const expiresAt = new Date(Date.now() + 30)
  const [byToken, byRequest, byReader, byProcess] = [
    streams.open('mine', { ...aUser(), expiresAt }),
    streams.open('mine', aUser(), request.signal),
    streams.open('mine', aUser()),
    streams.open('mine', aUser()),
  ]
  const listening = [byToken, byRequest, byReader, byProcess].map(collect)
  await expect.poll(() => listening.every(({ received }) => received.length === 1)).toBe(true)

  await listening[0]?.ended
  request.abort()
  await listening[1]?.ended
  await byReader.return?.()
  await listening[2]?.ended
  streams.endAll()
  await listening[3]?.ended
})

it('ends immediately if the request is already aborted', async () => {
  const { received, ended } = collect(someStreams().open('mine', aUser(), AbortSignal.abort()))
  await ended
  expect(received).toEqual([])
})

it('ends immediately if all streams were ended', async () => {
  const streams = someStreams()
  streams.endAll()
  const { received, ended } = collect(streams.open('mine', aUser()))
  await ended
  expect(received).toEqual([])
})

it("ends only a user's oldest stream if the user opens too many", async () => {
  const streams = someStreams({ maxPerUser: 2 })
  const [mia, noah] = [aUser(), aUser()]
  const [first, second, third, noahs] = [mia, mia, mia, noah].map((user) => collect(streams.open('mine', user)))

  await first?.ended
  streams.publish(['mine'])

  await expect.poll(() => [second, third, noahs].map((stream) => stream?.received.length)).toEqual([2, 2, 2])
})

it('throws TOO_MANY_REQUESTS at the total limit, until a stream ends', async () => {
  const streams = someStreams({ maxTotal: 2 })
  const [first] = [streams.open('mine', aUser()), streams.open('other', aUser())]
  const openOneMore = async () => streams.open('mine', aUser())

  expect(await catchErrorCode(openOneMore())).toBe('TOO_MANY_REQUESTS')
  await first?.return?.()

  expect((await (await openOneMore()).next()).done).toBe(false)
})
