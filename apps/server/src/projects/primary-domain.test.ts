import type { DomainId, ProjectId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { anOrganization, aProject, catchErrorCode } from '../../test/builders/builders.ts'
import { aDomain, aVerifiedDomain, type DomainTest, openDomainTest, runNextCheck, setRecords } from '../../test/builders/domain-builder.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import type { ProjectContext } from '../access/index.ts'
import { archiveDomain, releaseDomain, unarchiveDomain } from '../domains/domains.ts'
import { listOrganizations } from '../organizations/organizations.ts'
import { setPrimaryDomain } from './primary-domain.ts'

async function openPrimaryTest() {
  const deps = await openDomainTest()
  const owned = await anOrganization(deps, { settings: ['package=Starter'] })
  const ctx = await aProject(deps, { owned })
  const domain = await aVerifiedDomain(deps, owned.ctx)
  const getPrimaryDomainId = async () => (await listOrganizations(owned.user))[0]?.projects[0]?.primary_domain_id
  return { ...deps, owned, ctx, domain, domainId: domain.domain_id as DomainId, primaryOf: getPrimaryDomainId }
}

it("sets a served domain as a project's primary domain, and resets it to the instance's domain", async () => {
  await using test = await openPrimaryTest()
  const { ctx, domainId } = test
  expect(await test.primaryOf()).toBeNull()

  expect(await setPrimaryDomain(ctx, { domain_id: domainId })).toMatchObject({ id: ctx.project.id, primary_domain_id: domainId })
  expect(await test.primaryOf()).toBe(domainId)
  expect(await setPrimaryDomain(ctx, { domain_id: null })).toMatchObject({ primary_domain_id: null })

  const entries = await queryAsOwner(test, "select before, after from audit_log where action = 'project.set_domain' order by created_at")
  const [none, lamps] = [null, 'go.lamps.example'].map((primary_domain) => expect.objectContaining({ primary_domain }))
  expect(entries).toEqual([
    { before: none, after: lamps },
    { before: lamps, after: none },
  ])
})

it('rejects a domain that is not served, is archived or belongs to another organization', async () => {
  await using test = await openPrimaryTest()
  const { ctx, owned, domainId } = test
  const waiting = await aDomain(test, owned.ctx, { host: 'waiting.example' })
  await archiveDomain(test, owned.ctx, domainId)
  const other = await aProject(test)

  expect(await catchErrorCode(setPrimaryDomain(ctx, { domain_id: waiting.domain_id }))).toBe('DOMAIN_NOT_SERVING')
  expect(await catchErrorCode(setPrimaryDomain(ctx, { domain_id: domainId }))).toBe('DOMAIN_ARCHIVED')
  expect(await catchErrorCode(setPrimaryDomain(other, { domain_id: domainId }))).toBe('DOMAIN_NOT_FOUND')
  const gone = { ...ctx, project: { ...ctx.project, id: test.ids.next<ProjectId>() } }
  expect(await catchErrorCode(setPrimaryDomain(gone, { domain_id: null }))).toBe('NOT_FOUND')
  expect(await test.primaryOf()).toBeNull()
})

it.each<[string, (test: DomainTest & { ctx: ProjectContext; domainId: DomainId }) => Promise<unknown>]>([
  ['archived', (test) => archiveDomain(test, test.ctx, test.domainId)],
  ['released', (test) => releaseDomain(test.ctx, test.domainId)],
  ['lost to another organization', loseToNewOwner],
])('is no longer the primary domain after it is %s', async (_name, end) => {
  await using test = await openPrimaryTest()
  await setPrimaryDomain(test.ctx, { domain_id: test.domainId })

  await end(test)

  expect(await test.primaryOf()).toBeNull()
})

async function loseToNewOwner(test: DomainTest): Promise<void> {
  const noah = await anOrganization(test)
  const claim = await aDomain(test, noah.ctx)
  setRecords(test, claim)
  for (const serving of [false, true]) expect(await runNextCheck(test, noah.ctx, claim)).toMatchObject({ serving })
}

it('is not primary if it is set as primary and archived at the same time', async () => {
  await using test = await openPrimaryTest()
  const { ctx, owned, domainId } = test
  for (let round = 0; round < 5; round += 1) {
    await Promise.allSettled([setPrimaryDomain(ctx, { domain_id: domainId }), archiveDomain(test, owned.ctx, domainId)])
    expect(await test.primaryOf()).toBeNull()
    await unarchiveDomain(test, owned.ctx, domainId)
  }
})

it("can't be a domain of another organization, whatever a process writes", async () => {
  await using test = await openPrimaryTest()
  const other = await aProject(test)
  const written = queryAsOwner(test, 'update projects set primary_domain_id = $1 where id = $2', [test.domainId, other.project.id])
  await expect(written).rejects.toThrow('violates foreign key constraint')
})
