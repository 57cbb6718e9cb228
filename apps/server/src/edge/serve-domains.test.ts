import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DomainId, DomainSettingsPatch } from '@linkshelf/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aCategory, aLink, anOrganization, aProduct, aProject, aStore, type OwnedOrganization } from '../../test/builders/builders.ts'
import { aLinkOfDomain, aVerifiedDomain, type DomainTest, openDomainTest } from '../../test/builders/domain-builder.ts'
import { closeEdge } from '../../test/close-fetch-connections.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { readMetric } from '../../test/read-metric.ts'
import { listEdges, listSegments, toSegmentPath } from '../clicks/journal/journal-files.ts'
import { splitRecords } from '../clicks/journal/records/record-frame.ts'
import { readRecord } from '../clicks/journal/records/visit-records.ts'
import { getDomainSettings, patchDomainSettings } from '../domains/domain-settings.ts'
import { releaseDomain } from '../domains/domains.ts'
import { openMetrics } from '../platform/http/metrics.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { hasProject } from '../projects/project-table.ts'
import { measureEdge } from './edge-metrics.ts'
import { type Edge, type EdgeOptions, openEdge } from './open-edge.ts'

let deps: DomainTest
let folder: string
let edge: Edge

function open(options: Partial<EdgeOptions> = {}): Promise<Edge> {
  const { edgeDb: db, listenerUrl, clock, ids, log } = deps
  const defaults = {
    host: '127.0.0.1',
    port: 0,
    publicOrigin: 'https://go.linkshelf.example',
    durability: 'disk',
    trustedProxies: [],
  } as const
  // Polling happens only once, when the edge starts. So later changes reach the edge only as notifications.
  const times = { pollMs: 3_600_000, lookupTimeoutMs: 60_000 }
  return openEdge({ ...defaults, ...times, journalsFolder: folder, snapshotFolder: folder, db, listenerUrl, clock, ids, log, ...options })
}

beforeEach(async () => {
  deps = await openDomainTest()
  folder = await mkdtemp(join(tmpdir(), 'edge-'))
  edge = await open()
  await expect.poll(() => edge.state().links.isListening).toBe(true)
})
afterEach(async () => {
  await closeEdge(edge)
  await rm(folder, { recursive: true })
  await deps[Symbol.asyncDispose]()
})

/** Returns the status of a visit with this Host header, and where it leads. */
function visit(host: string, path: string): Promise<[status: number | undefined, location: string | undefined]> {
  return new Promise((resolve, reject) => {
    request({ port: edge.port, host: '127.0.0.1', path, headers: { host } }, (response) => {
      response.resume()
      resolve([response.statusCode, response.headers.location])
    })
      .on('error', reject)
      .end()
  })
}

/** Adds a link at /lamp to the domain. The instance's own domain also has a link there. */
async function addLinks(ctx: OwnedOrganization, domainId: string): Promise<void> {
  const project = await aProject(deps, { owned: ctx })
  await aLink(deps, project, { slug: 'lamp', target: 'https://shop.example/own' })
  await aLinkOfDomain(deps, project, domainId, 'https://shop.example/lamps')
}

const askForCertificate = async (name: string) => (await fetch(`http://127.0.0.1:${edge.port}/.tls/ask?domain=${name}`)).status

const servedCount = () => expect.poll(() => edge.state().servedDomains)

it('serves a domain from its verification until its release, also after a restart without the database', async () => {
  const { ctx } = await anOrganization(deps)
  expect(await askForCertificate('go.lamps.example')).toBe(403)
  const { domain_id } = await aVerifiedDomain(deps, ctx)
  await expect.poll(() => askForCertificate('go.lamps.example')).toBe(200)

  await closeEdge(edge)
  const away = openPostgres('postgres://nobody@127.0.0.1:1/none')
  edge = await open({ db: away, listenerUrl: 'postgres://nobody@127.0.0.1:1/none' })
  expect([
    await askForCertificate('go.lamps.example'),
    await askForCertificate('go.linkshelf.example'),
    await askForCertificate('other.example'),
  ]).toEqual([200, 200, 403])
  await closeEdge(edge)
  await away.destroy()

  await rm(join(folder, 'served-domains'))
  edge = await open()
  expect(await askForCertificate('go.lamps.example')).toBe(200)
  await expect.poll(() => edge.state().links.isListening).toBe(true)
  await releaseDomain(ctx, domain_id as DomainId)
  await expect.poll(() => askForCertificate('go.lamps.example')).toBe(403)
})

