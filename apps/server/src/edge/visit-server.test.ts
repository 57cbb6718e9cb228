import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import type { ClickRecord } from '../clicks/index.ts'
import type { Destination } from '../links/index.ts'
import { systemClock } from '../platform/clock.ts'
import { trustedProxyList } from '../platform/http/client-address.ts'
import { closeServer, listen } from '../platform/http/http.ts'
import { systemIds } from '../platform/ids.ts'
import { silentLog } from '../platform/process/log.ts'
import { makeVisitAnswerer, type VisitAnswering } from './answer-visit.ts'
import { makeClickIds } from './click-ids.ts'
import { visitHeaders } from './click-of.ts'
import { redirectHeaders } from './known-link.ts'
import { makeKnownLinks } from './known-links.ts'
import { makeMissLimit } from './miss-limit.ts'
import type { FollowPlain } from './plain-connection.ts'
import { makeRedirect } from './send-on.ts'
import { makeSmallPages } from './small-pages.ts'
import { VisitServer } from './visit-server.ts'

const keepAliveTimeout = 65_000
const options = { headersTimeout: 10_000, requestTimeout: 15_000, keepAliveTimeout, connectionsCheckingInterval: 5_000 }
const usual = { ...options, maxHeaderSize: 16_384, optimizeEmptyRequests: true }

const aLink = (target: string): Destination => ({ kind: 'link', linkId: 'l', projectId: 'p', organizationId: 'o', target })
const destinations = new Map<string, Destination>([
  ['lamp', aLink('https://shop.example/lamp?tag=mia-20')],
  ['long', aLink(`https://shop.example/${'a'.repeat(2_000)}`)],
  ['nowhere', aLink('javascript:alert(1)')],
  ['removed', { kind: 'gone' }],
  ['later', aLink('https://shop.example/later')],
])

interface Running {
  port: number
  server: Server
  clicks: ClickRecord[]
  /** How many visits were answered in place. */
  inPlace(): number
}

/** Holds every look-up until it resolves. */
let database = Promise.resolve()

const running: Server[] = []
afterEach(async () => {
  database = Promise.resolve()
  for (const server of running.splice(0)) await closeServer(server, 20)
})

type Append = VisitAnswering['journal']['append']

const soon: Append = (_click, answer) => void setImmediate(answer)

/** Everything but the database and the disk. Every link but `later` is known. */
async function answering(make: (answerVisit: RequestListener, follow: FollowPlain) => Server, append: Append = soon): Promise<Running> {
  const knownLinks = makeKnownLinks({
    async findDestinations(slugs) {
      await database
      return new Map(slugs.flatMap(known))
    },
  })
  for (const slug of ['lamp', 'long', 'nowhere', 'removed']) await knownLinks.lookUp(slug)
  const clicks: ClickRecord[] = []
  let inPlace = 0
  const { answerVisit, followPlain } = makeVisitAnswerer({
    clock: systemClock,
    clickIdAt: makeClickIds(systemIds),
    trustedProxies: trustedProxyList(['127.0.0.1']),
    knownLinks,
    journal: {
      append(click, answer) {
        clicks.push(click)
        append(click, answer)
      },
    },
    pages: makeSmallPages('https://go.example'),
    redirect: makeRedirect(redirectHeaders('https://go.example'), keepAliveTimeout),
    missLimit: makeMissLimit(1e9),
    health: () => ({ status: 'ok' }),
    log: silentLog,
  })
  const server = make(answerVisit, (visit, reply) => {
    const isFollowed = followPlain(visit, reply)
    void Promise.resolve(isFollowed).then((is) => {
      inPlace += Number(is)
    })
    return isFollowed
  })
  server.maxHeadersCount = 100
  running.push(server)
  return { port: await listen(server, '127.0.0.1', 0, 'PORT'), server, clicks, inPlace: () => inPlace }
}

function known(slug: string): [string, Destination][] {
  const destination = destinations.get(slug)
  return destination === undefined ? [] : [[slug, destination]]
}

