import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scanMark } from '@linkshelf/contract'
import fc from 'fast-check'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aLink, aProject } from '../../test/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { type ClickRecord, readRecord } from '../clicks/journal/click-record.ts'
import { listEdges, listSegments, segmentPath } from '../clicks/journal/journal-files.ts'
import { splitRecords } from '../clicks/journal/split-records.ts'
import { openMetrics } from '../platform/http/metrics.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { measureEdge } from './edge-metrics.ts'
import { type Edge, type EdgeOptions, openEdge } from './open-edge.ts'

let deps: TestDeps
let folder: string
let edge: Edge

async function open(options: Partial<EdgeOptions> = {}): Promise<Edge> {
  const { edgeDb: db, databaseUrl, clock, ids, log } = deps
  const publicOrigin = 'https://go.example'
  const onFatal = (error: unknown) => {
    throw error
  }
  const plain = {
    host: '127.0.0.1',
    port: 0,
    publicOrigin,
    durability: 'disk',
    journalsFolder: folder,
    trustedProxies: [],
    onFatal,
  } as const
  return openEdge({ ...plain, db, databaseUrl, clock, ids, log, ...options })
}

async function reopen(options: Partial<EdgeOptions>): Promise<void> {
  await edge.close()
  edge = await open(options)
}

beforeEach(async () => {
  deps = await openTestDeps()
  folder = await mkdtemp(join(tmpdir(), 'edge-'))
  edge = await open()
})
afterEach(async () => {
  await edge.close()
  await rm(folder, { recursive: true })
  await deps[Symbol.asyncDispose]()
})

