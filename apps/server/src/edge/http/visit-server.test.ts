import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { aHeaderLine, anAddress, aPath, aRequest, mostly } from '../../../test/builders/arbitrary-requests.ts'
import { isPageView } from '../../clicks/journal/records/visit-records.ts'
import type { ClickRecord } from '../../clicks/visitors.ts'
import type { FoundLink } from '../../links/visitors.ts'
import { systemClock } from '../../platform/clock.ts'
import { createTrustedProxyList } from '../../platform/http/client-address.ts'
import { createConnectionLimit } from '../../platform/http/connection-limit.ts'
import { closeServer, listen } from '../../platform/http/listen.ts'
import { answerUnreadableRequests, requireHost } from '../../platform/http/unreadable-requests.ts'
import { systemIds } from '../../platform/ids.ts'
import { silentLog } from '../../platform/process/log.ts'
import { createServedDomains } from '../domains/served-domains.ts'
import { createLinkCache } from '../link-cache/link-cache.ts'
import { createLinkPages } from '../link-pages.ts'
import { createNotFoundLimit } from '../not-found-limit.ts'
import { NOT_FOUND, STORE_NOT_FOUND } from '../outcome.ts'
import { createPolicyHeaders } from '../responses.ts'
import { createVisitResolver } from '../visit/resolve-visit.ts'
import { createRecordIds, createVisitServing, type ServeVisit, type VisitServing } from '../visit/serve-visit.ts'
import { createDomainVisits } from '../visit/visit-domain.ts'
import { createResponseWriters, type ResponseWriters } from './response-writers.ts'
import { VisitServer } from './visit-server.ts'

const keepAliveTimeout = 65_000
const timeouts = { headersTimeout: 10_000, requestTimeout: 15_000, keepAliveTimeout, connectionsCheckingInterval: 5_000 }
const options = { ...timeouts, maxHeaderSize: 16_384, optimizeEmptyRequests: true }
const serving = { policyHeaders: () => createPolicyHeaders('https://go.example'), connectionLimit: { admit: () => true } }

function aLink(destination: string): FoundLink {
  return { kind: 'link', link: { linkId: 'l', projectId: 'p', organizationId: 'o', revision: 1, destination, rules: [] } }
}
const storedLinks = new Map<string, FoundLink>([
  ['lamp', aLink('https://shop.example/lamp?tag=mia-20')],
  ['long', aLink(`https://shop.example/${'a'.repeat(2_000)}`)],
  ['nowhere', { kind: 'invalid' }],
  ['removed', { kind: 'gone' }],
  ['later', aLink('https://shop.example/later')],
])

interface RunningServer {
  port: number
  server: Server
  clicks: ClickRecord[]
  /** Returns how many requests the fast path answered. */
  fastPathCount(): number
}

/** Every database query waits for this promise. */
let database = Promise.resolve()

const running: Server[] = []
afterEach(async () => {
  database = Promise.resolve()
  for (const server of running.splice(0)) await closeServer(server, 20)
})

type Append = VisitServing['journal']['append']

const soon: Append = (_click, answer) => void setImmediate(answer)