const ours = (append?: Append, own = {}) => answering((answer, follow) => new VisitServer({ ...usual, ...own }, answer, follow), append)
const nodes = (append?: Append) => answering((answer) => Object.assign(createServer(usual, answer), { httpAllowHalfOpen: true }), append)

const ask = (path: string, ...lines: string[]) => [`GET ${path} HTTP/1.1`, 'Host: go.example', ...lines, '', ''].join('\r\n')

/** Sends the pieces a moment apart, then ends its side; gives what came back until the other side hung up. */
async function exchange(port: number, pieces: readonly (string | Buffer)[]): Promise<string> {
  const { socket, said } = aClient(port)
  for (const piece of pieces) {
    socket.write(piece, 'latin1')
    await aMoment()
  }
  socket.end()
  await once(socket, 'close')
  return said()
}

function aClient(port: number): { socket: Socket; said(): string } {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let text = ''
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece
  })
  socket.on('error', () => undefined)
  return { socket, said: () => text }
}

async function aMoment(): Promise<void> {
  for (let turns = 0; turns < 4; turns += 1) await turn()
}

const undated = (answers: string) => answers.replaceAll(/Date: [^\r]*\r\n/g, '')
const statuses = (answers: string) => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => Number(match[1]))
const asKept = (clicks: ClickRecord[]) => clicks.map(({ id: _id, at: _at, ...said }) => said)

it('answers a plain visit in place, byte for byte as Node would, and keeps its click', async () => {
  const [here, there] = [await ours(), await nodes()]
  const visit = ask('/lamp?utm_source=mail', 'User-Agent: A browser', 'Referer: https://blog.example/', 'X-Forwarded-For: 192.0.2.7')
  expect(undated(await exchange(here.port, [visit]))).toBe(undated(await exchange(there.port, [visit])))
  expect(asKept(here.clicks)).toEqual(asKept(there.clicks))
  expect(here.clicks).toMatchObject([{ address: '192.0.2.7', userAgent: 'A browser', query: 'utm_source=mail' }])
  expect(here.inPlace()).toBe(1)
})

it.each(['/nobody', '/removed', '/nowhere', '/', '/healthz', '/later', '/%6camp', '/lamp/', '/lamp#top', '/lamp?a#b'])(
  'answers %s as Node would',
  async (path) => {
    const [here, there] = [await ours(), await nodes()]
    expect(undated(await exchange(here.port, [ask(path)]))).toBe(undated(await exchange(there.port, [ask(path)])))
    expect(asKept(here.clicks)).toEqual(asKept(there.clicks))
  },
)

const mostly = <Value>(usual: Value, ...others: Value[]) =>
  fc.oneof({ weight: 40, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })

const anyLatin1 = fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes).toString('latin1'))
const someCase = (name: string) =>
  fc.constantFrom(
    name,
    name.toUpperCase(),
    name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  )
const aTarget = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('/lamp', '/lamp?utm_source=mail', '/lamp/', '/lamp?', '/lamp?a=%0d%0a', '/l%61mp') },
  { weight: 1, arbitrary: fc.constantFrom('/nobody', '/removed', '/nowhere', '/later', '/', '*', 'http://go.example/lamp', '//lamp', '') },
  { weight: 1, arbitrary: anyLatin1.map((noise) => `/lamp?${noise}`) },
)
const aValue = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'A browser',
      'https://blog.example/',
      'de',
      'prefetch',
      '',
      ' ',
      '\t',
      ' a \t',
      '192.0.2.7, 192.0.2.8',
      'NZ',
    ),
  },
  { weight: 1, arbitrary: anyLatin1 },
)
const aHeader = fc.oneof(
  { weight: 25, arbitrary: fc.tuple(fc.constantFrom<string>(...visitHeaders, 'cookie', 'accept', 'dnt').chain(someCase), aValue) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<[string, string]>(
      ['Connection', 'keep-alive'],
      ['connection', 'Append-Alive '],
      ['Connection', 'close'],
      ['Connection', 'upgrade'],
      ['Proxy-Connection', 'close'],
      ['Content-Length', '0'],
      ['Content-Length', '3'],
      ['Transfer-Encoding', 'chunked'],
      ['Expect', '100-continue'],
      ['Expect', 'much'],
      ['Upgrade', 'websocket'],
      ['TE', 'trailers'],
      ['Host', 'again'],
      ['X Y', 'z'],
      ['', 'nameless'],
    ),
  },
)
const aLine = fc
  .tuple(aHeader, mostly(': ', ':', ' :', ':\t ', ' ', ''), mostly('\r\n', '\n', '\r', '\r\n '))
  .map(([[name, value], colon, end]) => name + colon + value + end)
