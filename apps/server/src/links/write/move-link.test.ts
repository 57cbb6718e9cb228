import { aliasesPerLink, type DomainId, type LinkAliasId, type LinkUpdate } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aLink, anOrganization, aProject, catchErrorCode, findDestination, listErrorCodes } from '../../../test/builders/builders.ts'
import { aDomain, aVerifiedDomain, openDomainTest, runNextCheck, setRecords } from '../../../test/builders/domain-builder.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { createRateLimiters } from '../../access/index.ts'
import { archiveDomain, releaseDomain } from '../../domains/domains.ts'
import { createAlias, listAliases, makeAliasMain, releaseAlias } from '../aliases/link-aliases.ts'
import { getLink } from '../get-link.ts'
import { formatAddressKey } from '../tables/link-address.ts'
import { updateLink } from './update-link.ts'

const host = 'go.lamps.example'

async function openMoveTest() {
  const deps = await openDomainTest()
  const owned = await anOrganization(deps, { settings: ['package=Pro'] })
  const ctx = await aProject(deps, { owned })
  const domain = await aVerifiedDomain(deps, owned.ctx, { host })
  const domainId = domain.domain_id as DomainId
  const link = await aLink(deps, ctx, { slug: 'lamp' })
  const linkId = link.url_id
  const createAliasAt = async (draft: { slug?: string; domain?: string | null }) => {
    const alias = await createAlias(deps, ctx, { linkId, draft })
    return { ...alias, aliasId: alias.alias_id as LinkAliasId }
  }
  return {
    ...deps,
    ...{ owned, ctx, domain, domainId, link, linkId, aliasAt: createAliasAt },
    move: (update: LinkUpdate) => updateLink(deps, ctx, { linkId, update }),
    aliases: async () => (await listAliases(deps, ctx, linkId)).map(({ url }) => url),
    at: (slug: string, onOwn = true) => findDestination(deps, formatAddressKey(onOwn ? domainId : null, slug)),
  }
}

it('moves a link to another domain and back, and keeps each earlier address as an alias that leads to it', async () => {
  await using test = await openMoveTest()
  const { linkId } = test

  expect(await test.move({ domain: host })).toMatchObject({ url: `https://${host}/lamp`, domain: host })
  expect(await test.aliases()).toEqual(['https://go.linkshelf.example/lamp'])
  expect(await test.move({ domain: host, slug: 'lampe' })).toMatchObject({ url: `https://${host}/lampe` })
  expect(await test.move({ domain: null, slug: 'lamp' })).toMatchObject({ url: 'https://go.linkshelf.example/lamp', domain: null })

  expect(await test.aliases()).toEqual([`https://${host}/lamp`, `https://${host}/lampe`])
  for (const found of [await test.at('lamp', false), await test.at('lamp'), await test.at('lampe')])
    expect(found).toMatchObject({ link: { linkId } })
  const entries = await queryAsOwner(
    test,
    `select before->>'domain' as before, after->>'domain' as after from audit_log where action = 'link.update' and entity_id = $1 order by created_at`,
    [linkId],
  )
  expect(entries).toEqual([
    { before: null, after: host },
    { before: host, after: host },
    { before: host, after: null },
  ])
})

it('adds no alias if a short name is only corrected, but adds one if the domain changes too', async () => {
  await using test = await openMoveTest()
  const visits = { wasVisited: async () => false, openClicks: () => Promise.reject(new Error('No clicks')) }
  const change = (update: LinkUpdate) => updateLink({ ...test, visits }, test.ctx, { linkId: test.linkId, update })

  await change({ slug: 'lampe' })
  expect(await test.aliases()).toEqual([])
  await change({ slug: 'lampen', domain: host })
  expect(await test.aliases()).toEqual(['https://go.linkshelf.example/lampe'])
  await change({ slug: 'light', domain: host })
  expect(await test.aliases()).toHaveLength(1)
})