/** Starts a visit server with a fake database and a fake disk. All links except `later` are cached. */
async function start(
  createTestServer: (serveVisit: ServeVisit, writers: ResponseWriters) => Server,
  append: Append = soon,
  log = silentLog,
): Promise<RunningServer> {
  const linkCache = createLinkCache({
    async findLinks(slugs) {
      await database
      return new Map(slugs.flatMap(findStored))
    },
  })
  for (const slug of ['lamp', 'long', 'nowhere', 'removed']) await linkCache.load(slug)
  const clicks: ClickRecord[] = []
  const trustedProxies = createTrustedProxyList(['127.0.0.1'])
  const countries = { find: () => '', close: () => undefined }
  const { serveVisit } = createVisitServing({
    resolveVisit: createVisitResolver({
      visitStore: async () => STORE_NOT_FOUND,
      domainVisits: createDomainVisits({ publicOrigin: 'https://go.example', findFiles: async () => undefined, timeoutMs: 60_000 }),
      isPageShown: () => false,
      visitMedia: async () => NOT_FOUND,
      linkPages: createLinkPages('https://go.example'),
      findTitle: async () => undefined,
      servedDomains: createServedDomains({ publicOrigin: 'https://go.example', publicHosts: [] }),
      linkCache,
      notFoundLimit: createNotFoundLimit(1e9),
      countries,
      trustedProxies,
      clock: systemClock,
    }),
    clock: systemClock,
    recordIdAt: createRecordIds(systemIds),
    trustedProxies,
    journal: {
      append(record, answer) {
        if (isPageView(record)) throw new Error('No store is visited')
        clicks.push(record)
        append(record, answer)
      },
    },
    log,
  })
  const writers = createResponseWriters({
    publicOrigin: 'https://go.example',
    keepAliveMs: keepAliveTimeout,
    health: () => ({ status: 'ok' }),
  })
  let fastPathCount = 0
  const toText: ResponseWriters['toText'] = (outcome, at, visit) => {
    fastPathCount += 1
    return writers.toText(outcome, at, visit)
  }
  const server = createTestServer(serveVisit, { ...writers, toText })
  server.maxHeadersCount = 100
  running.push(server)
  return { port: await listen(server, '127.0.0.1', 0, 'PORT'), server, clicks, fastPathCount: () => fastPathCount }
}

function findStored(slug: string): [string, FoundLink][] {
  const found = storedLinks.get(slug)
  return found === undefined ? [] : [[slug, found]]
}

const startWithFastPath = (append?: Append, more = {}) =>
  start(
    (serveVisit, writers) =>
      new VisitServer({ ...options, hasFastPath: true, ...more }, { ...serving, serveVisit, writers, log: silentLog }),
    append,
  )

/** Starts a server of `node:http` without a fast path, with the same visit handler. */
const startNodeOnly = (append?: Append) =>
  start((serveVisit, { writeToNode }) => {
    const listener: RequestListener = (request, response) => serveVisit(request, (outcome) => writeToNode(request, response, outcome))
    const server = createServer({ ...options, requireHostHeader: false }, requireHost(listener, serving.policyHeaders))
    answerUnreadableRequests(server, serving.policyHeaders)
    return Object.assign(server, { httpAllowHalfOpen: true })
  }, append)

const formatRequest = (path: string, ...lines: string[]) => [`GET ${path} HTTP/1.1`, 'Host: go.example', ...lines, '', ''].join('\r\n')

/**
 * Sends the chunks with a pause after each, then ends its side of the connection. Returns what was received until the
 * connection closed.
 */
async function exchange(port: number, chunks: readonly (string | Buffer)[]): Promise<string> {
  const { socket, received } = aClient(port)
  for (const chunk of chunks) {
    socket.write(chunk, 'latin1')
    await waitAMoment()
  }
  socket.end()
  if (!socket.closed) await once(socket, 'close')
  return received()
}

function aClient(port: number): { socket: Socket; received(): string } {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk
  })
  socket.on('error', () => undefined)
  return { socket, received: () => text }
}

async function waitAMoment(): Promise<void> {
  for (let turns = 0; turns < 4; turns += 1) await turn()
}

const removeDates = (answers: string) => answers.replaceAll(/Date: [^\r]*\r\n/g, '')
const readStatuses = (answers: string) => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => Number(match[1]))
const removeIds = (clicks: ClickRecord[]) => clicks.map(({ id: _id, at: _at, ...received }) => received)

it('answers a request on the fast path with the bytes that node:http sends, and records its click', async () => {
  const [fast, node] = [await startWithFastPath(), await startNodeOnly()]
  const visit = formatRequest(
    '/lamp?utm_source=mail',
    'User-Agent: A browser',
    'Referer: https://blog.example/',
    'X-Forwarded-For: 192.0.2.7',
  )
  expect(removeDates(await exchange(fast.port, [visit]))).toBe(removeDates(await exchange(node.port, [visit])))
  expect(removeIds(fast.clicks)).toEqual(removeIds(node.clicks))
  expect(fast.clicks).toMatchObject([{ address: '192.0.2.7', userAgent: 'A browser', query: 'utm_source=mail' }])
  expect(fast.fastPathCount()).toBe(1)
})