it('serves no domain of a deleted organization', async () => {
  const { ctx, organization } = await anOrganization(deps)
  await aVerifiedDomain(deps, ctx)
  await servedCount().toBe(1)
  await queryAsOwner(deps, 'delete from organizations where id = $1', [organization.id])
  await servedCount().toBe(0)
})

it('serves a change whose notification was lost', async () => {
  const { ctx } = await anOrganization(deps)
  await aVerifiedDomain(deps, ctx)
  await servedCount().toBe(1)
  await closeEdge(edge)
  edge = await open({ pollMs: 20 })
  await queryAsOwner(
    deps,
    `create or replace function announce_domain() returns trigger language plpgsql as $$
    begin
      insert into link_changes (slug) values ('domain:' || old.host);
      return null;
    end $$`,
  )
  await queryAsOwner(deps, 'update domains set is_serving = false')
  await servedCount().toBe(0)
})

it("can't read domains that are not served", async () => {
  const { ctx } = await anOrganization(deps)
  await aVerifiedDomain(deps, ctx)
  await queryAsOwner(deps, 'update domains set is_serving = false')
  expect(await deps.edgeDb.selectFrom('domains').select('host').execute()).toEqual([])
  await expect(deps.edgeDb.selectFrom('domains').select('token').execute()).rejects.toThrow('permission denied')
})

it('redirects from each host to its own links, whatever links other hosts have at the same path', async () => {
  const owned = await anOrganization(deps)
  const { domain_id, host } = await aVerifiedDomain(deps, owned.ctx)
  await addLinks(owned, domain_id)
  await servedCount().toBe(1)

  for (const spelled of [host, host.toUpperCase(), `${host}.`, `${host}:8443`])
    expect([spelled, ...(await visit(spelled, '/lamp'))]).toEqual([spelled, 302, 'https://shop.example/lamps'])
  for (const own of ['go.linkshelf.example', 'localhost:3001', '127.0.0.1'])
    expect([own, ...(await visit(own, '/lamp'))]).toEqual([own, 302, 'https://shop.example/own'])
  for (const other of [`x.${host}`, 'lamps.example', 'app.linkshelf.example', 'other.example', '%00', `${host}@other.example`])
    expect([other, ...(await visit(other, '/lamp'))]).toEqual([other, 404, undefined])

  // The host of a target in absolute form wins over the Host header. The link must be cached only for the target's
  // host.
  expect(await visit('other.example', `http://${host}/lamp`)).toEqual([302, 'https://shop.example/lamps'])
  expect(await visit(host, 'http://other.example/lamp')).toEqual([404, undefined])
  expect(await visit(host, 'http://go.linkshelf.example/lamp')).toEqual([302, 'https://shop.example/own'])

  await releaseDomain(owned.ctx, domain_id as DomainId)
  await expect.poll(() => visit(host, '/lamp')).toEqual([404, undefined])
  expect(await visit('localhost', '/lamp')).toEqual([302, 'https://shop.example/own'])
})

it('answers certificate requests only for proxies, and publishes metrics', async () => {
  const { ctx } = await anOrganization(deps)
  await aVerifiedDomain(deps, ctx)
  await servedCount().toBe(1)
  const get = (path: string, headers = {}) => fetch(`http://127.0.0.1:${edge.port}${path}`, { headers })
  expect(await (await get('/.tls/traefik')).json()).toEqual({
    http: {
      routers: { 'go.lamps.example': { rule: 'Host(`go.lamps.example`)', service: 'linkshelf@file', tls: { certResolver: 'linkshelf' } } },
    },
  })
  expect(await askForCertificate('go.lamps.example')).toBe(200)
  expect(await askForCertificate('lamps.example')).toBe(403)
  const outside = { 'x-forwarded-for': '198.51.100.7' }
  expect((await get('/.tls/ask?domain=go.lamps.example', outside)).status).toBe(403)
  const [hidden, unknown] = [await get('/.tls/traefik', outside), await get('/.tls/other', outside)]
  expect([hidden.status, await hidden.text()]).toEqual([404, await unknown.text()])

  const metrics = await openMetrics({ host: '127.0.0.1', port: 0 })
  measureEdge(metrics, edge)
  const names = ['allowed', 'denied', 'listed', 'rejected'].map((outcome) => `tls_requests_total{outcome="${outcome}"}`)
  const figures = ['served_domains', ...names].map((name) => readMetric(metrics.port, `linkshelf_${name}`))
  expect(await Promise.all(figures)).toEqual([1, 1, 1, 1, 2])
  await metrics.close()
})