it.each([{ code: 'DOMAIN_NOT_SERVING' }, { code: 'DOMAIN_ARCHIVED' }, { code: 'DOMAIN_NOT_FOUND' }])(
  "fails with $code if the domain can't be used, for a move, a new alias and an alias that becomes the main address",
  async ({ code }) => {
    await using test = await openMoveTest()
    const { ctx, owned, linkId, domainId, aliasAt } = test
    const { aliasId } = await aliasAt({ domain: host })
    if (code === 'DOMAIN_NOT_SERVING') await loseToNewOwner(test)
    if (code === 'DOMAIN_ARCHIVED') await archiveDomain(test, owned.ctx, domainId)
    if (code === 'DOMAIN_NOT_FOUND') await releaseDomain(owned.ctx, domainId)

    expect(await catchErrorCode(test.move({ domain: host }))).toBe(code)
    expect(await catchErrorCode(aliasAt({ domain: host }))).toBe(code)
    expect(await catchErrorCode(makeAliasMain(test, ctx, { linkId, aliasId }))).toBe(code)
    expect(await getLink(test, ctx, linkId)).toMatchObject({ url: 'https://go.linkshelf.example/lamp' })
  },
)

async function loseToNewOwner(test: Awaited<ReturnType<typeof openMoveTest>>): Promise<void> {
  const noah = await anOrganization(test)
  const claim = await aDomain(test, noah.ctx, { host })
  setRecords(test, claim)
  for (const serving of [false, true]) expect(await runNextCheck(test, noah.ctx, claim)).toMatchObject({ serving })
}

it('rejects a domain of another organization and a domain that was never verified', async () => {
  await using test = await openMoveTest()
  const noah = await anOrganization(test, { settings: ['package=Pro'] })
  const theirs = await aProject(test, { owned: noah })
  const { url_id: linkId } = await aLink(test, theirs)
  const taken = await aVerifiedDomain(test, noah.ctx, { host: 'go.noah.example' })
  await aDomain(test, test.owned.ctx, { host: 'waiting.example' })

  expect(await catchErrorCode(test.move({ domain: taken.host }))).toBe('DOMAIN_NOT_FOUND')
  expect(await catchErrorCode(test.aliasAt({ domain: taken.host }))).toBe('DOMAIN_NOT_FOUND')
  expect(await catchErrorCode(test.move({ domain: 'waiting.example' }))).toBe('DOMAIN_NOT_SERVING')
  expect(await catchErrorCode(updateLink(test, theirs, { linkId, update: { domain: host } }))).toBe('DOMAIN_NOT_FOUND')
  expect(await catchErrorCode(updateLink(test, theirs, { linkId: test.linkId, update: { domain: null } }))).toBe('LINK_NOT_FOUND')
})

it('changes other fields of a link and moves the link, even if its domain is archived or lost', async () => {
  await using test = await openMoveTest()
  await test.move({ domain: host })
  await archiveDomain(test, test.owned.ctx, test.domainId)
  expect(await test.move({ domain: host, title: 'Lamp' })).toMatchObject({ title: 'Lamp', domain: host })
  await releaseDomain(test.owned.ctx, test.domainId)
  expect(await test.move({ domain: host, notes: 'Printed' })).toMatchObject({ notes: 'Printed', domain: host })
  expect(await test.move({ domain: null })).toMatchObject({ url: 'https://go.linkshelf.example/lamp' })
})

