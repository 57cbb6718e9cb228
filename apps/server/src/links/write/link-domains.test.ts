import {
  type DomainId,
  type Link,
  type LinkDraft,
  type LinkId,
  linkDraft,
  linkQuery,
  linksBulkCreate,
  linksBulkUpdate,
  slugOfShortUrl,
} from '@linkshelf/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { aDraft, aLink, anOrganization, aProject, catchErrorCode, findDestination } from '../../../test/builders/builders.ts'
import { aDomain, aVerifiedDomain, openDomainTest } from '../../../test/builders/domain-builder.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { archiveDomain, releaseDomain } from '../../domains/domains.ts'
import { setPrimaryDomain } from '../../projects/primary-domain.ts'
import { listAliases } from '../aliases/link-aliases.ts'
import { getLink } from '../get-link.ts'
import { listLinks } from '../list/list-links.ts'
import { findResolvedLinks } from '../resolved/find-resolved-links.ts'
import { formatAddressKey } from '../tables/link-address.ts'
import { bulkCreateLinks } from './bulk-create-links.ts'
import { bulkUpdateLinks } from './bulk-update-links.ts'
import { checkSlugs } from './slugs.ts'
import { updateLink } from './update-link.ts'

const host = 'go.lamps.example'

async function openLinkDomainTest() {
  const deps = await openDomainTest()
  const owned = await anOrganization(deps, { settings: ['package=Pro'] })
  const ctx = await aProject(deps, { owned })
  const { domain_id } = await aVerifiedDomain(deps, owned.ctx, { host })
  const other = await aProject(deps)
  const add = (draft: Partial<LinkDraft>) => aLink(deps, ctx, draft)
  return { ...deps, ctx, other, owned, domainId: domain_id as DomainId, add }
}

it('allows the same short name on each domain, and stores the full address in the link and in the audit log', async () => {
  await using test = await openLinkDomainTest()
  const plain = await test.add({ slug: 'lamp' })
  const own = await test.add({ slug: 'lamp', domain: host })

  expect(plain).toMatchObject({ url: 'https://go.linkshelf.example/lamp', domain: null })
  expect(own).toMatchObject({ url: `https://${host}/lamp`, domain: host })
  expect(await catchErrorCode(test.add({ slug: 'lamp', domain: host }))).toBe('LINK_SLUG_TAKEN')
  expect(await findDestination(test, 'lamp')).toMatchObject({ link: { linkId: plain.url_id } })
  const entries = await queryAsOwner(
    test,
    "select after->>'domain' as domain, after->>'slug' as slug from audit_log where entity_id = $1",
    [own.url_id],
  )
  expect(entries).toEqual([{ domain: host, slug: 'lamp' }])
})

it("creates a link on the project's primary domain by default, and on the instance's domain on request", async () => {
  await using test = await openLinkDomainTest()
  await setPrimaryDomain(test.ctx, { domain_id: test.domainId })
  expect((await test.add({})).domain).toBe(host)
  expect((await test.add({ domain: null })).domain).toBeNull()

  await releaseDomain(test.ctx, test.domainId)
  expect((await test.add({})).domain).toBeNull()
})

it.each([{ code: 'DOMAIN_NOT_SERVING' }, { code: 'DOMAIN_ARCHIVED' }, { code: 'DOMAIN_NOT_FOUND' }])(
  "fails with $code if a domain can't be used, for one link, several links and a check of short names",
  async ({ code }) => {
    await using test = await openLinkDomainTest()
    const { ctx, other } = test
    if (code === 'DOMAIN_NOT_SERVING') await aDomain(test, test.owned.ctx, { host: 'waiting.example' })
    if (code === 'DOMAIN_ARCHIVED') await archiveDomain(test, ctx, test.domainId)
    const used = code === 'DOMAIN_NOT_FOUND' ? other : ctx
    const domain = code === 'DOMAIN_NOT_SERVING' ? 'waiting.example' : host

    expect(await catchErrorCode(aLink(test, used, { domain }))).toBe(code)
    expect(await catchErrorCode(checkSlugs(used, ['lamp'], domain))).toBe(code)
    const { items } = linksBulkCreate.parse({ items: [{ ...aDraft(), domain }, aDraft()] })
    const { results } = await bulkCreateLinks(test, used, { items, key: undefined })
    expect(results).toMatchObject([{ code, field: 'domain' }, { status: 'created' }])
  },
)

