import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readMetric } from '../apps/server/test/read-metric.ts'
import { followMany, type LoadOutcome } from '../harness/click-load.ts'
import { findFreePortRange } from '../harness/free-port-range.ts'
import { anOwnedLinkOn } from '../harness/owned-link.ts'
import { type Instance, isAlive, openFreshSettings, runLinkshelf, runUntilExit } from '../harness/run-linkshelf.ts'
import { expectStored } from '../harness/stored-clicks.ts'

// This instance has two edges, which share one port.
let instance: Instance
let metricsPorts: { edge: number; 'edge-2': number }

beforeAll(async () => {
  const first = await findFreePortRange(5)
  metricsPorts = { edge: first + 1, 'edge-2': first + 3 }
  instance = await runLinkshelf({ EDGES: '2', METRICS_PORT: String(first) })
})
afterAll(() => instance[Symbol.asyncDispose]())

/** Returns the number of clicks that each edge recorded since its start. */
function countClicksOfEdges(): Promise<number[]> {
  return Promise.all(Object.values(metricsPorts).map((port) => readMetric(port, 'linkshelf_clicks_total{outcome="kept"}')))
}

/**
 * Requests the link over 32 new connections, which the kernel distributes over both edges. Returns the distinct
 * locations, or the status if a response has no location. If the edges agree, the result has one entry.
 */
async function listRedirects(url: string): Promise<unknown[]> {
  const redirects = Array.from({ length: 32 }, () => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const sent = request(url, { agent: false }, (response) => {
      response.resume()
      resolve(response.headers.location ?? response.statusCode)
    })
    sent.once('error', reject).end()
    return promise
  })
  return [...new Set(await Promise.all(redirects))]
}

/**
 * Follows the link over 32 kept-alive connections without a pause. Calls `interrupt` after 1,500 redirects, and ends
 * when `interrupt` has resolved.
 */
async function followThrough(url: string, interrupt: () => Promise<unknown>): Promise<LoadOutcome> {
  const ending = new AbortController()
  const started = Promise.withResolvers<void>()
  const onProgress = (acknowledged: number) => acknowledged === 1_500 && started.resolve()
  const outcome = followMany({ url, connections: 32, signal: ending.signal, onProgress })
  await started.promise
  await interrupt().finally(() => ending.abort())
  return outcome
}

/** Resolves when this edge listens and runs in another process than `before`. */
async function waitUntilReplaced(edge: keyof typeof metricsPorts, before: number | undefined): Promise<void> {
  while ((await instance.processes())[edge] === before) await sleep(20)
  while ((await readMetric(metricsPorts[edge], 'linkshelf_journal_disk_full').catch(() => undefined)) === undefined) await sleep(20)
}

it('rejects the start of another instance on the port that the edges share', async () => {
  await using other = await openFreshSettings()
  const { LINKS_PORT = '' } = instance.environment

  expect(await runUntilExit({ ...other.environment, LINKS_PORT, EDGES: '2' })).toEqual({
    code: 1,
    output: `Port ${LINKS_PORT} is taken by another program. Stop it, or choose another port with LINKS_PORT.\n`,
  })
})

it('redirects to the new destination on both edges a second after a link was changed', async () => {
  const { api, params } = await anOwnedLinkOn(instance)
  const link = await api.links.create({ params, body: { target: 'https://shop.example/lamp' } })
  // On a busy machine, an edge can respond with 503, so the test polls.
  await expect.poll(() => listRedirects(link.url)).toEqual(['https://shop.example/lamp'])
  const before = await countClicksOfEdges()
  expect(Math.min(...before)).toBeGreaterThan(0)

  await api.links.update({ params: { ...params, urlId: link.url_id }, body: { target: 'https://shop.example/chair' } })
  await sleep(1_000)

  expect(await listRedirects(link.url)).toEqual(['https://shop.example/chair'])
  const after = await countClicksOfEdges()
  expect(after.every((clicks, nth) => clicks > (before[nth] ?? 0))).toBe(true)
})

it('counts every acknowledged click once when one of two edges is killed, and continues to redirect', async () => {
  const link = await anOwnedLinkOn(instance)

  const outcome = await followThrough(link.url, async () => {
    const killed = (await instance.processes())['edge-2']
    process.kill(killed ?? 0, 'SIGKILL')
    while (isAlive(killed ?? 0)) await sleep(5)
    expect(await listRedirects(link.url)).toEqual(['https://shop.example/lamp'])
    await waitUntilReplaced('edge-2', killed)
  })

  expect(outcome.others).toEqual({})
  await expectStored(instance, link, outcome.acknowledged)
})

it('redirects without interruption while both edges restart one after the other', async () => {
  const link = await anOwnedLinkOn(instance)

  const outcome = await followThrough(link.url, async () => {
    const { edge, 'edge-2': second, supervisor } = await instance.processes()
    process.kill(supervisor ?? 0, 'SIGHUP')
    await Promise.all([waitUntilReplaced('edge', edge), waitUntilReplaced('edge-2', second)])
  })

  expect(outcome).toMatchObject({ broken: 0, torn: 0, others: {} })
  expect(await expectStored(instance, link, outcome.acknowledged)).toEqual([])
})

it('answers every accepted request before both edges stop, and counts their clicks after a start with one edge', async () => {
  const link = await anOwnedLinkOn(instance)

  const outcome = await followThrough(link.url, async () => expect(await instance.stop()).toBe(0))
  instance.environment.EDGES = '1'
  await instance.start()

  expect(outcome).toMatchObject({ torn: 0, others: {} })
  expect(await expectStored(instance, link, outcome.acknowledged)).toEqual([])
  expect(Object.keys(await instance.processes())).not.toContain('edge-2')
})