it.each(['/missing', '/removed', '/nowhere', '/', '/healthz', '/later', '/%6camp', '/lamp/', '/lamp#top', '/lamp?a#b'])(
  'answers %s with the bytes that node:http sends',
  async (path) => {
    const [fast, node] = [await startWithFastPath(), await startNodeOnly()]
    expect(removeDates(await exchange(fast.port, [formatRequest(path)]))).toBe(
      removeDates(await exchange(node.port, [formatRequest(path)])),
    )
    expect(removeIds(fast.clicks)).toEqual(removeIds(node.clicks))
  },
)

it('answers every kind of request, and several requests in one chunk, like node:http, and records the same clicks', async () => {
  const [fast, node] = [await startWithFastPath(), await startNodeOnly()]
  await fc.assert(
    fc.asyncProperty(aRequest, mostly(0, 1, 2), aRequest, async (first, more, further) => {
      const bytes = [first + further.repeat(more)]
      expect(removeDates(await exchange(fast.port, bytes))).toBe(removeDates(await exchange(node.port, bytes)))
      expect(removeIds(fast.clicks.splice(0))).toEqual(removeIds(node.clicks.splice(0)))
    }),
    { numRuns: 1_500 },
  )
  expect(fast.fastPathCount()).toBeGreaterThan(150)
})

/** Sends each request after the response to the previous one, as most clients do. */
async function sendInTurn(port: number, requests: readonly string[]): Promise<string> {
  const { socket, received } = aClient(port)
  for (const [nth, request] of requests.entries()) {
    socket.write(request, 'latin1')
    while (!socket.destroyed && readStatuses(received()).length <= nth) await turn()
  }
  socket.end()
  if (!socket.closed) await once(socket, 'close')
  return received()
}

it('answers usual and unusual requests on one connection like node:http', async () => {
  const [fast, node] = [await startWithFastPath(), await startNodeOnly()]
  const another = fc.constantFrom(
    ...['/lamp', '/lamp?a=b', '/long', '/missing', '/later', '/removed'].map((path) => formatRequest(path)),
    formatRequest('/lamp', 'User-Agent: a', 'User-Agent: b'),
    formatRequest('/lamp', 'X-Forwarded-For: 192.0.2.1', 'X-Forwarded-For: 192.0.2.2'),
    formatRequest('/lamp', 'Content-Length: 0'),
    formatRequest('/lamp').replace('GET', 'HEAD'),
    formatRequest('/lamp').replace('GET', 'POST'),
    `\r\n${formatRequest('/lamp')}`,
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(fc.constant(formatRequest('/lamp')), another), { minLength: 2, maxLength: 6 }), async (requests) => {
      const answers = await sendInTurn(fast.port, requests)
      expect(readStatuses(answers)).toHaveLength(requests.length)
      expect(removeDates(answers)).toBe(removeDates(await sendInTurn(node.port, requests)))
      expect(removeIds(fast.clicks.splice(0))).toEqual(removeIds(node.clicks.splice(0)))
    }),
    { numRuns: 200 },
  )
})

it('answers a request that arrives in two chunks, wherever it is split, and records one click', async () => {
  const { port, clicks } = await startWithFastPath()
  const request = formatRequest('/lamp', 'User-Agent: A browser', 'Accept: */*')
  const whole = removeDates(await exchange(port, [request]))
  expect(readStatuses(whole)).toEqual([302])
  for (let cut = 1; cut < request.length; cut += 1) {
    clicks.length = 0
    expect(removeDates(await exchange(port, [request.slice(0, cut), request.slice(cut)]))).toBe(whole)
    expect(clicks).toHaveLength(1)
  }
})

it('answers requests in order, however they are split into chunks', async () => {
  const { port, clicks } = await startWithFastPath()
  const paths = ['/lamp', '/lamp?a', '/long', '/missing', '/lamp?b']
  const requests = paths.map((path) => formatRequest(path)).join('')
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: requests.length - 1 }), { maxLength: 6 }), async (cuts) => {
      clicks.length = 0
      const ends = [...cuts.toSorted((one, other) => one - other), requests.length]
      const chunks = ends.map((end, nth) => requests.slice(ends[nth - 1] ?? 0, end))
      expect(readStatuses(await exchange(port, chunks))).toEqual([302, 302, 302, 404, 302])
      expect(clicks.map((click) => click.query)).toEqual(['', 'a', '', 'b'])
    }),
    { numRuns: 200 },
  )
})

