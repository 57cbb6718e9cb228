import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ebayIntegrationDraft, fontPath, scanMark, toVideoQuery } from '@linkshelf/contract'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aLink, anIntegration, aProject } from '../../test/builders/builders.ts'
import { closeEdge } from '../../test/close-fetch-connections.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { readMetric } from '../../test/read-metric.ts'
import { listEdges, listSegments, toSegmentPath } from '../clicks/journal/journal-files.ts'
import { splitRecords } from '../clicks/journal/records/record-frame.ts'
import { type JournalRecord, readRecord } from '../clicks/journal/records/visit-records.ts'
import { deleteIntegration, saveIntegration } from '../integrations/integrations.ts'
import { getLink } from '../links/index.ts'
import { updateLink } from '../links/write/update-link.ts'
import { buildInfo } from '../platform/build-info.ts'
import { openMetrics } from '../platform/http/metrics.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { measureEdge } from './edge-metrics.ts'
import { type Edge, type EdgeOptions, openEdge } from './open-edge.ts'

let deps: TestDeps
let folder: string
let edge: Edge
/** Whether the edge under test has a fast path. Otherwise `node:http` reads every request. */
let hasFastPath = true

async function open(options: Partial<EdgeOptions> = {}): Promise<Edge> {
  const { edgeDb: db, listenerUrl, clock, ids, log } = deps
  const publicOrigin = 'https://go.example'
  const onFatal = (error: unknown) => {
    throw error
  }
  const defaults = {
    host: '127.0.0.1',
    port: 0,
    publicOrigin,
    durability: 'disk',
    journalsFolder: folder,
    trustedProxies: [],
    lookupTimeoutMs: 60_000, // so that a busy machine does not answer with 503
    onFatal,
  } as const
  return openEdge({ ...defaults, db, listenerUrl, clock, ids, log, hasFastPath, ...options })
}

async function reopen(options: Partial<EdgeOptions>): Promise<void> {
  await closeEdge(edge)
  edge = await open(options)
}

afterEach(async () => {
  await closeEdge(edge)
  await rm(folder, { recursive: true })
  await deps[Symbol.asyncDispose]()
})