const aRequest = fc
  .tuple(
    mostly('GET', 'HEAD', 'POST', 'get', 'OPTIONS', ''),
    mostly(' ', '  ', '\t'),
    aTarget,
    mostly(' HTTP/1.1\r\n', ' HTTP/1.0\r\n', ' HTTP/2.0\r\n', ' HTTP/1.1\n', '\r\n', ' http/1.1\r\n'),
    mostly('Host: go.example\r\n', '', 'host:\r\n'),
    fc.array(aLine, { maxLength: 6 }),
    mostly('\r\n', '', '\n', '\r\n\r\n', '\r\nabc'),
  )
  .map(([method, gap, target, version, host, lines, end]) => method + gap + target + version + host + lines.join('') + end)

it('answers any request, and any requests in one piece, as Node would, and keeps the same clicks', async () => {
  const [here, there] = [await ours(), await nodes()]
  await fc.assert(
    fc.asyncProperty(aRequest, mostly(0, 1, 2), aRequest, async (first, more, further) => {
      const bytes = [first + further.repeat(more)]
      expect(undated(await exchange(here.port, bytes))).toBe(undated(await exchange(there.port, bytes)))
      expect(asKept(here.clicks.splice(0))).toEqual(asKept(there.clicks.splice(0)))
    }),
    { numRuns: 1_500 },
  )
  expect(here.inPlace()).toBeGreaterThan(150)
})

/** Each request once the one before has its answer, as most clients do. */
async function converse(port: number, requests: readonly string[]): Promise<string> {
  const { socket, said } = aClient(port)
  for (const [nth, request] of requests.entries()) {
    socket.write(request, 'latin1')
    while (!socket.destroyed && statuses(said()).length <= nth) await turn()
  }
  socket.end()
  if (!socket.closed) await once(socket, 'close')
  return said()
}

it('answers plain and odd requests on one connection as Node would', async () => {
  const [here, there] = [await ours(), await nodes()]
  const another = fc.constantFrom(
    ...['/lamp', '/lamp?a=b', '/long', '/nobody', '/later', '/removed'].map((path) => ask(path)),
    ask('/lamp', 'User-Agent: a', 'User-Agent: b'),
    ask('/lamp', 'X-Forwarded-For: 192.0.2.1', 'X-Forwarded-For: 192.0.2.2'),
    ask('/lamp', 'Content-Length: 0'),
    ask('/lamp').replace('GET', 'HEAD'),
    ask('/lamp').replace('GET', 'POST'),
    `\r\n${ask('/lamp')}`,
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(fc.constant(ask('/lamp')), another), { minLength: 2, maxLength: 6 }), async (requests) => {
      const answers = await converse(here.port, requests)
      expect(statuses(answers)).toHaveLength(requests.length)
      expect(undated(answers)).toBe(undated(await converse(there.port, requests)))
      expect(asKept(here.clicks.splice(0))).toEqual(asKept(there.clicks.splice(0)))
    }),
    { numRuns: 200 },
  )
})

it('answers a request that comes in two pieces, wherever it is cut, and keeps one click', async () => {
  const { port, clicks } = await ours()
  const request = ask('/lamp', 'User-Agent: A browser', 'Accept: */*')
  const whole = undated(await exchange(port, [request]))
  expect(statuses(whole)).toEqual([302])
  for (let cut = 1; cut < request.length; cut += 1) {
    clicks.length = 0
    expect(undated(await exchange(port, [request.slice(0, cut), request.slice(cut)]))).toBe(whole)
    expect(clicks).toHaveLength(1)
  }
})

