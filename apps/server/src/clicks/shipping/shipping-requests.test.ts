import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aProject } from '../../../test/builders/builders.ts'
import { aClick } from '../../../test/builders/click-builder.ts'
import { createApiCaller } from '../../../test/call-api.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { openLiveClicks } from '../../analytics/index.ts'
import { createCallHandler } from '../../api/api-calls.ts'
import { openRecordEnricher } from '../enrichment/record-enricher.ts'
import { type Journal, openJournal } from '../journal/journal.ts'
import { openShipper, type Shipper } from './shipper.ts'
import { openShippingRequests, openShippingRequestsSubscription, type ShippingRequests } from './shipping-requests.ts'

let deps: TestDeps
/** The clock stands still, so that the tests do not depend on the machine's speed. */
let passedMs: number
const startedAtMs = Date.now()
const clock = { now: () => new Date(startedAtMs + passedMs) }
const cleanUp: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  passedMs = 0
  deps = await openTestDeps({ clicks: true, clock })
})
afterEach(async () => {
  for (const close of cleanUp.splice(0).reverse()) await close()
  await deps[Symbol.asyncDispose]()
})

interface Node {
  journal: Journal
  shipper: Shipper
  areNumbersRead(): boolean
}

/** A machine with a journal and its shipper, which gathers clicks for an hour while nobody views click counts. */
async function aNode(): Promise<Node> {
  const journalsFolder = await mkdtemp(join(tmpdir(), 'requested-'))
  const journal = await openJournal({ ...deps, journalsFolder, durability: 'process', reserveBytes: 0, onFatal: () => undefined })
  const enricher = await openRecordEnricher(deps)
  const requests = openShippingRequestsSubscription({ ...deps, db: deps.shipDb, onRequest: () => shipper.shipNow() })
  const shipper = openShipper({
    ...deps,
    db: deps.shipDb,
    journalsFolder,
    enricher,
    pollMs: 10,
    gatherMs: 10,
    unreadGatherMs: 3_600_000,
    areNumbersRead: requests.areNumbersRead,
  })
  cleanUp.push(async () => {
    await Promise.all([shipper.close(), requests.close()])
    enricher.close()
    await journal.close()
    await rm(journalsFolder, { recursive: true })
  })
  await expect.poll(requests.isListening).toBe(true)
  return { journal, shipper, areNumbersRead: requests.areNumbersRead }
}

/** By default, a call waits for the shippers of a slow machine too. */
async function someRequests(patienceMs = 60_000): Promise<ShippingRequests> {
  const requests = openShippingRequests({ ...deps, patienceMs })
  cleanUp.push(requests.close)
  await expect.poll(requests.isListening).toBe(true)
  return requests
}

const append = ({ journal }: Node, projectId: string) =>
  new Promise<void>((resolve) => journal.append(aClick({ projectId, at: clock.now().getTime() }), resolve))

it('counts every click that the shippers of all machines have gathered in the first call after a quiet minute', async () => {
  const mia = await aProject(deps)
  const nodes = [await aNode(), await aNode()]
  const call = createApiCaller(deps, createCallHandler(deps, { shippingRequests: await someRequests() }))
  const path = `/v1/${mia.organization.id}/projects/${mia.project.id}/analytics/dashboard`
  passedMs = 76_000
  for (const node of nodes) await append(node, mia.project.id)
  await expect.poll(() => nodes.map(({ shipper }) => shipper.state().shipped)).toEqual([1, 1])
  // From now on, the shippers gather clicks.
  for (const node of nodes) await append(node, mia.project.id)

  const response = await call(mia, { method: 'GET', path })

  expect(await response.json()).toMatchObject({ totalClicks: 4 })
})

it('gathers for the shorter time until a minute after the last call or event of a stream', async () => {
  const mia = await aProject(deps)
  const node = await aNode()
  const shippingRequests = await someRequests()
  const live = openLiveClicks({ ...deps, onEvent: () => void shippingRequests.announceRead() })
  cleanUp.push(live.close)
  const call = createApiCaller(deps, createCallHandler(deps, { shippingRequests, live: live.streams }))
  const analytics = `/v1/${mia.organization.id}/projects/${mia.project.id}/analytics`
  passedMs += 76_000
  expect(node.areNumbersRead()).toBe(false)

  await call(mia, { method: 'GET', path: `${analytics}/urls/${mia.project.id}` })
  expect(node.areNumbersRead()).toBe(true)
  passedMs += 14_000
  await call(mia, { method: 'GET', path: `${analytics}/dashboard` })
  passedMs += 60_000
  expect(node.areNumbersRead()).toBe(true)
  passedMs += 2_000
  expect(node.areNumbersRead()).toBe(false)

  const stream = await call(mia, { method: 'GET', path: `${analytics}/live` })
  await stream.body?.getReader().read()
  await expect.poll(node.areNumbersRead).toBe(true)
})

it('answers a call although a shipper can not ship', async () => {
  const requests = await someRequests(10)
  const subscription = openShippingRequestsSubscription({ ...deps, db: deps.shipDb, onRequest: () => new Promise(() => undefined) })
  cleanUp.push(subscription.close)
  await expect.poll(subscription.isListening).toBe(true)

  await requests.announceRead()
  expect(await requests.shipNow()).toBe(false)
})

it('ships at most twice a second for any number of calls, and reports whether the shippers answered', async () => {
  const requests = await someRequests()
  expect(await requests.shipNow()).toBe(false)
  let count = 0
  const onRequest = async () => {
    count += 1
  }
  const subscription = openShippingRequestsSubscription({ ...deps, db: deps.shipDb, onRequest })
  cleanUp.push(subscription.close)
  await expect.poll(subscription.isListening).toBe(true)
  const shipForAll = () => Promise.all(Array.from({ length: 5 }, () => requests.shipNow()))

  const startedAt = performance.now()
  expect(await shipForAll()).toEqual(Array(5).fill(true))
  expect(count).toBe(1)
  await shipForAll()
  expect(count).toBe(2)
  expect(performance.now() - startedAt).toBeGreaterThan(490)
})

it('gathers for the shorter time while requests can not be received', async () => {
  const { port } = new URL(deps.listenerUrl)
  const listenerUrl = `postgres://nobody@127.0.0.1:${port}/nowhere`
  const subscription = openShippingRequestsSubscription({ ...deps, listenerUrl, db: deps.shipDb, onRequest: async () => undefined })
  cleanUp.push(subscription.close)

  expect(subscription.areNumbersRead()).toBe(true)
})