it.each(['/later', '/missing', '/removed'])(
  'answers %s and requests that arrive while it loads like node:http, even if the client has closed its sending side',
  async (path) => {
    const exchanges = [await startWithFastPath(), await startNodeOnly()].map(async ({ port, clicks }) => {
      await waitAMoment()
      const { socket, received } = aClient(port)
      socket.write(formatRequest(path))
      await waitAMoment()
      socket.write(formatRequest('/lamp?a') + formatRequest('/lamp?b'))
      await waitAMoment()
      socket.end()
      await once(socket, 'close')
      // The clicks are sorted, because node:http records the click of a cached link while another link is loading. The
      // responses are in order without sorting.
      return { answers: removeDates(received()), clicks: removeIds(clicks).toSorted((one, other) => one.query.localeCompare(other.query)) }
    })
    const { promise, resolve } = Promise.withResolvers<void>()
    database = promise
    for (let turns = 0; turns < 20; turns += 1) await waitAMoment()
    resolve()
    const [fast, node] = await Promise.all(exchanges)
    expect(fast).toEqual(node)
    expect(readStatuses(fast?.answers ?? '')).toHaveLength(3)
  },
)

it('answers on the fast path after a link had to be loaded, also the following requests', async () => {
  const { port, fastPathCount } = await startWithFastPath()
  expect(readStatuses(await sendInTurn(port, [formatRequest('/later'), formatRequest('/lamp'), formatRequest('/later')]))).toEqual([
    302, 302, 302,
  ])
  expect(fastPathCount()).toBe(3)
})

/** Creates a disk that records clicks only when the test allows it. */
function aSlowDisk() {
  const pending: (() => void)[] = []
  return { pending, append: ((_click, answer) => void pending.push(answer)) satisfies Append }
}

it('answers one request of a connection at a time', async () => {
  const disk = aSlowDisk()
  const { port, clicks, fastPathCount } = await startWithFastPath(disk.append)
  const { socket, received } = aClient(port)
  for (const path of ['/lamp?1', '/lamp?2', '/lamp?3']) {
    socket.write(formatRequest(path))
    await expect.poll(() => clicks.length).toBe(1)
    await waitAMoment()
  }
  expect([clicks.length, received()]).toEqual([1, ''])
  while (clicks.length < 3 || disk.pending.length > 0) {
    disk.pending.shift()?.()
    await turn()
  }
  socket.end()
  await once(socket, 'close')
  expect(clicks.map((click) => click.query)).toEqual(['1', '2', '3'])
  expect(readStatuses(received())).toEqual([302, 302, 302])
  expect(fastPathCount()).toBeGreaterThan(0)
})

it('answers a client that closed its sending side before the click was recorded', async () => {
  const disk = aSlowDisk()
  const { port } = await startWithFastPath(disk.append)
  const answer = exchange(port, [formatRequest('/lamp')])
  await expect.poll(() => disk.pending.length).toBe(1)
  await waitAMoment()
  disk.pending[0]?.()
  expect(readStatuses(await answer)).toEqual([302])
})

it('records the click if the visitor disconnects before the response, and answers the next visitor', async () => {
  const disk = aSlowDisk()
  const { port, server, clicks } = await startWithFastPath(disk.append)
  const { socket } = aClient(port)
  const accepted = once(server, 'connection')
  socket.write(formatRequest('/lamp'))
  const [theirs] = await accepted
  await expect.poll(() => disk.pending.length).toBe(1)
  socket.resetAndDestroy()
  await expect.poll(() => theirs.destroyed).toBe(true)
  disk.pending.pop()?.()
  const next = exchange(port, [formatRequest('/lamp')])
  await expect.poll(() => disk.pending.length).toBe(1)
  disk.pending.pop()?.()
  expect(readStatuses(await next)).toEqual([302])
  expect(clicks).toHaveLength(2)
})

it('answers on the fast path if the click is lost immediately', async () => {
  const { port, fastPathCount } = await startWithFastPath((_click, answer) => answer())
  expect(
    readStatuses(
      await sendInTurn(port, [formatRequest('/lamp'), formatRequest('/lamp'), formatRequest('/missing'), formatRequest('/lamp')]),
    ),
  ).toEqual([302, 302, 404, 302])
  expect(fastPathCount()).toBe(4)
})

