import type { DomainId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { anOrganization } from '../../test/builders/builders.ts'
import { aCheckedDomain, type DomainTest, openDomainTest, runNextCheck, setRecords } from '../../test/builders/domain-builder.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { runAsJobsAccount } from '../../test/run-as-jobs-account.ts'
import type { OrganizationContext } from '../access/index.ts'
import { enqueueLossEmails } from '../organizations/domain-loss-email.ts'
import { checkDomain } from './check-domain.ts'
import { createDomain, releaseDomain, requestDomainCheck } from './domains.ts'
import { deleteOldVerifiedNames } from './verified-name-table.ts'

const dayMs = 86_400_000

const verified = { state: 'verified', serving: true, limited_by: null, limited_until: null }
const toWaitingDomain = (limit: string) => ({ state: 'waiting', serving: false, limited_by: limit, limited_until: expect.any(String) })

/** Makes all verified names older by `ms`. */
const ageNames = (deps: DomainTest, ms: number) =>
  queryAsOwner(deps, "update verified_names set verified_at = verified_at - $1 * interval '1 millisecond'", [ms])

/** Inserts names as if other organizations had verified them just now. */
const insertNames = (deps: DomainTest, count: number, { below = 'sofas.example', isReserve = false } = {}) =>
  queryAsOwner(
    deps,
    `insert into verified_names (host, registrable_domain, organization_id, daily_limit, is_reserve, verified_at)
     select nth || '.' || $2, $2, gen_random_uuid(), 1, $3, now() from generate_series(1, $1::integer) as nth`,
    [count, below, isReserve],
  )

/** Creates an organization that is older than a week. */
async function anOlderOrganization(deps: DomainTest, options: Parameters<typeof anOrganization>[1] = {}) {
  const owned = await anOrganization(deps, options)
  await queryAsOwner(deps, "update organizations set created_at = now() - interval '8 days' where id = $1", [owned.organization.id])
  return owned
}

it('verifies as many names per day as the plan has domains, even if they are released', async () => {
  await using deps = await openDomainTest()
  const { ctx } = await anOrganization(deps, { settings: ['package=Starter'] })
  const states: unknown[] = []
  for (const nth of [1, 2, 3, 4]) {
    const domain = await aCheckedDomain(deps, ctx, { host: `go.lamps-${nth}.example` })
    states.push([domain.state, domain.serving, domain.limited_by])
    if (nth < 4) await releaseDomain(ctx, domain.domain_id)
  }

  expect(states).toEqual([...Array(3).fill(['verified', true, null]), ['waiting', false, 'organization']])
})

it('returns when a name can be verified, rejects earlier checks, and verifies the name at that time', async () => {
  await using deps = await openDomainTest()
  const { ctx } = await anOrganization(deps)
  const first = await aCheckedDomain(deps, ctx)
  await releaseDomain(ctx, first.domain_id)
  const second = await aCheckedDomain(deps, ctx, { host: 'go.sofas.example' })

  expect(second).toMatchObject({ ...toWaitingDomain('organization'), ownership_record: { state: 'found' } })
  const until = Date.parse(first.checked_at ?? '') + dayMs
  expect(second.limited_until).toBe(new Date(until).toISOString())
  await expect(requestDomainCheck(deps, ctx, second.domain_id)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message:
      'Limit reached - Your organization has verified as many domains within a day as its plan includes. This domain can be verified in 24 hours.',
  })

  await ageNames(deps, dayMs)
  expect(await runNextCheck(deps, ctx, second)).toMatchObject(verified)
})

it('counts a name once a week, even if it is added again, and does not count later checks', async () => {
  await using deps = await openDomainTest()
  const { ctx } = await anOrganization(deps)
  for (let nth = 0; nth < 3; nth += 1) {
    const domain = await aCheckedDomain(deps, ctx)
    expect(domain).toMatchObject(verified)
    expect(await runNextCheck(deps, ctx, domain)).toMatchObject(verified)
    await releaseDomain(ctx, domain.domain_id)
  }

  expect(await queryAsOwner(deps, 'select host from verified_names')).toEqual([{ host: 'go.lamps.example' }])
})

it("counts a user's names in all organizations with the same limit, but no names of other users", async () => {
  await using deps = await openDomainTest()
  const mia = await anOrganization(deps)
  const second = await anOrganization(deps, { user: mia.ctx })
  const paid = await anOrganization(deps, { user: mia.ctx, settings: ['package=Starter'] })
  const noah = await anOrganization(deps)

  expect(await aCheckedDomain(deps, mia.ctx)).toMatchObject(verified)
  expect(await aCheckedDomain(deps, second.ctx, { host: 'go.sofas.example' })).toMatchObject(toWaitingDomain('user'))
  expect(await aCheckedDomain(deps, paid.ctx, { host: 'go.chairs.example' })).toMatchObject(verified)
  expect(await aCheckedDomain(deps, noah.ctx, { host: 'go.tables.example' })).toMatchObject(verified)
})

