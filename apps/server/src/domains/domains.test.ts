import { type DomainId, domainSettingsPatch } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { anOrganization, aProject, catchErrorCode, listErrorCodes } from '../../test/builders/builders.ts'
import { aDomain, aVerifiedDomain, openDomainTest, runNextCheck, setRecords } from '../../test/builders/domain-builder.ts'
import { createApiCaller } from '../../test/call-api.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { setOrganizationSettings } from '../organizations/index.ts'
import { hasProject } from '../projects/project-table.ts'
import { getDomainSettings, patchDomainSettings } from './domain-settings.ts'
import { archiveDomain, createDomain, getDomain, listDomains, releaseDomain, unarchiveDomain } from './domains.ts'

it('returns the records to set, with a different token for each organization', async () => {
  await using deps = await openDomainTest()
  const [mia, noah] = [await anOrganization(deps), await anOrganization(deps)]
  const domain = await aDomain(deps, mia.ctx, { host: 'xn--lmpen-gra.example' })

  expect(domain).toMatchObject({
    host: 'xn--lmpen-gra.example',
    display_host: 'lämpen.example',
    state: 'waiting',
    serving: false,
    ownership_record: { type: 'TXT', name: '_linkshelf.xn--lmpen-gra.example', state: 'unchecked', found: [] },
    address_records: [
      { type: 'CNAME', name: 'xn--lmpen-gra.example', value: 'go.linkshelf.example', state: 'unchecked', found: [] },
      { type: 'A', name: 'xn--lmpen-gra.example', value: '203.0.113.20', state: 'unchecked', found: [] },
    ],
    checked_at: null,
    next_check_at: mia.ctx.now.toISOString(),
  })
  expect(domain.ownership_record.value).toMatch(/^linkshelf-verification=[0-9a-f]{32}$/)

  const other = await aDomain(deps, noah.ctx, { host: 'xn--lmpen-gra.example' })
  expect(other.ownership_record.value).not.toBe(domain.ownership_record.value)
  expect(await listDomains(deps, mia.ctx)).toEqual([domain])
  expect(await catchErrorCode(getDomain(deps, noah.ctx, domain.domain_id))).toBe('DOMAIN_NOT_FOUND')
})

it.each(['go.linkshelf.example', 'links.linkshelf.example', 'app.linkshelf.example', 'go.localhost'])(
  'rejects %s, which belongs to the instance or to every machine',
  async (host) => {
    await using deps = await openDomainTest()
    const { ctx } = await anOrganization(deps)

    expect(await catchErrorCode(createDomain(deps, ctx, { host }))).toBe('DOMAIN_RESERVED')
  },
)

it.each([
  ['https://go.lamps.example/', 'Enter the domain alone, without https:// and without a path'],
  ['lamps.example:8080', 'Enter the domain without a port: short links are on the usual ones'],
  ['203.0.113.5', 'An IP address is not a domain. Enter a name, such as go.example.com'],
])('rejects the host %s with a message', async (host, message) => {
  await using deps = await openDomainTest()
  const { user, organization } = await anOrganization(deps)
  const response = await createApiCaller(deps)(user, { method: 'POST', path: `/v1/${organization.id}/domains`, body: { host } })

  expect(await response.json()).toMatchObject({ code: 'REQUEST_INVALID', message })
})

it('adds a host only once, and no more hosts than the plan allows, even if several are added at once', async () => {
  await using deps = await openDomainTest()
  const { ctx } = await anOrganization(deps, { settings: ['package=Starter'] })
  await aDomain(deps, ctx)
  expect(await catchErrorCode(aDomain(deps, ctx))).toBe('DOMAIN_EXISTS')

  const hosts = ['one.example', 'two.example', 'three.example', 'four.example']
  const outcomes = await Promise.allSettled(hosts.map((host) => aDomain(deps, ctx, { host })))
  expect(listErrorCodes(outcomes)).toEqual(['DOMAIN_LIMIT_REACHED', 'DOMAIN_LIMIT_REACHED'])
  expect(await listDomains(deps, ctx)).toHaveLength(3)
})

it('limits unverified domains even if the plan has no limit of domains', async () => {
  await using deps = await openDomainTest()
  const { ctx } = await anOrganization(deps, { settings: ['package=Enterprise'] })
  for (let nth = 0; nth < 50; nth += 1) await aDomain(deps, ctx, { host: `shop-${nth}.example` })

  expect(await catchErrorCode(aDomain(deps, ctx))).toBe('DOMAIN_UNVERIFIED_LIMIT_REACHED')
})