it('sends every response to a client that reads slowly', async () => {
  const { port, server, clicks } = await startWithFastPath()
  const accepted = once(server, 'connection')
  const { socket, received } = aClient(port)
  const [theirs] = await accepted
  socket.pause()
  let sent = 0
  for (; theirs.writableLength === 0 || sent % 10 > 0; sent += 1) {
    socket.write(formatRequest('/long'))
    while (clicks.length <= sent && theirs.writableLength === 0) await turn()
  }
  socket.resume().end()
  await once(socket, 'close')
  expect(readStatuses(received())).toHaveLength(sent)
  expect(clicks).toHaveLength(sent)
})

it('closes only idle connections: without a request, and after a response', async () => {
  const disk = aSlowDisk()
  const shortTimeouts = { headersTimeout: 1_000, requestTimeout: 60_000, keepAliveTimeout: 200, connectionsCheckingInterval: 20 }
  const { port, server } = await startWithFastPath(disk.append, shortTimeouts)
  const [silent, former] = [aClient(port), aClient(port)]
  former.socket.write(formatRequest('/lamp'))
  await expect.poll(() => disk.pending.length).toBe(1)
  disk.pending.pop()?.()
  const pendingClient = aClient(port)
  pendingClient.socket.write(formatRequest('/lamp'))
  const closed: string[] = []
  silent.socket.once('close', () => closed.push('silent'))
  former.socket.once('close', () => closed.push('former'))
  await expect.poll(() => closed.toSorted()).toEqual(['former', 'silent'])
  expect(pendingClient.socket.destroyed).toBe(false)
  disk.pending.pop()?.()
  await once(pendingClient.socket, 'close')
  expect(readStatuses(pendingClient.received())).toEqual([302])
  expect(server.listening).toBe(true)
})

it('closes under load, and ends each connection after a response with Connection: close', async () => {
  const { port, server, clicks, fastPathCount } = await startWithFastPath()
  const clients = Array.from({ length: 20 }, () => aClient(port))
  const requesting = clients.map(async ({ socket, received }) => {
    let answers = 0
    while (!received().includes('Connection: close')) {
      socket.write(formatRequest('/lamp'))
      answers += 1
      while (readStatuses(received()).length < answers) {
        if (socket.destroyed) throw new Error(`The connection closed without a response, after ${answers}`)
        await turn()
      }
    }
    return answers
  })
  await expect.poll(() => clicks.length).toBeGreaterThan(200)
  await closeServer(server)
  const answers = await Promise.all(requesting)
  expect(clicks).toHaveLength(answers.reduce((sum, count) => sum + count, 0))
  expect(fastPathCount()).toBeGreaterThan(100)
})

it('closes at once if all connections are idle', async () => {
  const { port, server } = await startWithFastPath()
  const { socket, received } = aClient(port)
  socket.write(formatRequest('/lamp'))
  await expect.poll(received).not.toBe('')
  await Promise.all([closeServer(server, 60_000), once(socket, 'close')])
})

it('closes connections that never sent a request', async () => {
  const { port, server } = await startWithFastPath()
  const accepted = once(server, 'connection')
  const { socket } = aClient(port)
  await accepted
  await Promise.all([closeServer(server, 600_000), once(socket, 'close')])
})

it('closes connections with an incomplete request after the timeout', async () => {
  const { port, server } = await startWithFastPath()
  const accepted = once(server, 'connection')
  const { socket } = aClient(port)
  socket.write('GET /lamp HTTP/1.1')
  await accepted
  await Promise.all([closeServer(server, 200), once(socket, 'close')])
})

it('closes after the pending response', async () => {
  const disk = aSlowDisk()
  const { port, server } = await startWithFastPath(disk.append)
  const { socket, received } = aClient(port)
  socket.write(formatRequest('/lamp'))
  await expect.poll(() => disk.pending.length).toBe(1)
  const closed = closeServer(server, 60_000)
  await expect.poll(() => server.listening).toBe(false)
  await waitAMoment()
  disk.pending.pop()?.()
  await Promise.all([closed, once(socket, 'close')])
  expect(readStatuses(received())).toEqual([302])
})

