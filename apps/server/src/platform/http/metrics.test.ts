import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildInfo } from '../build-info.ts'
import { closeServer, listen } from './listen.ts'
import { type Metrics, measureRequests, openMetrics } from './metrics.ts'

let metrics: Metrics
beforeEach(async () => {
  metrics = await openMetrics({ host: '127.0.0.1', port: 0 })
})
afterEach(() => metrics.close())

const scrape = async () => (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text()
const scrapeLines = async (name: string) => (await scrape()).split('\n').filter((line) => line.startsWith(name))

it('serves the current figures, with the default metrics of a process', async () => {
  let received = 3
  const byKind = { link: 7, miss: 1 }
  metrics.addCount({ name: 'received_total', help: 'Received', read: () => received })
  metrics.addGauge({ name: 'entries', help: 'Entries', label: 'kind', read: () => byKind })
  expect(await scrapeLines('received_total')).toEqual(['received_total 3'])
  received = 5
  byKind.miss = 0
  expect(await scrapeLines('received_total')).toEqual(['received_total 5'])
  expect(await scrapeLines('entries')).toEqual(['entries{kind="link"} 7', 'entries{kind="miss"} 0'])
  metrics.addCount({ name: 'reached', help: 'Reached', label: ['by', 'code'], read: () => [{ labels: { by: 'a', code: 'b' }, figure: 2 }] })
  expect(await scrapeLines('reached')).toEqual(['reached{by="a",code="b"} 2'])
  expect(await scrapeLines('process_resident_memory_bytes ')).toHaveLength(1)
})

it('omits a gauge whose reading is undefined or rejects', async () => {
  const readings = [Promise.resolve(3), Promise.resolve(undefined), Promise.reject(new Error('down')), Promise.resolve(4)]
  for (const reading of readings) reading.catch(() => undefined)
  metrics.addGauge({ name: 'delay', help: 'Delay', read: () => readings.shift() ?? Promise.resolve(undefined) })
  const scrapes: string[][] = []
  for (let times = 0; times < 4; times += 1) scrapes.push(await scrapeLines('delay'))
  expect(scrapes).toEqual([['delay 3'], [], [], ['delay 4']])
})

it('names the version and the commit of the process', async () => {
  const { version, commit } = buildInfo
  expect(await scrapeLines('linkshelf_build_info')).toEqual([`linkshelf_build_info{version="${version}",commit="${commit}"} 1`])
})

it('answers 404 at any other path', async () => {
  expect((await fetch(`http://127.0.0.1:${metrics.port}/`)).status).toBe(404)
})

it('counts the requests of one server by status and measures their duration, except for streams', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/stream') response.setHeader('content-type', 'text/event-stream')
    response.writeHead(request.url === '/missing' ? 404 : 200).end()
  })
  const port = await listen(server, '127.0.0.1', 0, 'PORT')
  const stop = measureRequests(metrics, port)
  for (const path of ['/', '/', '/missing', '/stream']) await (await fetch(`http://127.0.0.1:${port}${path}`)).text()

  const metric = 'linkshelf_api_requests_total'
  // The server reports the end of a response a moment after the client has received it.
  await expect.poll(() => scrapeLines(metric)).toEqual([`${metric}{status="200"} 3`, `${metric}{status="404"} 1`])
  expect(await scrapeLines('linkshelf_api_request_seconds_count')).toEqual(['linkshelf_api_request_seconds_count 3'])
  stop()
  await (await fetch(`http://127.0.0.1:${port}/`)).text()
  expect(await scrapeLines(metric)).toEqual([`${metric}{status="200"} 3`, `${metric}{status="404"} 1`])
  await closeServer(server)
})