it("records the visited host and the link's alias, and neither for a link on the instance's domain", async () => {
  const owned = await anOrganization(deps)
  const { domain_id, host } = await aVerifiedDomain(deps, owned.ctx)
  await addLinks(owned, domain_id)
  const [alias] = await queryAsOwner<{ id: string }>(
    deps,
    `insert into link_aliases (id, organization_id, project_id, link_id, domain_id, slug, created_at)
     select uuidv7(), organization_id, project_id, id, domain_id, 'old-lamp', now() from links where domain_id = $1 returning id`,
    [domain_id],
  )
  await servedCount().toBe(1)
  for (const [spelled, path] of [
    [`${host.toUpperCase()}:8443`, '/lamp'],
    [host, '/old-lamp'],
    ['go.linkshelf.example', '/lamp'],
  ] as const)
    expect((await visit(spelled, path))[0]).toBe(302)

  const [name = ''] = await listEdges(folder)
  const [segment = 0] = await listSegments(join(folder, name))
  const { records } = splitRecords(await readFile(toSegmentPath(join(folder, name), segment)), true)
  expect(records.map(readRecord)).toMatchObject([
    { host, aliasId: '' },
    { host, aliasId: alias?.id },
    { host: '', aliasId: '' },
  ])
})

async function getText(host: string, path: string): Promise<[status: number | undefined, type: string | undefined, body: string]> {
  return new Promise((resolve, reject) => {
    request({ port: edge.port, host: '127.0.0.1', path, headers: { host } }, async (response) => {
      let body = ''
      for await (const chunk of response.setEncoding('utf8')) body += chunk
      resolve([response.statusCode, response.headers['content-type'], body])
    })
      .on('error', reject)
      .end()
  })
}

it("follows a domain's settings at its root, at fixed paths and at paths without a link", async () => {
  const owned = await anOrganization(deps)
  const { domain_id, host } = await aVerifiedDomain(deps, owned.ctx)
  const domainId = domain_id as DomainId
  await addLinks(owned, domain_id)
  await servedCount().toBe(1)
  const change = async (patch: Omit<DomainSettingsPatch, 'revision'>) => {
    const { revision } = await getDomainSettings(owned.ctx, domainId)
    await patchDomainSettings({ hasProject }, owned.ctx, { domainId, patch: { ...patch, revision } })
  }

  const [status, , page] = await getText(host, '/')
  expect([status, page.includes(host)]).toEqual([200, true])
  expect((await getText(host, '/robots.txt'))[2]).toContain('Disallow: /')
  expect((await getText(host, '/.well-known/assetlinks.json'))[0]).toBe(404)
  expect((await getText(host, '/favicon.ico'))[1]).toBe('image/svg+xml')

  await change({
    root_url: 'https://lamps.example/',
    not_found_url: 'https://lamps.example/help',
    favicon: 'https://lamps.example/icon.png',
  })
  await change({ robots_txt: 'User-agent: *', apple_app_site_association: '{"applinks":{}}', asset_links: '[]' })
  await expect.poll(() => visit(host, '/')).toEqual([302, 'https://lamps.example/'])
  for (const path of ['/missing', '/@mia', '/.well-known/other', '/missing/path'])
    expect([path, ...(await visit(host, path))]).toEqual([path, 302, 'https://lamps.example/help'])
  expect(await visit(host, '/favicon.ico')).toEqual([302, 'https://lamps.example/icon.png'])
  expect(await visit(host, '/lamp')).toEqual([302, 'https://shop.example/lamps'])
  await expect.poll(() => getText(host, '/robots.txt')).toEqual([200, 'text/plain; charset=utf-8', 'User-agent: *'])
  expect(await getText(host, '/.well-known/apple-app-site-association')).toEqual([200, 'application/json', '{"applinks":{}}'])
  expect(await getText(host, '/.well-known/assetlinks.json')).toEqual([200, 'application/json', '[]'])
  expect(await visit('localhost', '/missing')).toEqual([404, undefined])

  await change({ root_url: null, not_found_url: null, apple_app_site_association: null })
  await expect.poll(async () => (await visit(host, '/'))[0]).toBe(200)
  expect(await visit(host, '/missing')).toEqual([404, undefined])
  expect((await getText(host, '/.well-known/apple-app-site-association'))[0]).toBe(404)
})