const visit = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${edge.port}${path}`, { redirect: 'manual', ...init })

/** Sends bytes over a raw socket. Returns everything that was received until the connection closed. */
function sendRaw(bytes: string | Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(edge.port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(Buffer.concat(chunks).toString('latin1')) : reject(error),
    )
    socket.end(bytes)
  })
}

async function readRecordedClicks(): Promise<JournalRecord[]> {
  const clicks: JournalRecord[] = []
  for (const name of await listEdges(folder)) {
    for (const segment of await listSegments(join(folder, name))) {
      const bytes = await readFile(toSegmentPath(join(folder, name), segment))
      clicks.push(...splitRecords(bytes, true).records.map(readRecord))
    }
  }
  return clicks
}

function listHeadersWithoutDate({ headers }: Response): [string, string][] {
  return [...headers].filter(([name]) => name !== 'date')
}

async function aLampLink() {
  const project = await aProject(deps)
  return { project, link: await aLink(deps, project, { slug: 'lamp', target: 'https://shop.example/lamp?tag=mia-20' }) }
}

describe.each([true, false])('with the fast path on: %s', (isOn) => {
  beforeEach(async () => {
    hasFastPath = isOn
    deps = await openTestDeps()
    folder = await mkdtemp(join(tmpdir(), 'edge-'))
    edge = await open()
    await expect.poll(() => edge.state().links.isListening).toBe(true)
  })

  it('redirects a visitor only after the click is recorded', async () => {
    const { link } = await aLampLink()
    const answer = await visit('/lamp?utm_source=mail', {
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
    const [click] = await readRecordedClicks()
    expect(click).toMatchObject({
      linkId: link.url_id,
      method: 'GET',
      rule: 'default',
      revision: 1,
      address: '127.0.0.1',
      userAgent: 'A browser',
      referrer: 'https://blog.example/',
      acceptLanguage: 'de',
      query: 'utm_source=mail',
      campaign: '',
    })
  })

  it("redirects from every spelling of a link's address, and counts the visit for this link", async () => {
    const project = await aProject(deps, { settings: ['package=Starter'] })
    const names = ['go', 'go/lamp', 'lamp', 'sale', 'sale+more', 'v1.1', 'v1.0', 'k\u00fcche', 'kuche', 'media', 'p', 'Lamp_2-b']
    const linkIdBySlug = new Map<string, string>()
    for (const slug of names)
      linkIdBySlug.set(slug, (await aLink(deps, project, { slug, target: `https://shop.example/${linkIdBySlug.size}` })).url_id)
    await reopen({})
    const visits: [string, string | undefined][] = [
      ['/go/lamp', 'go/lamp'],
      ['/go/lamp/?qr=1', 'go/lamp'],
      ['/go%2Flamp', 'go/lamp'],
      ['/go', 'go'],
      ['/lamp', 'lamp'],
      ['/k%C3%BCche', 'k\u00fcche'],
      ['/k%c3%bcche', 'k\u00fcche'],
      ['/ku%CC%88che', 'k\u00fcche'],
      ['/kuche', 'kuche'],
      ['/K%C3%BCche', undefined],
      ['/v1.0', 'v1.0'],
      ['/v1%2E0/', 'v1.0'],
      ['/v1.1', 'v1.1'],
      ['/sale+more', 'sale+more'],
      ['/sale%2Bmore', 'sale+more'],
      ['/sale', 'sale'],
      ['/sale+', undefined], // a preview
      ['/sale%20more', undefined],
      ['/media', 'media'],
      ['/p/', 'p'],
      ['/Lamp_2-b', 'Lamp_2-b'],
      ['/lamp/go', 'lamp'],
      ['/go/lamp/go', 'go/lamp'],
      ['/lamp/go/0', undefined],
    ]
    for (const [path, slug] of visits) expect([path, (await visit(path)).status === 302]).toEqual([path, slug !== undefined])
    const visited = visits.flatMap(([, slug]) => slug ?? [])
    expect((await readRecordedClicks()).map((record) => 'linkId' in record && record.linkId)).toEqual(
      visited.map((slug) => linkIdBySlug.get(slug)),
    )
  })

  it("records the destination's campaign in addition to the visit's query", async () => {
    const project = await aProject(deps)
    const target = 'https://shop.example/lamp?color=red&utm_source=shelf&utm_term=red%20lamp#top'
    await aLink(deps, project, { slug: 'lamp', target })
    expect((await visit('/lamp?qr=1')).headers.get('location')).toBe(target)
    expect(await readRecordedClicks()).toMatchObject([{ query: 'qr=1', campaign: 'utm_source=shelf&utm_term=red%20lamp' }])
  })

  it('answers HEAD like GET without a body, and records the click', async () => {
    await aLampLink()
    const answer = await visit('/lamp', { method: 'HEAD' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://shop.example/lamp?tag=mia-20'])
    expect((await readRecordedClicks()).map((click) => click.method)).toEqual(['HEAD'])
    expect(await sendRaw('HEAD /missing HTTP/1.1\r\nHost: go.example\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 404 [\s\S]*\r\n\r\n$/,
    )
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])('answers %s with 405, and records no click', async (method) => {
    await aLampLink()
    const answer = await sendRaw(`${method} /lamp HTTP/1.1\r\nHost: go.example\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 405 [\s\S]*\r\nAllow: GET, HEAD\r\n/)
    expect(await readRecordedClicks()).toEqual([])
  })

  it.each([
    ['the mark of a QR code', scanMark],
    ['the id of a video', toVideoQuery('aBcDeFgHi01')],
  ])('records %s, but does not pass it on to the destination', async (_what, mark) => {
    await aLampLink()
    const clicked = await visit('/lamp')
    const marked = await visit(`/lamp?${mark}`)

    expect(marked.headers.get('location')).toBe('https://shop.example/lamp?tag=mia-20')
    expect(listHeadersWithoutDate(marked)).toEqual(listHeadersWithoutDate(clicked))
    expect((await readRecordedClicks()).map((click) => click.query)).toEqual(['', mark])
  })

  it.each(['/chair/../lamp', '/lamp/.', 'http://go.example/chair/%2e%2E/lamp', '/./lamp'])('answers %s with 404', async (target) => {
    await aLampLink()
    expect(await sendRaw(`GET ${target} HTTP/1.1\r\nHost: go.example\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1.1 404 /)
    expect(await readRecordedClicks()).toEqual([])
  })

  it('answers 404 for an unknown link and 410 for a removed link, and records no click', async () => {
    const { project } = await aLampLink()
    const unknown = await visit('/missing')
    expect(unknown.status).toBe(404)
    expect(await unknown.text()).toContain('Link not found')
    const answers = [(await visit('/lamp')).status]

    await queryAsOwner(deps, 'delete from projects where id = $1', [project.project.id])
    // The edge is notified a moment later and redirects visitors until then.
    while (answers.at(-1) !== 410) answers.push((await visit('/lamp')).status)
    expect(new Set(answers)).toEqual(new Set([302, 410]))
    expect(await (await visit('/lamp')).text()).toContain('This link was removed')
    expect(await readRecordedClicks()).toHaveLength(answers.filter((status) => status === 302).length)
  })

  it('serves each change of a link: creation, update and deletion', async () => {
    expect((await visit('/lamp')).status).toBe(404)
    await aLampLink()
    await expect.poll(async () => (await visit('/lamp')).headers.get('location')).toBe('https://shop.example/lamp?tag=mia-20')
    await queryAsOwner(deps, "update links set target = 'https://shop.example/chair' where slug = 'lamp'")
    await expect.poll(async () => (await visit('/lamp')).headers.get('location')).toBe('https://shop.example/chair')
    await queryAsOwner(deps, "update links set deleted_at = now(), target = '' where slug = 'lamp'")
    await expect.poll(async () => (await visit('/lamp')).status).toBe(410)
  })

  it("adds the owner's tag to retailer links, follows changed settings, and does not change stored destinations", async () => {
    const project = await aProject(deps)
    await aLink(deps, project, { slug: 'lamp', target: 'https://www.amazon.com/dp/B07FZ8S74R?tag=eve-20&linkCode=ll1' })
    const print = await aLink(deps, project, { slug: 'print', target: 'https://www.amazon.com/dp/B07FZ8S74R', affiliated: false })
    await expect.poll(() => edge.state().links.isListening).toBe(true)
    const fetchLocation = async (path: string) => (await visit(path)).headers.get('location')
    expect(await fetchLocation('/lamp')).toBe('https://www.amazon.com/dp/B07FZ8S74R?tag=eve-20&linkCode=ll1')

    await anIntegration(project)
    await expect.poll(() => fetchLocation('/lamp')).toBe('https://www.amazon.com/dp/B07FZ8S74R?tag=mia-20')
    expect(await fetchLocation('/print')).toBe('https://www.amazon.com/dp/B07FZ8S74R')

    await updateLink(deps, project, { linkId: print.url_id, update: { affiliated: true } })
    await expect.poll(() => fetchLocation('/print')).toBe('https://www.amazon.com/dp/B07FZ8S74R?tag=mia-20')
    await deleteIntegration(project, 'amazon')
    await expect.poll(() => fetchLocation('/print')).toBe('https://www.amazon.com/dp/B07FZ8S74R')
    expect((await getLink(deps, project, print.url_id)).target).toBe('https://www.amazon.com/dp/B07FZ8S74R')
  })

  it('sends the click id to a retailer that accepts it', async () => {
    const project = await aProject(deps)
    await aLink(deps, project, { slug: 'lamp', target: 'https://www.ebay.com/itm/123456789012' })
    const ebay = { campaignId: '5338123456', publisherId: '1', link_behavior: 'direct', click_ids: true }
    await saveIntegration(project, 'ebay', ebayIntegrationDraft.parse(ebay))
    const location = (await visit('/lamp')).headers.get('location')
    const [click] = await readRecordedClicks()
    expect(location).toBe(
      `https://www.ebay.com/itm/123456789012?mkevt=1&mkcid=1&mkrid=711-53200-19255-0&campid=5338123456&toolid=10001&customid=${click?.id.replaceAll('-', '')}`,
    )
  })

  it('redirects visitors to their own marketplace, and records which one', async () => {
    await reopen({ trustedProxies: ['127.0.0.1'] })
    const project = await aProject(deps)
    const link = await aLink(deps, project, { slug: 'lamp', target: 'https://www.amazon.com/dp/B07FZ8S74R', title: 'Brass lamp' })
    await anIntegration(project)
    const from = async (country: string) => (await visit('/lamp', { headers: { 'cf-ipcountry': country } })).headers.get('location')
    expect(await from('AT')).toBe('https://www.amazon.de/s?k=Brass+lamp&tag=mia-21')
    expect(await from('GB')).toBe('https://www.amazon.com/dp/B07FZ8S74R?tag=mia-20')
    expect(await readRecordedClicks()).toMatchObject([
      { rule: 'shop', shop: 'amazon.de', shopReason: 'local_search' },
      { rule: 'default', shop: 'amazon.com', shopReason: 'no_tag' },
    ])
    await updateLink(deps, project, { linkId: link.url_id, update: { title: 'Reading lamp' } })
    await expect.poll(() => from('AT')).toBe('https://www.amazon.de/s?k=Reading+lamp&tag=mia-21')
    await anIntegration(project, { country_routing: 'off' })
    await expect.poll(() => from('AT')).toBe('https://www.amazon.com/dp/B07FZ8S74R?tag=mia-20')
  })

  it('counts a click on the button of the page before eBay, but neither the page nor a preview', async () => {
    const project = await aProject(deps)
    await aLink(deps, project, { slug: 'lamp', target: 'https://www.ebay.com/itm/123456789012', title: 'Brass lamp' })
    await saveIntegration(project, 'ebay', ebayIntegrationDraft.parse({ campaignId: '5338123456', publisherId: '1', click_ids: true }))
    for (const path of ['/lamp', '/lamp+']) {
      const page = await visit(path)
      expect([page.status, page.headers.get('cache-control'), page.headers.get('x-robots-tag')]).toEqual([
        200,
        'private, no-store',
        'noindex',
      ])
      // The affiliate program sees which site the click comes from.
      expect(page.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(await page.text()).toContain('Brass lamp')
    }
    expect(await readRecordedClicks()).toEqual([])

    const answer = await visit('/lamp/go?via=https%3A%2F%2Fblog.example%2F')
    const [click, ...others] = await readRecordedClicks()
    expect(others).toEqual([])
    expect(click).toMatchObject({ shop: 'ebay.com', referrer: 'https://blog.example/' })
    expect(answer.headers.get('location')).toContain(`customid=${click?.id.replaceAll('-', '')}`)
  })

  it('serves a change whose notification was lost', async () => {
    await aLampLink()
    await reopen({ pollMs: 20 })
    expect((await visit('/lamp')).headers.get('location')).toBe('https://shop.example/lamp?tag=mia-20')
    await queryAsOwner(
      deps,
      `create or replace function announce_link() returns trigger language plpgsql as $$
    begin
      insert into link_changes (slug) values (old.slug);
      return null;
    end $$`,
    )
    await queryAsOwner(deps, "update links set target = 'https://shop.example/chair' where slug = 'lamp'")
    await expect.poll(async () => (await visit('/lamp')).headers.get('location')).toBe('https://shop.example/chair')
  })

  it('does not redirect to a stored destination that is not http(s)', async () => {
    await aLampLink()
    for (const target of ['javascript:alert(1)', 'data:text/html,x', 'https://a.example/\r\nX-Evil: 1', 'ftp://a.example/', '/local']) {
      await queryAsOwner(deps, "update links set target = $1 where slug = 'lamp'", [target])
      await expect.poll(async () => (await visit('/lamp')).status).toBe(404)
    }
  })

  it('serves cached links while the database is down, and answers 503 for other links', async () => {
    await aLampLink()
    await reopen({})
    await expect.poll(() => edge.state().links.isListening).toBe(true)
    expect((await visit('/lamp')).status).toBe(302)
    await deps.edgeDb.destroy()
    expect((await visit('/lamp')).status).toBe(302)
    const unknown = await visit('/chair')
    expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await unknown.text()).toContain('Try again')
  })

  it('ends a loop between links after five redirects, and adds nothing to other destinations', async () => {
    const { project } = await aLampLink()
    await aLink(deps, project, { slug: 'sofa' })
    // Links that were created before today's rules may lead to each other. The first link's target names the public
    // origin; the second link's target names this edge by the host that visitors use.
    await queryAsOwner(deps, "update links set target = 'https://go.example/sofa' where slug = 'lamp'")
    await queryAsOwner(deps, `update links set target = 'http://127.0.0.1:${edge.port}/lamp' where slug = 'sofa'`)
    const locations: string[] = []
    for (let path = '/lamp'; path !== '' && locations.length < 9; ) {
      const answer = await visit(path)
      const location = answer.headers.get('location')
      if (location === null) expect([answer.status, await answer.text()]).toEqual([508, expect.stringContaining('leads to itself')])
      else locations.push(location)
      path = location === null ? '' : location.slice(new URL(location).origin.length)
    }
    expect(locations.map((location) => new URL(location).search)).toEqual([1, 2, 3, 4, 5].map((hops) => `?hops=${hops}`))
    await queryAsOwner(deps, "update links set target = 'https://shop.example/sofa' where slug = 'sofa'")
    await expect.poll(async () => (await visit('/sofa?hops=1')).headers.get('location')).toBe('https://shop.example/sofa')
    expect(edge.state().visits.loop).toBe(1)
  })

  it.each([
    ['/', 200, 'text/html; charset=utf-8', 'This domain serves short links'],
    ['/robots.txt', 200, 'text/plain; charset=utf-8', 'Disallow: /'],
    ['/favicon.ico', 200, 'image/svg+xml', '<svg'],
    [fontPath, 200, 'font/woff2', 'wOF2'],
    ['/wp-login.php', 404, 'text/html; charset=utf-8', 'Link not found'],
    ['/a/b/c', 404, 'text/html; charset=utf-8', 'Link not found'],
  ])('answers %s with %i', async (path, status, type, text) => {
    const answer = await visit(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, type])
    expect(await answer.text()).toContain(text)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('allows only its own style in its content security policy', async () => {
    const answer = await visit('/')
    const style = /<style>([\s\S]*?)<\/style>/.exec(await answer.text())?.[1] ?? ''
    expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  })

  it('reports its health without counters', async () => {
    const healthy = { status: 'ok', ...buildInfo, isDiskFull: false, isDatabaseReachable: true, isListening: true }
    await expect.poll(async () => (await visit('/healthz')).json()).toEqual(healthy)
    await aLampLink()
    for (const path of ['/lamp', '/lamp', '/missing']) await visit(path)
    expect(await (await visit('/healthz')).json()).toEqual(healthy)
  })

  it('reads address and country only from headers of trusted proxies', async () => {
    await aLampLink()
    const headers = { 'x-forwarded-for': '198.51.100.7, 203.0.113.5', 'cf-ipcountry': 'NZ' }
    await visit('/lamp', { headers })
    await reopen({ trustedProxies: ['10.0.0.0/8'] })
    await visit('/lamp', { headers: { ...headers, 'x-vercel-ip-country': 'NZ', 'cloudfront-viewer-country': 'NZ' } })
    await reopen({ trustedProxies: ['127.0.0.0/8'] })
    await visit('/lamp', { headers })
    const [direct, pastTheProxy, proxied] = await readRecordedClicks()
    expect(direct).toMatchObject({ address: '127.0.0.1', country: '' })
    expect(pastTheProxy).toMatchObject({ address: '127.0.0.1', country: '' })
    expect(proxied).toMatchObject({ address: '203.0.113.5', country: 'NZ' })
  })

  it('rate-limits only the address that guesses slugs', async () => {
    await aLampLink()
    await reopen({ notFoundPerMinute: 5, trustedProxies: ['127.0.0.1'] })
    const from = (address: string, path: string) => visit(path, { headers: { 'x-forwarded-for': address } })
    const statuses: number[] = []
    for (let guess = 0; guess < 8; guess += 1) statuses.push((await from(`2001:db8::${guess}`, `/guess${guess}`)).status)
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429, 429])
    // `/lamp` is not cached, but a link that exists is served even though other addresses of the network are limited.
    expect((await from('2001:db8::99', '/lamp')).status).toBe(302)
    expect((await from('2001:db8:0:1::', '/guess9')).status).toBe(404)
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

  it('includes no part of a path or query in its response', async () => {
    await aLampLink()
    for (const target of headBreakers.flatMap((text) => [`/${text}`, `/lamp${text}`, `/lamp?x=${text}`, `/lamp/${text}`, `//${text}`])) {
      const answer = await sendRaw(Buffer.from(`GET ${target} HTTP/1.1\r\nHost: go.example\r\nConnection: close\r\n\r\n`, 'latin1'))
      const [head = ''] = answer.split('\r\n\r\n')
      expect(head, target).toMatch(/^HTTP\/1\.1 (200|302|400|404)/)
      expect(head, target).not.toMatch(/evil|script/i)
      for (const line of head.split('\r\n').slice(1)) expect(line, target).toMatch(/^[A-Za-z-]+: [^\r\n]*$/)
      if (head.startsWith('HTTP/1.1 302')) expect(head).toContain('\r\nLocation: https://shop.example/lamp?tag=mia-20\r\n')
    }
  })

  it('answers random bytes with one complete response, or closes the connection', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.constantFrom('', 'GET /', 'GET /lamp', 'HEAD /x?'), async (noise, start) => {
        const answer = await sendRaw(
          Buffer.concat([Buffer.from(start), noise, Buffer.from(' HTTP/1.1\r\nHost: go.example\r\nConnection: close\r\n\r\n')]),
        )
        expect(answer === '' || /^HTTP\/1\.1 (200|302|400|404|405|410|414|429|431|501|505) /.test(answer)).toBe(true)
      }),
      { numRuns: 150 },
    )
    expect((await visit('/healthz')).status).toBe(200)
  })

  it('answers 431 to a head that is too large, and continues', async () => {
    const answer = await sendRaw(`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: go.example\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 431/)
    expect((await visit('/healthz')).status).toBe(200)
  })

  it('answers pipelined requests in order', async () => {
    await aLampLink()
    const one = (path: string, last = false) => `GET ${path} HTTP/1.1\r\nHost: go.example\r\n${last ? 'Connection: close\r\n' : ''}\r\n`
    const answer = await sendRaw(one('/lamp') + one('/missing') + one('/lamp') + one('/robots.txt', true))
    expect([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1])).toEqual(['302', '404', '302', '200'])
  })

  it('answers accepted requests before it closes', async () => {
    await aLampLink()
    await visit('/lamp')
    const sent = Array.from({ length: 20 }, () => visit('/lamp'))
    await Promise.race(sent)
    await edge.close()
    const answered = await Promise.allSettled(sent)
    const redirected = answered.filter((answer) => answer.status === 'fulfilled' && answer.value.status === 302)
    expect(await readRecordedClicks()).toHaveLength(redirected.length + 1)
    edge = await open()
  })

  it('answers 503, not 404, for a slug without a link while the database is down', async () => {
    await expect.poll(() => edge.state().links.isListening).toBe(true)
    expect((await visit('/chair')).status).toBe(404)
    await deps.edgeDb.destroy()
    await queryAsOwner(
      deps,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'listens on%' and datname = current_database()",
    )
    await expect.poll(async () => (await visit('/chair')).status).toBe(503)
  })

  it('serves the links of an earlier edge while the database is down', async () => {
    await aLampLink()
    await reopen({ snapshotFolder: folder })
    expect((await visit('/lamp')).status).toBe(302)
    const away = openPostgres('postgres://nobody@127.0.0.1:1/none')
    await reopen({ snapshotFolder: folder, db: away, listenerUrl: 'postgres://nobody@127.0.0.1:1/none' })
    const answers = [await visit('/lamp'), await visit('/chair')]
    expect(answers.map((answer) => answer.status)).toEqual([302, 503])
    expect(answers[0]?.headers.get('location')).toBe('https://shop.example/lamp?tag=mia-20')
    await away.destroy()
  })

  it('does not serve a link of the snapshot that was deleted or changed since', async () => {
    const { project } = await aLampLink()
    await aLink(deps, project, { slug: 'sofa', target: 'https://shop.example/sofa' })
    await reopen({ snapshotFolder: folder })
    for (const path of ['/lamp', '/sofa']) expect((await visit(path)).status).toBe(302)
    await edge.close()
    await queryAsOwner(deps, "update links set deleted_at = now(), target = '' where slug = 'lamp'")
    await queryAsOwner(deps, "update links set target = 'https://shop.example/chair' where slug = 'sofa'")
    edge = await open({ snapshotFolder: folder })
    expect((await visit('/lamp')).status).toBe(410)
    expect((await visit('/sofa')).headers.get('location')).toBe('https://shop.example/chair')
  })

  it('counts each visit once, as a hit or as a lookup', async () => {
    await aLampLink()
    await expect.poll(() => edge.state().links.isListening).toBe(true)
    for (const path of ['/lamp', '/missing', '/lamp', '/missing', '/missing'])
      await sendRaw(`GET ${path} HTTP/1.1\r\nHost: go.example\r\n\r\n`)
    const { hits, lookups } = edge.state().links
    expect(hits + lookups).toBe(5)
  })

  it('publishes metrics about outcomes, clicks and the link cache', async () => {
    const { project } = await aLampLink()
    await aLink(deps, project, { slug: 'sofa' })
    await queryAsOwner(deps, "update links set deleted_at = now(), target = '' where slug = 'sofa'")
    const metrics = await openMetrics({ host: '127.0.0.1', port: 0 })
    measureEdge(metrics, edge)
    for (const path of ['/lamp', '/lamp', '/sofa', '/missing']) await visit(path)
    const figures = ['visits_total{outcome="sent_on"}', 'visits_total{outcome="removed"}', 'visits_total{outcome="unknown"}']
    figures.push('clicks_total{outcome="kept"}', 'clicks_total{outcome="lost"}', 'journal_disk_full')
    expect(await Promise.all(figures.map((name) => readMetric(metrics.port, `linkshelf_${name}`)))).toEqual([2, 1, 1, 2, 0, 0])
    await metrics.close()
  })
})
