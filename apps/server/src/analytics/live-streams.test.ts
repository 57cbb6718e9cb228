import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveEvent } from '@linkshelf/contract'
import { afterEach, expect, it } from 'vitest'
import { refusalOf } from '../../test/builders.ts'
import { systemClock } from '../platform/clock.ts'
import type { LiveEvents } from './live-stream.ts'
import { type LiveStreams, type LiveStreamsOptions, makeLiveStreams } from './live-streams.ts'

const opened: LiveStreams[] = []
afterEach(() => {
  for (const streams of opened.splice(0)) streams.endAll()
})

function someStreams(options: Partial<LiveStreamsOptions> = {}): LiveStreams {
  const streams = makeLiveStreams({ clock: systemClock, leastGapMs: 5, mostGapMs: 60_000, ...options })
  opened.push(streams)
  return streams
}

const aPerson = () => ({ userId: randomUUID() })

/** What a stream says, as it says it. */
function listenTo(events: LiveEvents): { heard: LiveEvent[]; ended: Promise<void> } {
  const heard: LiveEvent[] = []
  const ended = (async () => {
    for await (const event of events) heard.push(event)
  })()
  return { heard, ended }
}

it('says something at once, and again for clicks of its project only', async () => {
  const streams = someStreams()
  const [mine, other] = [listenTo(streams.open('mine', aPerson())), listenTo(streams.open('other', aPerson()))]
  await expect.poll(() => [mine.heard.length, other.heard.length]).toEqual([1, 1])

  streams.tell(['mine', 'nobody watches this one'])
  await expect.poll(() => mine.heard.length).toBe(2)
  streams.tell(['mine'])

  await expect.poll(() => mine.heard.length).toBe(3)
  expect(other.heard).toHaveLength(1)
})

it('gathers what arrives between two events, and loses nothing of it', async () => {
  const streams = someStreams({ leastGapMs: 150 })
  const { heard } = listenTo(streams.open('mine', aPerson()))
  await expect.poll(() => heard.length).toBe(1)

  for (let times = 0; times < 20; times += 1) streams.tell(['mine'])
  expect(heard).toHaveLength(1)

  await expect.poll(() => heard.length).toBe(2)
  await sleep(400)
  expect(heard).toHaveLength(2)
})

it('repeats itself when nothing arrives', async () => {
  const streams = someStreams({ mostGapMs: 10 })
  const { heard } = listenTo(streams.open('mine', aPerson()))

  await expect.poll(() => heard.length).toBeGreaterThan(3)
  expect(new Set(heard.map((event) => event.arrived_at)).size).toBe(1)
})

it('tells everybody when news may have gone unheard', async () => {
  const streams = someStreams()
  const watched = ['one', 'two'].map((projectId) => listenTo(streams.open(projectId, aPerson())))
  await expect.poll(() => watched.map(({ heard }) => heard.length)).toEqual([1, 1])

  streams.tellAll()

  await expect.poll(() => watched.map(({ heard }) => heard.length)).toEqual([2, 2])
})

it('ends with the token, with the request, with its reader and with the process', async () => {
  const streams = someStreams()
  const request = new AbortController()
  const knownUntil = new Date(Date.now() + 30)
  const [byToken, byRequest, byReader, byProcess] = [
    streams.open('mine', { ...aPerson(), knownUntil }),
    streams.open('mine', aPerson(), request.signal),
    streams.open('mine', aPerson()),
    streams.open('mine', aPerson()),
  ]
  const listening = [byToken, byRequest, byReader, byProcess].map(listenTo)
  await expect.poll(() => listening.every(({ heard }) => heard.length === 1)).toBe(true)

  await listening[0]?.ended
  request.abort()
  await listening[1]?.ended
  await byReader.return?.()
  await listening[2]?.ended
  streams.endAll()
  await listening[3]?.ended
})

it('is over before it begins for who has left already', async () => {
  const { heard, ended } = listenTo(someStreams().open('mine', aPerson(), AbortSignal.abort()))
  await ended
  expect(heard).toEqual([])
})

it('is over before it begins once all have been ended', async () => {
  const streams = someStreams()
  streams.endAll()
  const { heard, ended } = listenTo(streams.open('mine', aPerson()))
  await ended
  expect(heard).toEqual([])
})

it("ends a person's oldest stream when they open one too many, and nobody else's", async () => {
  const streams = someStreams({ perPerson: 2 })
  const [mia, noah] = [aPerson(), aPerson()]
  const [first, second, third, noahs] = [mia, mia, mia, noah].map((person) => listenTo(streams.open('mine', person)))

  await first?.ended
  streams.tell(['mine'])

  await expect.poll(() => [second, third, noahs].map((stream) => stream?.heard.length)).toEqual([2, 2, 2])
})

it('refuses when all streams together are too many, until one ends', async () => {
  const streams = someStreams({ inAll: 2 })
  const [first] = [streams.open('mine', aPerson()), streams.open('other', aPerson())]
  const oneMore = async () => streams.open('mine', aPerson())

  expect(await refusalOf(oneMore())).toBe('TOO_MANY_REQUESTS')
  await first?.return?.()

  expect((await (await oneMore()).next()).done).toBe(false)
})
