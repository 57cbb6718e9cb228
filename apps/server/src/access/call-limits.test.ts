import { randomUUID } from 'node:crypto'
import { organizationId, userId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { catchErrorCode } from '../../test/builders/builders.ts'
import { type CallLimits, createCallLimits, getCallerKey, type LimitedCall } from './call-limits.ts'
import type { ApiKeyActor, UserActor } from './context.ts'

const aUser = (): UserActor => ({ kind: 'user', userId: userId.parse(randomUUID()) })

/** Returns an API key of the user. It belongs to a new organization. */
function anApiKey({ userId: id }: UserActor): ApiKeyActor {
  const ids = { keyId: randomUUID() as never, userId: id, organizationId: organizationId.parse(randomUUID()) }
  return { kind: 'apiKey', ...ids, isReadOnly: false, ended: new AbortController().signal }
}

const aCall = (actor: UserActor | ApiKeyActor, call: Partial<LimitedCall> = {}): LimitedCall => ({
  key: getCallerKey(actor),
  meta: {},
  signal: undefined,
  isUpload: false,
  responseEnds: undefined,
  ...call,
})

/**
 * Starts calls that run until `end` is called. `started` lists the numbers of the calls that have started, in order.
 */
function startCalls(limits: CallLimits, call: LimitedCall, count: number) {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const started: number[] = []
  const calls = Array.from({ length: count }, (_, nth) =>
    limits.run(call, async () => {
      started.push(nth)
      await promise
    }),
  )
  for (const each of calls) each.catch(() => undefined)
  return { started, calls, end }
}

it('runs four calls of a user at once, lets 32 wait in order, and rejects the others', async () => {
  const limits = createCallLimits()
  const { started, calls, end } = startCalls(limits, aCall(aUser()), 40)

  expect(started).toEqual([0, 1, 2, 3])
  for (const over of calls.slice(36)) expect(await catchErrorCode(over)).toBe('TOO_MANY_REQUESTS')
  end()
  await Promise.all(calls.slice(0, 36))
  expect(started).toEqual(Array.from({ length: 36 }, (_, nth) => nth))
})

it('runs the call of another user while calls of the first user wait', async () => {
  const limits = createCallLimits()
  const { started, calls, end } = startCalls(limits, aCall(aUser()), 36)

  expect(await limits.run(aCall(aUser()), () => 'answered')).toBe('answered')

  expect(started).toHaveLength(4)
  end()
  await Promise.all(calls)
})

it("counts calls with a user's API keys in all organizations together with the user's own calls", async () => {
  const limits = createCallLimits()
  const mia = aUser()
  const all = [mia, anApiKey(mia), anApiKey(mia), anApiKey(aUser())].map((actor) => startCalls(limits, aCall(actor), 2))

  expect(all.map(({ started }) => started.length)).toEqual([2, 2, 0, 2])
  for (const each of all) each.end()
  await Promise.all(all.flatMap(({ calls }) => calls))
})

it('does not count uploads and streams, and never makes them wait', async () => {
  const limits = createCallLimits()
  const actor = aUser()
  const busy = startCalls(limits, aCall(actor), 36)
  const [uploads, streams] = [
    startCalls(limits, aCall(actor, { isUpload: true }), 5),
    startCalls(limits, aCall(actor, { meta: { concurrency: 'streams' } }), 5),
  ]

  expect([uploads.started.length, streams.started.length]).toEqual([5, 5])
  for (const each of [busy, uploads, streams]) each.end()
  await Promise.all([busy, uploads, streams].flatMap(({ calls }) => calls))
})

it('occupies a download slot until the response ends, without using a slot of other calls', async () => {
  const limits = createCallLimits()
  const actor = aUser()
  const { promise: responseEnds, resolve: endResponses } = Promise.withResolvers<void>()
  const download = aCall(actor, { meta: { concurrency: 'downloads' }, responseEnds })
  const downloads = startCalls(limits, download, 3)
  downloads.end()

  await Promise.all(downloads.calls.slice(0, 2))
  expect(downloads.started).toEqual([0, 1])
  expect(await limits.run(aCall(actor), () => 'answered')).toBe('answered')

  endResponses()
  await downloads.calls[2]
  expect(downloads.started).toEqual([0, 1, 2])
})

it('frees the slot if a download fails, and the place in the queue if a waiting call is aborted', async () => {
  const limits = createCallLimits()
  const actor = aUser()
  const { promise: responseEnds } = Promise.withResolvers<void>()
  const download = aCall(actor, { meta: { concurrency: 'downloads' }, responseEnds })
  for (let times = 0; times < 5; times += 1)
    await expect(limits.run(download, () => Promise.reject(new Error('no rows')))).rejects.toThrow('no rows')

  const busy = startCalls(limits, aCall(actor), 35)
  const aborting = new AbortController()
  const waiting = limits.run(aCall(actor, { signal: aborting.signal }), async () => 'answered')
  expect(await catchErrorCode(limits.run(aCall(actor), () => undefined))).toBe('TOO_MANY_REQUESTS')
  aborting.abort()
  expect(await catchErrorCode(waiting)).toBe('TOO_MANY_REQUESTS')
  const next = limits.run(aCall(actor), () => 'answered')
  busy.end()
  expect(await next).toBe('answered')
  await Promise.all(busy.calls)
})