it('creates several links on several domains, with each short name once per domain', async () => {
  await using test = await openLinkDomainTest()
  const drafts = [
    { slug: 'lamp' },
    { slug: 'lamp', domain: host },
    { slug: 'lamp', domain: host },
    { slug: 'login', domain: host },
    { domain: host },
  ]
  const { items } = linksBulkCreate.parse({ items: drafts.map((draft) => ({ ...aDraft(), ...draft })) })
  const { results } = await bulkCreateLinks(test, test.ctx, { items, key: undefined })
  const outcomes = results.map((result) => (result.status === 'created' ? result.link.domain : result.code))
  expect(outcomes).toEqual([null, host, 'LINK_SLUG_TAKEN', host, host])
})

it('moves all or none of several links to a domain with their short names, and keeps their earlier addresses as aliases', async () => {
  await using test = await openLinkDomainTest()
  const { ctx } = test
  const [lamp, chair, there] = [await test.add({ slug: 'lamp' }), await test.add({}), await test.add({ slug: 'desk', domain: host })]
  const ids = [lamp, chair, there].map(({ url_id }) => url_id)
  const move = (url_ids: readonly string[], domain: string | null, fields: object = {}) =>
    bulkUpdateLinks(test, ctx, linksBulkUpdate.parse({ url_ids, domain, ...fields }))

  const moved = await move(ids, host, { add_labels: ['Moved'] })
  expect(moved.map(({ url, domain, labels }) => [url, domain, labels])).toEqual(
    ['lamp', slugOfShortUrl(chair.url), 'desk'].map((slug) => [`https://${host}/${slug}`, host, ['Moved']]),
  )
  const listAliasUrls = async (linkId: LinkId) => (await listAliases(test, ctx, linkId)).map(({ url }) => url)
  expect(await listAliasUrls(lamp.url_id)).toEqual(['https://go.linkshelf.example/lamp'])
  expect(await listAliasUrls(there.url_id)).toEqual([])
  expect(await findDestination(test, 'lamp')).toMatchObject({ link: { linkId: lamp.url_id } })
  await move(ids, null)
  expect([await listAliasUrls(lamp.url_id), await listAliasUrls(there.url_id)]).toEqual([
    [`https://${host}/lamp`],
    [`https://${host}/desk`],
  ])

  const [shade, taken] = [await test.add({ slug: 'shade' }), await test.add({ slug: 'taken' })]
  await test.add({ slug: 'taken', domain: host })
  await expect(move([shade.url_id, taken.url_id], host)).rejects.toMatchObject({ code: 'LINK_SLUG_TAKEN', data: { slug: 'taken' } })
  expect((await getLink(test, ctx, shade.url_id)).domain).toBeNull()
  expect(await catchErrorCode(move([shade.url_id], 'new.example'))).toBe('DOMAIN_NOT_FOUND')
  await move([shade.url_id], host)
  expect(await catchErrorCode(move([(await test.add({ slug: 'shade-2' })).url_id, shade.url_id], 'none.example'))).toBe('DOMAIN_NOT_FOUND')
  const entries = await queryAsOwner(test, 'select before, after from audit_log where after::jsonb ? $1', [shade.url_id])
  expect(entries.filter(({ before }) => before !== null)).toMatchObject([
    { before: { [shade.url_id]: { slug: 'shade' } }, after: { [shade.url_id]: { domain: host } } },
  ])
})

it('moves the same links to two domains at once, without leaving a move incomplete', async () => {
  await using test = await openLinkDomainTest()
  const { ctx } = test
  const ids = await Promise.all(Array.from({ length: 6 }, async (_, nth) => (await test.add({ slug: `lamp-${nth}` })).url_id))
  const move = (url_ids: readonly string[], domain: string | null) => bulkUpdateLinks(test, ctx, linksBulkUpdate.parse({ url_ids, domain }))

  for (let round = 0; round < 4; round += 1) await Promise.all([move(ids, host), move(ids.toReversed(), null)])

  const { links } = await listLinks(test, ctx, linkQuery.parse({}))
  const [domains, addresses] = [links.map(({ domain }) => domain), await Promise.all(ids.map((id) => listAliases(test, ctx, id)))]
  expect(new Set(domains).size).toBe(1)
  expect(addresses.map((own) => own.length)).toEqual(ids.map(() => 1))
})