it("shows a project's store at the root and its pages below, and prefers a short link at the same path", async () => {
  const owned = await anOrganization(deps)
  const { domain_id, host } = await aVerifiedDomain(deps, owned.ctx)
  const domainId = domain_id as DomainId
  const ctx = await aProject(deps, { owned })
  const { slug } = await aCategory(deps, ctx, { name: 'Desk' })
  const { url, url_id } = await aLink(deps, ctx)
  const product = await aProduct(deps, ctx, { name: 'Brass lamp', description: 'Warm light', urls: [url_id] })
  await aProduct(deps, ctx, { name: 'Lamp' })
  await aStore(deps, ctx, { name: 'Lamps', snippet: '<b>Sale</b>' })
  await aLinkOfDomain(deps, ctx, domain_id, 'https://shop.example/lamps')
  await servedCount().toBe(1)
  const { revision } = await getDomainSettings(owned.ctx, domainId)
  const settings = await patchDomainSettings({ hasProject }, owned.ctx, { domainId, patch: { revision, store_project_id: ctx.project.id } })
  await expect.poll(async () => (await getText(host, '/'))[2]).toContain('Brass lamp')

  const origin = `https://${host}`
  const [, , start] = await getText(host, '/')
  const hrefs = [...start.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, href = '']) => href)
  expect(hrefs).toEqual(expect.arrayContaining([`${origin}/`, '/', `/${slug}`, `/${product.slug}`, '/snippet']))
  expect(hrefs.filter((href) => href.includes('@'))).toEqual([])
  expect(hrefs.filter((href) => href.includes('?from='))).toEqual([`${url}?from=store-${product.product_id}`])
  for (const page of [start, (await getText('localhost', '/@lamps'))[2]]) {
    expect(page).toContain(`<link rel="canonical" href="${origin}/"/>`)
    expect(page).toContain(`<meta property="og:url" content="${origin}/"/>`)
  }
  expect((await getText(host, `/${product.slug}`))[2]).toContain(`<link rel="canonical" href="${origin}/${product.slug}"/>`)
  expect((await getText(host, `/${slug}`))[2]).toContain(`<link rel="canonical" href="${origin}/${slug}"/>`)
  expect((await getText(host, '/sitemap.xml'))[2]).toContain(
    ['', slug, product.slug].map((path) => `<url><loc>${origin}/${path}</loc></url>`).join(''),
  )
  expect((await getText(host, '/robots.txt'))[2]).toBe(`User-agent: *\nAllow: /\nSitemap: ${origin}/sitemap.xml\n`)
  expect((await getText(host, '/snippet'))[2]).toContain('<b>Sale</b>')
  expect(await visit(host, `/p/${product.product_id}`)).toEqual([301, `/${product.slug}`])
  expect(await visit(host, '/lamp')).toEqual([302, 'https://shop.example/lamps'])
  expect((await visit(host, '/missing'))[0]).toBe(404)
  expect((await visit(host, '/@lamps'))[0]).toBe(404)
  expect((await visit('localhost', `/${product.slug}`))[0]).toBe(404)

  await queryAsOwner(deps, 'update stores set is_active = false')
  await expect.poll(async () => (await getText(host, '/'))[2]).not.toContain('Brass lamp')
  const [status, , page] = await getText(host, '/')
  expect([status, page.includes(host)]).toEqual([200, true])
  expect((await visit(host, `/${product.slug}`))[0]).toBe(404)

  const { revision: next } = settings
  await patchDomainSettings({ hasProject }, owned.ctx, { domainId, patch: { revision: next, root_url: 'https://lamps.example/' } })
  await expect.poll(() => visit(host, '/')).toEqual([302, 'https://lamps.example/'])
})