it('limits the names below a registrable domain per week, across all organizations', async () => {
  await using deps = await openDomainTest()
  const [mia, noah] = [await anOrganization(deps, { settings: ['package=Starter'] }), await anOrganization(deps)]
  await insertNames(deps, 40, { below: 'lamps.co.uk' })
  await ageNames(deps, 6 * dayMs)

  const limited = await aCheckedDomain(deps, mia.ctx, { host: 'go.shop.lamps.co.uk' })
  expect(limited).toMatchObject(toWaitingDomain('registrable_domain'))
  expect(await aCheckedDomain(deps, noah.ctx, { host: 'go.sofas.co.uk' })).toMatchObject(verified)
  await ageNames(deps, dayMs)
  expect(await runNextCheck(deps, mia.ctx, limited)).toMatchObject(verified)
})

it("reserves half of the instance's limit for organizations that verified no name within a week", async () => {
  await using deps = await openDomainTest()
  const limits = { instanceLimit: 4 }
  const [regular, rare] = [await anOlderOrganization(deps, { settings: ['package=Pro'] }), await anOlderOrganization(deps)]
  const check = ({ ctx }: { ctx: OrganizationContext }, host: string) => aCheckedDomain(deps, ctx, { host }, limits)
  expect(await check(regular, 'go.lamps-1.example')).toMatchObject(verified)
  await ageNames(deps, 6 * dayMs)
  await insertNames(deps, 2)

  const waiting = await check(regular, 'go.lamps-2.example')
  expect(waiting).toMatchObject(toWaitingDomain('instance'))
  expect(await check(rare, 'go.chairs.example')).toMatchObject(verified)
  await ageNames(deps, 3 * 3_600_000)
  expect(await runNextCheck(deps, regular.ctx, waiting, limits)).toMatchObject(verified)
})

it('lets a new organization verify one name per day from the reserved half', async () => {
  await using deps = await openDomainTest()
  const limits = { instanceLimit: 6 }
  const { ctx } = await anOrganization(deps, { settings: ['package=Pro'] })
  await insertNames(deps, 3)

  expect(await aCheckedDomain(deps, ctx, { host: 'go.lamps-1.example' }, limits)).toMatchObject(verified)
  const second = await aCheckedDomain(deps, ctx, { host: 'go.lamps-2.example' }, limits)
  expect(second).toMatchObject(toWaitingDomain('instance'))
  await ageNames(deps, dayMs)
  await insertNames(deps, 3, { below: 'chairs.example' })
  expect(await runNextCheck(deps, ctx, second, limits)).toMatchObject(verified)
})

it('verifies only one of two concurrent names if a limit permits one more', async () => {
  await using deps = await openDomainTest()
  const organizations = [await anOlderOrganization(deps), await anOlderOrganization(deps)]
  await insertNames(deps, 1)
  await insertNames(deps, 1, { below: 'chairs.example', isReserve: true })
  const payloads: object[] = []
  for (const [nth, { ctx }] of organizations.entries()) {
    const domain = await createDomain(deps, ctx, { host: `go.lamps-${nth}.example` })
    setRecords(deps, domain)
    payloads.push({ organizationId: ctx.organization.id, domainId: domain.domain_id as DomainId })
  }
  const due = new Date(Date.now() + 1_000).toISOString()
  await runAsJobsAccount(
    deps,
    (jobs) => Promise.all(payloads.map((payload) => checkDomain(jobs, payload, { instanceLimit: 3, onLoss: enqueueLossEmails }))),
    due,
  )

  expect(await queryAsOwner(deps, 'select from domains where is_serving')).toHaveLength(1)
})

it('deletes verified names after a week', async () => {
  await using deps = await openDomainTest()
  await insertNames(deps, 1)
  const selectRows = () => queryAsOwner(deps, 'select from verified_names')
  await runAsJobsAccount(deps, ({ db }) => deleteOldVerifiedNames(db, new Date(Date.now() + 6 * dayMs)))
  expect(await selectRows()).toHaveLength(1)
  await runAsJobsAccount(deps, ({ db }) => deleteOldVerifiedNames(db, new Date(Date.now() + 7 * dayMs + 1_000)))
  expect(await selectRows()).toEqual([])
})