it("lists the links of an own domain or of the instance's domain, but no links of another organization", async () => {
  await using test = await openLinkDomainTest()
  for (const domain of [null, host]) await test.add({ slug: 'lamp', title: 'Lamp', domain, labels: ['sale'] })
  await aLink(test, test.other, { slug: 'chair' })
  const list = async (query: object, ctx = test.ctx) => {
    const { links, total } = await listLinks(test, ctx, linkQuery.parse({ ...query, total: 'true' }))
    expect(total).toBe(links.length)
    return links.map(({ domain }) => domain)
  }

  expect(await list({})).toEqual([host, null])
  for (const more of [{}, { search: 'lamp' }, { label: 'sale' }, { sort: 'name' }, { sort: 'clicks' }]) {
    expect(await list({ domain: 'GO.Lamps.example', ...more })).toEqual([host])
    expect(await list({ domain: 'none', ...more })).toEqual([null])
    expect(await list({ domain: 'other.example', ...more })).toEqual([])
  }
  expect(await list({ domain: host }, test.other)).toEqual([])
  expect(linkQuery.safeParse({ sort: 'relevance', search: 'lamp', domain: host }).success).toBe(false)
})

it('reserves only the names of its pages on an own domain', async () => {
  await using test = await openLinkDomainTest()
  await test.add({ slug: 'taken', domain: host })
  const listStatuses = async (domain: string | undefined) =>
    (await checkSlugs(test.ctx, ['login', 'Robots.txt', 'p', 'taken', 'free'], domain)).map(({ status }) => status)
  expect(await listStatuses(host)).toEqual(['free', 'reserved', 'reserved', 'taken', 'free'])
  expect(await listStatuses(undefined)).toEqual(['reserved', 'reserved', 'free', 'free', 'free'])
  expect(await catchErrorCode(test.add({ slug: 'snippet', domain: host }))).toBe('LINK_SLUG_RESERVED')
})

it('rejects a destination on a domain that any organization serves', async () => {
  await using test = await openLinkDomainTest()
  const target = `https://${host.toUpperCase()}./lamp`
  const shops = [{ target, place: 'FR', name: null }]
  const link = await aLink(test, test.other)

  const forbidden = [
    { draft: { target }, path: 'target' },
    { draft: { shops }, path: 'shops.0.target' },
  ]
  for (const { draft, path } of forbidden) {
    expect(await catchErrorCode(aLink(test, test.other, linkDraft.parse({ ...aDraft(), ...draft })))).toBe('LINK_TARGET_FORBIDDEN')
    await expect(updateLink(test, test.other, { linkId: link.url_id, update: draft })).rejects.toMatchObject({
      code: 'LINK_TARGET_FORBIDDEN',
      data: { issues: [{ path }] },
    })
  }
  const { items } = linksBulkCreate.parse({ items: [{ target }, { ...aDraft(), shops }, { target: 'https://waiting.example/' }] })
  const { results } = await bulkCreateLinks(test, test.other, { items, key: undefined })
  expect(results).toMatchObject([{ field: 'target' }, { field: 'shops' }, { status: 'created' }])
})

it('finds each link only at its own address, for 200 addresses on three domains', async () => {
  await using test = await openLinkDomainTest()
  const second = await aVerifiedDomain(test, test.owned.ctx, { host: 'kaufen.example' })
  const ids = new Map<string | null, DomainId | null>([
    [null, null],
    [host, test.domainId],
    [second.host, second.domain_id as DomainId],
  ])
  const created = new Map<string, Link>()
  const slugs = fc.constantFrom('a', 'b', 'a/b', 'b/a', 'küche', 'login-', 'x.y', 'p/a')
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ids.keys()), slugs, async (domain, slug) => {
      const address = formatAddressKey(ids.get(domain) ?? null, slug)
      const result = await test.add({ domain, slug }).catch((error) => error.code)
      if (created.has(address)) expect(result).toBe('LINK_SLUG_TAKEN')
      else created.set(address, result)
    }),
    { numRuns: 200 },
  )

  const found = await findResolvedLinks(test.edgeDb, [...created.keys()])
  for (const [address, { url_id }] of created) expect(found.get(address)).toMatchObject({ link: { linkId: url_id } })
})