const createFailingLog = () => {
  const errors: unknown[] = []
  return { errors, log: { ...silentLog, error: (...words: unknown[]) => void errors.push(words) } as typeof silentLog }
}

describe.each([true, false])('with the fast path on: %s', (hasFastPath) => {
  const open = (append?: Append, log = silentLog) =>
    start((serveVisit, writers) => new VisitServer({ ...options, hasFastPath }, { ...serving, serveVisit, writers, log }), append, log)

  it('reads requests with the chosen reader', async () => {
    const { port, fastPathCount } = await open()
    expect(readStatuses(await exchange(port, [formatRequest('/lamp')]))).toEqual([302])
    expect(fastPathCount()).toBe(Number(hasFastPath))
  })

  it.each([
    ['GET /lamp HTTP/1.1\r\n\r\n', 400],
    ['GET /lamp HTTP/9.9\r\nHost: go.example\r\n\r\n', 400],
    [formatRequest('/lamp', 'Content-Length: 5', 'Transfer-Encoding: chunked'), 400],
    [formatRequest('/lamp', 'Expect: much'), 417],
    [formatRequest(`/${'a'.repeat(20_000)}`), 431],
  ])('sends security headers with the response to a request that is not a visit: %#', async (request, status) => {
    const { port } = await open()
    const response = await exchange(port, [request])
    expect(readStatuses(response)).toEqual([status])
    for (const header of ['Content-Security-Policy: default', 'X-Content-Type-Options: nosniff', 'Strict-Transport-Security: max-age'])
      expect(response).toContain(`\r\n${header}`)
  })

  it("closes connections over their address's limit at once, and serves the others", async () => {
    const connectionLimit = createConnectionLimit({ perAddress: 2, trustedProxies: undefined })
    const { port } = await start(
      (serveVisit, writers) =>
        new VisitServer({ ...options, hasFastPath }, { ...serving, connectionLimit, serveVisit, writers, log: silentLog }),
    )
    const clients = [aClient(port), aClient(port)]
    for (const { socket, received } of clients) {
      socket.write(formatRequest('/lamp'))
      await expect.poll(() => readStatuses(received())).toEqual([302])
    }
    expect(await exchange(port, [formatRequest('/lamp')])).toBe('')
    expect(connectionLimit.rejectedCount()).toBe(1)
    const [first] = clients
    first?.socket.destroy()
    await expect.poll(async () => readStatuses(await exchange(port, [formatRequest('/lamp')]))).toEqual([302])
  })

  it('answers one 503 and logs one line if recording a click throws, and then answers other visitors', async () => {
    const { errors, log } = createFailingLog()
    let isBroken = true
    const { port } = await open((_click, answer) => {
      if (isBroken) throw new Error('No such journal')
      answer()
    }, log)
    expect(readStatuses(await exchange(port, [formatRequest('/lamp')]))).toEqual([503])
    expect(errors).toHaveLength(1)
    isBroken = false
    expect(readStatuses(await exchange(port, [formatRequest('/lamp')]))).toEqual([302])
  })

  it('responds or closes the connection for random addresses, headers and paths, logs no error, and still answers other visitors', async () => {
    const { errors, log } = createFailingLog()
    const { port, server } = await open(undefined, log)
    let remoteAddress = ''
    server.prependListener('connection', (socket: Socket) => void Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress }))
    await fc.assert(
      fc.asyncProperty(anAddress, aPath, fc.array(aHeaderLine, { maxLength: 4 }), async (address, path, lines) => {
        remoteAddress = address
        const received = await exchange(port, [Buffer.from(formatRequest(path, ...lines), 'latin1')])
        expect(readStatuses(received).every((status) => [200, 302, 400, 404, 410, 431].includes(status))).toBe(true)
      }),
      { numRuns: 150 },
    )
    expect(errors).toEqual([])
    remoteAddress = 'fe80::1%eth0'
    expect(readStatuses(await exchange(port, [formatRequest('/lamp')]))).toEqual([302])
    expect(readStatuses(await exchange(port, [formatRequest('/missing')]))).toEqual([404])
  })
})