const ask = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${edge.port}${path}`, { redirect: 'manual', ...init })

/** What comes back over a bare socket, until the other side hangs up. */
function askRaw(bytes: string | Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(edge.port, '127.0.0.1')
    const pieces: Buffer[] = []
    socket.on('data', (piece: Buffer) => pieces.push(piece))
    socket.on('close', () => resolve(Buffer.concat(pieces).toString('latin1')))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(Buffer.concat(pieces).toString('latin1')) : reject(error),
    )
    socket.end(bytes)
  })
}

async function keptClicks(): Promise<ClickRecord[]> {
  const clicks: ClickRecord[] = []
  for (const name of await listEdges(folder)) {
    for (const segment of await listSegments(join(folder, name))) {
      const bytes = await readFile(segmentPath(join(folder, name), segment))
      clicks.push(...splitRecords(bytes, true).records.map(readRecord))
    }
  }
  return clicks
}

function headersBesideDate({ headers }: Response): [string, string][] {
  return [...headers].filter(([name]) => name !== 'date')
}

async function aLampLink() {
  const project = await aProject(deps)
  return { project, link: await aLink(deps, project, { slug: 'lamp', target: 'https://shop.example/lamp?tag=mia-20' }) }
}

/** Past every rule of the application. */
async function onDatabase(statement: string, values: string[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: deps.databaseUrl })
  await client.connect()
  await client.query(statement, values)
  await client.end()
}

it('sends a visitor on, and has kept the click by then', async () => {
  const { link } = await aLampLink()
  const answer = await ask('/lamp?utm_source=mail', {
    headers: { 'user-agent': 'A browser', referer: 'https://blog.example/', 'accept-language': 'de' },
  })
  expect(answer.status).toBe(302)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    location: 'https://shop.example/lamp?tag=mia-20',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer-when-downgrade',
    'strict-transport-security': 'max-age=63072000',
  })
  const [click] = await keptClicks()
  expect(click).toMatchObject({
    linkId: link.url_id,
    method: 'GET',
    rule: 'default',
    address: '127.0.0.1',
    userAgent: 'A browser',
    referrer: 'https://blog.example/',
    acceptLanguage: 'de',
    query: 'utm_source=mail',
  })
})

it('answers HEAD as it answers GET, without a body, and keeps it', async () => {
  await aLampLink()
  const answer = await ask('/lamp', { method: 'HEAD' })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://shop.example/lamp?tag=mia-20'])
  expect((await keptClicks()).map((click) => click.method)).toEqual(['HEAD'])
  expect(await askRaw('HEAD /nobody HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 404 [\s\S]*\r\n\r\n$/)
})

it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('refuses %s, and keeps no click', async (method) => {
  await aLampLink()
  const answer = await ask('/lamp', { method })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect(await keptClicks()).toEqual([])
})

it("tells a scan's destination nothing of the QR code, and keeps what its short URL said", async () => {
  await aLampLink()
  const clicked = await ask('/lamp')
  const scanned = await ask(`/lamp?${scanMark}`)

  expect(scanned.headers.get('location')).toBe('https://shop.example/lamp?tag=mia-20')
  expect(headersBesideDate(scanned)).toEqual(headersBesideDate(clicked))
  expect((await keptClicks()).map((click) => click.query)).toEqual(['', scanMark])
})

it('tells an unknown link from a removed one, and keeps no click for either', async () => {
  const { project } = await aLampLink()
  const unknown = await ask('/nobody')
  expect(unknown.status).toBe(404)
  expect(await unknown.text()).toContain('This link leads nowhere')
  const answers = [(await ask('/lamp')).status]

  await onDatabase('delete from projects where id = $1', [project.id])
  // The edge hears of it a moment later, and sends visitors on until then.
  while (answers.at(-1) !== 410) answers.push((await ask('/lamp')).status)
  expect(new Set(answers)).toEqual(new Set([302, 410]))
  expect(await (await ask('/lamp')).text()).toContain('This link was removed')
  expect(await keptClicks()).toHaveLength(answers.filter((status) => status === 302).length)
})

it('hears of a link that is made, changed and deleted', async () => {
  expect((await ask('/lamp')).status).toBe(404)
  await aLampLink()
  await expect.poll(async () => (await ask('/lamp')).headers.get('location')).toBe('https://shop.example/lamp?tag=mia-20')
  await onDatabase("update links set target = 'https://shop.example/chair' where slug = 'lamp'")
  await expect.poll(async () => (await ask('/lamp')).headers.get('location')).toBe('https://shop.example/chair')
  await onDatabase("update links set deleted_at = now(), target = '' where slug = 'lamp'")
  await expect.poll(async () => (await ask('/lamp')).status).toBe(410)
})

it('learns of a change that no notice told of', async () => {
  await aLampLink()
  await reopen({ catchUpMs: 20 })
  expect((await ask('/lamp')).headers.get('location')).toBe('https://shop.example/lamp?tag=mia-20')
  await onDatabase(`create or replace function announce_link() returns trigger language plpgsql as $$
    begin
      insert into link_changes (slug) values (old.slug);
      return null;
    end $$`)
  await onDatabase("update links set target = 'https://shop.example/chair' where slug = 'lamp'")
  await expect.poll(async () => (await ask('/lamp')).headers.get('location')).toBe('https://shop.example/chair')
})

it('never sends anybody to what is no http(s) address, though it is stored', async () => {
  await aLampLink()
  for (const target of ['javascript:alert(1)', 'data:text/html,x', 'https://a.example/\r\nX-Evil: 1', 'ftp://a.example/', '/local']) {
    await onDatabase("update links set target = $1 where slug = 'lamp'", [target])
    await expect.poll(async () => (await ask('/lamp')).status).toBe(404)
  }
})

it('goes on with the links it knows while the database is down, and asks for patience about others', async () => {
  await aLampLink()
  await reopen({})
  await expect.poll(() => edge.state().links.isListening).toBe(true)
  expect((await ask('/lamp')).status).toBe(302)
  await deps.edgeDb.destroy()
  expect((await ask('/lamp')).status).toBe(302)
  const unknown = await ask('/chair')
  expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await unknown.text()).toContain('Try again')
})

it.each([
  ['/', 200, 'text/html; charset=utf-8', 'Short links live here'],
  ['/robots.txt', 200, 'text/plain; charset=utf-8', 'Disallow: /'],
  ['/favicon.ico', 200, 'image/svg+xml', '<svg'],
  ['/wp-login.php', 404, 'text/html; charset=utf-8', 'leads nowhere'],
  ['/a/b/c', 404, 'text/html; charset=utf-8', 'leads nowhere'],
])('answers %s with %i', async (path, status, type, text) => {
  const answer = await ask(path)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, type])
  expect(await answer.text()).toContain(text)
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

it('lets in no style but its own', async () => {
  const answer = await ask('/')
  const style = /<style>([\s\S]*?)<\/style>/.exec(await answer.text())?.[1] ?? ''
  expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
})

it('says how it is', async () => {
  await aLampLink()
  await expect
    .poll(async () => {
      await ask('/lamp')
      return (await ask('/healthz')).json()
    })
    .toEqual({
      status: 'ok',
      journal: { kept: expect.any(Number), lost: 0, isDiskFull: false, isLosing: false },
      links: { known: 1, misses: 0, isDatabaseReachable: true, isListening: true },
    })
})

it('believes an address, and a country, only from a proxy it trusts', async () => {
  await aLampLink()
  const headers = { 'x-forwarded-for': '198.51.100.7, 203.0.113.5', 'cf-ipcountry': 'NZ' }
  await ask('/lamp', { headers })
  await reopen({ trustedProxies: ['10.0.0.0/8'] })
  await ask('/lamp', { headers: { ...headers, 'x-vercel-ip-country': 'NZ', 'cloudfront-viewer-country': 'NZ' } })
  await reopen({ trustedProxies: ['127.0.0.0/8'] })
  await ask('/lamp', { headers })
  const [direct, pastTheProxy, proxied] = await keptClicks()
  expect(direct).toMatchObject({ address: '127.0.0.1', country: '' })
  expect(pastTheProxy).toMatchObject({ address: '127.0.0.1', country: '' })
  expect(proxied).toMatchObject({ address: '203.0.113.5', country: 'NZ' })
})

it('slows down who tries one address after the other, and nobody else', async () => {
  await aLampLink()
  await reopen({ missesPerMinute: 5, trustedProxies: ['127.0.0.1'] })
  const from = (address: string, path: string) => ask(path, { headers: { 'x-forwarded-for': address } })
  const statuses: number[] = []
  for (let guess = 0; guess < 8; guess += 1) statuses.push((await from(`203.0.113.${guess}`, `/guess${guess}`)).status)
  expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429, 429])
  // Also a link that this edge has not met before.
  expect((await from('203.0.113.99', '/lamp')).status).toBe(302)
  expect((await from('198.51.100.1', '/guess9')).status).toBe(404)
})

const headBreakers = [
  '%0d%0aX-Evil:%201',
  '%0D%0A%0D%0A<script>',
  '%E5%98%8D%E5%98%8AX-Evil:1',
  '%00',
  '%0a',
  '\\r\\nX-Evil: 1',
  '%c0%8d%c0%8a',
  '\t',
  '\r',
  '\nX-Evil: 1',
  '\x0bX-Evil: 1',
  '\xff',
]

it('lets no path and no query add anything to its answer', async () => {
  await aLampLink()
  for (const target of headBreakers.flatMap((piece) => [
    `/${piece}`,
    `/lamp${piece}`,
    `/lamp?x=${piece}`,
    `/lamp/${piece}`,
    `//${piece}`,
  ])) {
    const answer = await askRaw(Buffer.from(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 'latin1'))
    const [head = ''] = answer.split('\r\n\r\n')
    expect(head, target).toMatch(/^HTTP\/1\.1 (200|302|400|404)/)
    expect(head, target).not.toMatch(/evil|script/i)
    for (const line of head.split('\r\n').slice(1)) expect(line, target).toMatch(/^[A-Za-z-]+: [^\r\n]*$/)
    if (head.startsWith('HTTP/1.1 302')) expect(head).toContain('\r\nLocation: https://shop.example/lamp?tag=mia-20\r\n')
  }
})