it('serves and checks all domains after a downgrade, but adds no more', async () => {
  await using deps = await openDomainTest()
  const { ctx, organization } = await anOrganization(deps, { settings: ['package=Starter'] })
  const first = await aVerifiedDomain(deps, ctx)
  const second = await aDomain(deps, ctx, { host: 'lamps.example' })
  await setOrganizationSettings(deps, organization.id, ['package=Free'])
  await queryAsOwner(deps, "update verified_names set verified_at = verified_at - interval '1 day'")
  const downgraded = { ...ctx, entitlements: { ...ctx.entitlements, domains: 1 } }

  expect(await catchErrorCode(aDomain(deps, downgraded, { host: 'third.example' }))).toBe('DOMAIN_LIMIT_REACHED')
  setRecords(deps, second)
  expect(await runNextCheck(deps, ctx, second)).toMatchObject({ state: 'verified', serving: true })
  expect(await runNextCheck(deps, ctx, first)).toMatchObject({ state: 'verified', serving: true })
})

it('serves an archived domain, but not a released domain', async () => {
  await using deps = await openDomainTest()
  const { ctx } = await anOrganization(deps)
  const { domain_id } = await aVerifiedDomain(deps, ctx)
  const domainId = domain_id as DomainId

  expect(await archiveDomain(deps, ctx, domainId)).toMatchObject({ state: 'archived', serving: true })
  expect(await runNextCheck(deps, ctx, { domain_id })).toMatchObject({ state: 'archived', serving: true })
  expect(await unarchiveDomain(deps, ctx, domainId)).toMatchObject({ state: 'verified', serving: true })

  await releaseDomain(ctx, domainId)
  expect(await catchErrorCode(releaseDomain(ctx, domainId))).toBe('DOMAIN_NOT_FOUND')
  expect(await listDomains(deps, ctx)).toEqual([])
})

it('restores the links of a released host when the host is added again', async () => {
  await using deps = await openDomainTest()
  const owned = await anOrganization(deps)
  const { organization, project } = await aProject(deps, { owned })
  const { ctx } = owned
  const domain = await aVerifiedDomain(deps, ctx)
  await queryAsOwner(
    deps,
    `insert into links (id, organization_id, project_id, domain_id, slug, target, created_at)
     values (uuidv7(), $1, $2, $3, 'lamp', 'https://shop.example/', now())`,
    [organization.id, project.id, domain.domain_id],
  )

  await releaseDomain(ctx, domain.domain_id as DomainId)
  expect(await listDomains(deps, ctx)).toEqual([])
  const again = await aDomain(deps, ctx)
  expect(again).toMatchObject({ domain_id: domain.domain_id, state: 'waiting', serving: false, checked_at: null })
  expect(again.ownership_record.value).not.toBe(domain.ownership_record.value)
  expect(await catchErrorCode(aDomain(deps, ctx))).toBe('DOMAIN_EXISTS')
})

it("changes settings only at the revision that was read, and rejects another organization's store", async () => {
  await using deps = await openDomainTest()
  const owned = await anOrganization(deps)
  const { project } = await aProject(deps, { owned })
  const { project: other } = await aProject(deps)
  const domainId = (await aDomain(deps, owned.ctx)).domain_id
  const { revision } = await getDomainSettings(owned.ctx, domainId)
  const patch = (values: object) => patchDomainSettings({ hasProject }, owned.ctx, { domainId, patch: { revision, ...values } })

  expect(await catchErrorCode(patch({ store_project_id: other.id }))).toBe('NOT_FOUND')
  expect(await patch({ store_project_id: project.id, robots_txt: 'User-agent: *' })).toMatchObject({
    store_project_id: project.id,
    root_url: null,
    robots_txt: 'User-agent: *',
  })
  expect(await catchErrorCode(patch({ robots_txt: null }))).toBe('REVISION_OUTDATED')
  const stranger = await anOrganization(deps)
  expect(await catchErrorCode(getDomainSettings(stranger.ctx, domainId))).toBe('DOMAIN_NOT_FOUND')
})

it.each(['{', 'applinks', ' '])('rejects %j as an app association file, unless it is blank', async (text) => {
  const result = domainSettingsPatch.safeParse({ revision: 'r', asset_links: text })
  expect(result.success ? result.data.asset_links : result.error.issues[0]?.message).toBe(
    text.trim() === '' ? null : 'Enter valid JSON from your app’s developer',
  )
})