it('answers requests in their order, however they are cut and whenever they come', async () => {
  const { port, clicks } = await ours()
  const paths = ['/lamp', '/lamp?a', '/long', '/nobody', '/lamp?b']
  const requests = paths.map((path) => ask(path)).join('')
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: requests.length - 1 }), { maxLength: 6 }), async (cuts) => {
      clicks.length = 0
      const ends = [...cuts.toSorted((one, other) => one - other), requests.length]
      const pieces = ends.map((end, nth) => requests.slice(ends[nth - 1] ?? 0, end))
      expect(statuses(await exchange(port, pieces))).toEqual([302, 302, 302, 404, 302])
      expect(clicks.map((click) => click.query)).toEqual(['', 'a', '', 'b'])
    }),
    { numRuns: 200 },
  )
})

it.each(['/later', '/nobody', '/removed'])(
  'answers %s and what comes while it is looked up as Node would, also to a client that ends',
  async (path) => {
    const exchanges = [await ours(), await nodes()].map(async ({ port, clicks }) => {
      await aMoment()
      const { socket, said } = aClient(port)
      socket.write(ask(path))
      await aMoment()
      socket.write(ask('/lamp?a') + ask('/lamp?b'))
      await aMoment()
      socket.end()
      await once(socket, 'close')
      // Node keeps the click of a known link while it looks another up; the answers stay in their order.
      return { answers: undated(said()), kept: asKept(clicks).toSorted((one, other) => one.query.localeCompare(other.query)) }
    })
    const { promise, resolve } = Promise.withResolvers<void>()
    database = promise
    for (let turns = 0; turns < 20; turns += 1) await aMoment()
    resolve()
    const [here, there] = await Promise.all(exchanges)
    expect(here).toEqual(there)
    expect(statuses(here?.answers ?? '')).toHaveLength(3)
  },
)

it('answers a link it had to look up in place, and what the connection asks after that', async () => {
  const { port, inPlace } = await ours()
  expect(statuses(await converse(port, [ask('/later'), ask('/lamp'), ask('/later')]))).toEqual([302, 302, 302])
  expect(inPlace()).toBe(3)
})

/** Keeps clicks when it is told to. */
function aSlowDisk() {
  const waiting: (() => void)[] = []
  return { waiting, append: ((_click, answer) => void waiting.push(answer)) satisfies Append }
}

it('answers one visit of a connection at a time', async () => {
  const disk = aSlowDisk()
  const { port, clicks, inPlace } = await ours(disk.append)
  const { socket, said } = aClient(port)
  for (const path of ['/lamp?1', '/lamp?2', '/lamp?3']) {
    socket.write(ask(path))
    await expect.poll(() => clicks.length).toBe(1)
    await aMoment()
  }
  expect([clicks.length, said()]).toEqual([1, ''])
  while (clicks.length < 3 || disk.waiting.length > 0) {
    disk.waiting.shift()?.()
    await turn()
  }
  socket.end()
  await once(socket, 'close')
  expect(clicks.map((click) => click.query)).toEqual(['1', '2', '3'])
  expect(statuses(said())).toEqual([302, 302, 302])
  expect(inPlace()).toBeGreaterThan(0)
})

it('answers a client that closed its sending side before its click was kept', async () => {
  const disk = aSlowDisk()
  const { port } = await ours(disk.append)
  const answer = exchange(port, [ask('/lamp')])
  await expect.poll(() => disk.waiting.length).toBe(1)
  await aMoment()
  disk.waiting[0]?.()
  expect(statuses(await answer)).toEqual([302])
})

it('keeps the click of a visitor who left before the answer, and goes on', async () => {
  const disk = aSlowDisk()
  const { port, server, clicks } = await ours(disk.append)
  const { socket } = aClient(port)
  const accepted = once(server, 'connection')
  socket.write(ask('/lamp'))
  const [theirs] = await accepted
  await expect.poll(() => disk.waiting.length).toBe(1)
  socket.resetAndDestroy()
  await expect.poll(() => theirs.destroyed).toBe(true)
  disk.waiting.pop()?.()
  const next = exchange(port, [ask('/lamp')])
  await expect.poll(() => disk.waiting.length).toBe(1)
  disk.waiting.pop()?.()
  expect(statuses(await next)).toEqual([302])
  expect(clicks).toHaveLength(2)
})