it('allows aliases on several domains, and never reuses a released address', async () => {
  await using test = await openMoveTest()
  const { ctx, linkId, aliasAt } = test
  const own = await aliasAt({ domain: host, slug: 'lamp' })
  expect(own).toMatchObject({ url: `https://${host}/lamp`, domain: host })
  expect(await test.at('lamp')).toMatchObject({ link: { linkId, aliasId: own.aliasId } })
  expect(await aliasAt({ slug: 'login', domain: host })).toMatchObject({ url: `https://${host}/login` })
  expect(await catchErrorCode(aliasAt({ slug: 'login' }))).toBe('LINK_SLUG_RESERVED')
  await test.move({ domain: host, slug: 'lamp' })
  // If no domain is given, the alias is on the current domain of its link.
  expect(await aliasAt({ slug: 'light' })).toMatchObject({ domain: host })
  expect(await aliasAt({ slug: 'light', domain: null })).toMatchObject({ domain: null })

  const earlier = (await listAliases(test, ctx, linkId)).find(({ slug, domain }) => slug === 'lamp' && domain === null)
  await releaseAlias(ctx, { linkId, aliasId: earlier?.alias_id as LinkAliasId })
  expect(await test.at('lamp', false)).toEqual({ kind: 'gone' })
  expect(await test.at('lamp')).toMatchObject({ link: { linkId } })
  expect(await catchErrorCode(test.move({ domain: null }))).toBe('LINK_SLUG_TAKEN')
  expect(await catchErrorCode(aLink(test, ctx, { slug: 'lamp' }))).toBe('LINK_SLUG_TAKEN')
})

it('gives an address on a domain to only one of several links that request it at once', async () => {
  await using test = await openMoveTest()
  const { ctx } = test
  const second = await aLink(test, ctx, { domain: null })

  const outcomes = await Promise.allSettled([
    test.move({ domain: host, slug: 'wanted' }),
    updateLink(test, ctx, { linkId: second.url_id, update: { domain: host, slug: 'wanted' } }),
    aLink(test, ctx, { domain: host, slug: 'wanted' }),
    createAlias(test, ctx, { linkId: second.url_id, draft: { domain: host, slug: 'wanted' } }),
  ])

  expect(listErrorCodes(outcomes)).toEqual(Array(3).fill('LINK_SLUG_TAKEN'))
  expect(await test.at('wanted')).toMatchObject({ kind: 'link' })
})

it('either moves a link to a domain or fails, if the domain is released at the same time', async () => {
  await using test = await openMoveTest()
  const second = await aVerifiedDomain(test, test.owned.ctx, { host: 'kaufen.example' })

  const outcomes = await Promise.allSettled([
    test.move({ domain: 'kaufen.example' }),
    releaseDomain(test.owned.ctx, second.domain_id as DomainId),
    aLink(test, test.ctx, { domain: 'kaufen.example' }),
    test.aliasAt({ domain: 'kaufen.example' }),
  ])

  expect(listErrorCodes(outcomes).every((code) => code === 'DOMAIN_NOT_FOUND')).toBe(true)
  expect(outcomes[1]).toMatchObject({ status: 'fulfilled' })
})

it('counts a chosen short name on each domain, but not generated names or aliases of the link', async () => {
  await using test = await openMoveTest()
  const { entitlements } = test.ctx
  const rateLimits = { ...entitlements.rateLimits, chosenSlugs: 1 }
  const limited = { ...test.ctx, entitlements: { ...entitlements, rateLimits }, rateLimiters: createRateLimiters(test) }
  const generated = await aLink(test, test.ctx, { slug: 'abcDEF1' })
  const move = (linkId: typeof test.linkId, domain: string | null) => updateLink(test, limited, { linkId, update: { domain } })
  await move(generated.url_id, host)
  await move(test.linkId, host)
  await move(test.linkId, null)
  expect(await catchErrorCode(move((await aLink(test, test.ctx, { slug: 'chair' })).url_id, host))).toBe('TOO_MANY_REQUESTS')
})

it(`rejects a move of a link with ${aliasesPerLink} aliases, unless to the address of an alias`, async () => {
  await using test = await openMoveTest()
  for (let count = 0; count < aliasesPerLink; count += 1) await test.aliasAt({ domain: count === 0 ? host : null, slug: `lamp-${count}` })
  expect(await catchErrorCode(test.move({ domain: host }))).toBe('LINK_SLUG_FIXED')
  expect(await test.move({ domain: host, slug: 'lamp-0' })).toMatchObject({ url: `https://${host}/lamp-0` })
})