it('answers any bytes at all with one whole answer, or hangs up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.constantFrom('', 'GET /', 'GET /lamp', 'HEAD /x?'), async (noise, start) => {
      const answer = await askRaw(
        Buffer.concat([Buffer.from(start), noise, Buffer.from(' HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')]),
      )
      expect(answer === '' || /^HTTP\/1\.1 (200|302|400|404|405|410|414|429|431|501|505) /.test(answer)).toBe(true)
    }),
    { numRuns: 150 },
  )
  expect((await ask('/healthz')).status).toBe(200)
})

it('refuses a head that is too large, and goes on', async () => {
  const answer = await askRaw(`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 431/)
  expect((await ask('/healthz')).status).toBe(200)
})

it('answers many visitors on one connection, in the order they asked', async () => {
  await aLampLink()
  const one = (path: string, last = false) => `GET ${path} HTTP/1.1\r\nHost: x\r\n${last ? 'Connection: close\r\n' : ''}\r\n`
  const answer = await askRaw(one('/lamp') + one('/nobody') + one('/lamp') + one('/robots.txt', true))
  expect([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1])).toEqual(['302', '404', '302', '200'])
})

it('answers what it accepted before it closes', async () => {
  await aLampLink()
  await ask('/lamp')
  const asked = Array.from({ length: 20 }, () => ask('/lamp'))
  await Promise.race(asked)
  await edge.close()
  const answered = await Promise.allSettled(asked)
  const sentOn = answered.filter((answer) => answer.status === 'fulfilled' && answer.value.status === 302)
  expect(await keptClicks()).toHaveLength(sentOn.length + 1)
  edge = await open()
})

it('says try again, not that there is no link, of a slug that nobody held, once the database is away', async () => {
  await expect.poll(() => edge.state().links.isListening).toBe(true)
  expect((await ask('/chair')).status).toBe(404)
  await deps.edgeDb.destroy()
  await onDatabase(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'listens on%' and datname = current_database()",
  )
  await expect.poll(async () => (await ask('/chair')).status).toBe(503)
})

it('knows what an edge before it knew, while the database is away', async () => {
  await aLampLink()
  await reopen({ snapshotFolder: folder })
  expect((await ask('/lamp')).status).toBe(302)
  const away = openPostgres('postgres://nobody@127.0.0.1:1/none', 'linkshelf_edge')
  await reopen({ snapshotFolder: folder, db: away, databaseUrl: 'postgres://nobody@127.0.0.1:1/none' })
  const answers = [await ask('/lamp'), await ask('/chair')]
  expect(answers.map((answer) => answer.status)).toEqual([302, 503])
  expect(answers[0]?.headers.get('location')).toBe('https://shop.example/lamp?tag=mia-20')
  await away.destroy()
})

it('sends nobody to a link of before that was deleted or changed meanwhile', async () => {
  const { project } = await aLampLink()
  await aLink(deps, project, { slug: 'sofa', target: 'https://shop.example/sofa' })
  await reopen({ snapshotFolder: folder })
  for (const path of ['/lamp', '/sofa']) expect((await ask(path)).status).toBe(302)
  await edge.close()
  await onDatabase("update links set deleted_at = now(), target = '' where slug = 'lamp'")
  await onDatabase("update links set target = 'https://shop.example/chair' where slug = 'sofa'")
  edge = await open({ snapshotFolder: folder })
  expect((await ask('/lamp')).status).toBe(410)
  expect((await ask('/sofa')).headers.get('location')).toBe('https://shop.example/chair')
})

it('counts each visit once: as at hand, or as looked up', async () => {
  await aLampLink()
  await expect.poll(() => edge.state().links.isListening).toBe(true)
  for (const path of ['/lamp', '/nobody', '/lamp', '/nobody', '/nobody']) await askRaw(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  const { hits, lookUps } = edge.state().links
  expect(hits + lookUps).toBe(5)
})

it('tells what its visitors got, and how much it had at hand', async () => {
  const { project } = await aLampLink()
  await aLink(deps, project, { slug: 'sofa' })
  await onDatabase("update links set deleted_at = now(), target = '' where slug = 'sofa'")
  const metrics = await openMetrics({ host: '127.0.0.1', port: 0 })
  measureEdge(metrics, edge)
  for (const path of ['/lamp', '/lamp', '/sofa', '/nobody']) await ask(path)
  const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text()
  const told = text.split('\n')
  expect(told).toEqual(
    expect.arrayContaining([
      'linkshelf_visits_total{outcome="sent_on"} 2',
      'linkshelf_visits_total{outcome="removed"} 1',
      'linkshelf_visits_total{outcome="unknown"} 1',
      'linkshelf_clicks_total{outcome="kept"} 2',
      'linkshelf_clicks_total{outcome="lost"} 0',
      'linkshelf_journal_disk_full 0',
    ]),
  )
  await metrics.close()
})