it('answers in place when the click is lost at once', async () => {
  const { port, inPlace } = await ours((_click, answer) => answer())
  expect(statuses(await converse(port, [ask('/lamp'), ask('/lamp'), ask('/nobody'), ask('/lamp')]))).toEqual([302, 302, 404, 302])
  expect(inPlace()).toBe(2)
})

it('loses no answer of a client that is slow to take them', async () => {
  const { port, server, clicks } = await ours()
  const accepted = once(server, 'connection')
  const { socket, said } = aClient(port)
  const [theirs] = await accepted
  socket.pause()
  let asked = 0
  for (; theirs.writableLength === 0 || asked % 10 > 0; asked += 1) {
    socket.write(ask('/long'))
    while (clicks.length <= asked && theirs.writableLength === 0) await turn()
  }
  socket.resume().end()
  await once(socket, 'close')
  expect(statuses(said())).toHaveLength(asked)
  expect(clicks).toHaveLength(asked)
})

it('hangs up on who says nothing and on who says nothing more, and on nobody else', async () => {
  const disk = aSlowDisk()
  const impatient = { headersTimeout: 40, requestTimeout: 60_000, keepAliveTimeout: 200, connectionsCheckingInterval: 20 }
  const { port, server } = await ours(disk.append, impatient)
  const [silent, former] = [aClient(port), aClient(port)]
  former.socket.write(ask('/lamp'))
  await expect.poll(() => disk.waiting.length).toBe(1)
  disk.waiting.pop()?.()
  const waiting = aClient(port)
  waiting.socket.write(ask('/lamp'))
  const closed: string[] = []
  silent.socket.once('close', () => closed.push('silent'))
  former.socket.once('close', () => closed.push('former'))
  await expect.poll(() => closed).toEqual(['silent', 'former'])
  expect(waiting.socket.destroyed).toBe(false)
  disk.waiting.pop()?.()
  await once(waiting.socket, 'close')
  expect(statuses(waiting.said())).toEqual([302])
  expect(server.listening).toBe(true)
})

it('closes while everybody keeps asking, and every answer says so before the connection ends', async () => {
  const { port, server, clicks, inPlace } = await ours()
  const clients = Array.from({ length: 20 }, () => aClient(port))
  const asking = clients.map(async ({ socket, said }) => {
    let answers = 0
    while (!said().includes('Connection: close')) {
      socket.write(ask('/lamp'))
      answers += 1
      while (statuses(said()).length < answers) {
        if (socket.destroyed) throw new Error(`The connection ended without a word, after ${answers} answers`)
        await turn()
      }
    }
    return answers
  })
  await expect.poll(() => clicks.length).toBeGreaterThan(200)
  await closeServer(server)
  const answers = await Promise.all(asking)
  expect(clicks).toHaveLength(answers.reduce((sum, count) => sum + count, 0))
  expect(inPlace()).toBeGreaterThan(100)
})

it('closes at once where nobody asks for anything', async () => {
  const { port, server } = await ours()
  const { socket, said } = aClient(port)
  socket.write(ask('/lamp'))
  await expect.poll(said).not.toBe('')
  await Promise.all([closeServer(server, 60_000), once(socket, 'close')])
})

it('cuts off who connected and says nothing, once its patience has ended', async () => {
  const { port, server } = await ours()
  const accepted = once(server, 'connection')
  const { socket } = aClient(port)
  await accepted
  await Promise.all([closeServer(server, 200), once(socket, 'close')])
})

it('closes after the answer that is under way', async () => {
  const disk = aSlowDisk()
  const { port, server } = await ours(disk.append)
  const { socket, said } = aClient(port)
  socket.write(ask('/lamp'))
  await expect.poll(() => disk.waiting.length).toBe(1)
  const closed = closeServer(server, 60_000)
  await expect.poll(() => server.listening).toBe(false)
  await aMoment()
  disk.waiting.pop()?.()
  await Promise.all([closed, once(socket, 'close')])
  expect(statuses(said())).toEqual([302])
})
