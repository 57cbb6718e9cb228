import type { Domain, DomainId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aMember, anOrganization } from '../../test/builders/builders.ts'
import { aDomain, aVerifiedDomain, openDomainTest, runNextCheck, sendLossEmails, setRecords } from '../../test/builders/domain-builder.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { runAsJobsAccount } from '../../test/run-as-jobs-account.ts'
import { openJobs } from '../jobs.ts'
import { enqueueLossEmails } from '../organizations/domain-loss-email.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { checkDomain, checkDomainTask, enqueueOverdueChecks } from './check-domain.ts'
import { getDomain, releaseDomain, requestDomainCheck } from './domains.ts'

const host = 'go.lamps.example'
const ownership = `_linkshelf.${host}`

const listRecordStates = ({ ownership_record, address_records }: Domain) => [ownership_record, ...address_records].map(({ state }) => state)
const computeDelayMs = ({ checked_at, next_check_at }: Domain) => Date.parse(next_check_at ?? '') - Date.parse(checked_at ?? '')

it('waits for records, reports wrong records, and verifies the host when all are correct', async () => {
  await using deps = await openDomainTest()
  const { ctx } = await anOrganization(deps)
  const domain = await aDomain(deps, ctx)
  expect(listRecordStates(domain)).toEqual(['unchecked', 'unchecked', 'unchecked'])

  const waiting = await runNextCheck(deps, ctx, domain)
  expect(waiting).toMatchObject({ state: 'waiting', serving: false, verified_at: null })
  expect(listRecordStates(waiting)).toEqual(['missing', 'missing', 'missing', 'missing', 'missing'])
  expect(waiting.address_records.map(({ type, value }) => `${type} ${value}`)).toEqual([
    'CNAME go.linkshelf.example',
    'A 203.0.113.20',
    'A 203.0.113.5',
    'AAAA 2001:db8::5',
  ])

  deps.names.zone[host] = { A: ['198.51.100.7'] }
  deps.names.zone[ownership] = { TXT: ['linkshelf-verification=another'] }
  const misconfigured = await runNextCheck(deps, ctx, domain)
  expect(misconfigured).toMatchObject({
    state: 'misconfigured',
    ownership_record: { state: 'different', found: ['linkshelf-verification=another'] },
  })
  expect(misconfigured.address_records[1]).toMatchObject({ state: 'different', found: ['198.51.100.7'] })

  deps.names.zone[host] = { A: ['203.0.113.5'], AAAA: ['2001:db8::bad'] }
  expect(await runNextCheck(deps, ctx, domain)).toMatchObject({ state: 'conflicting', conflict: 'records', serving: false })

  setRecords(deps, domain)
  const verified = await runNextCheck(deps, ctx, domain)
  expect(verified).toMatchObject({ state: 'verified', conflict: null, serving: true, verified_at: verified.checked_at })
  expect(listRecordStates(verified).slice(0, 2)).toEqual(['found', 'found'])
  expect(computeDelayMs(verified)).toBe(86_400_000)
  expect(await sendLossEmails(deps)).toEqual([])
})

it.each([
  { A: ['203.0.113.5'], AAAA: ['2001:db8::5'] },
  { A: ['203.0.113.20'] },
  { CNAME: ['links.linkshelf.example'] },
  { CNAME: ['lamps.hosting.example'] },
])('verifies a host that leads to the instance by %j', async (records) => {
  await using deps = await openDomainTest()
  const { ctx } = await anOrganization(deps)
  const domain = await aDomain(deps, ctx)
  setRecords(deps, domain)
  deps.names.zone['lamps.hosting.example'] = { A: ['203.0.113.5'] }
  deps.names.zone[host] = records

  expect(await runNextCheck(deps, ctx, domain)).toMatchObject({ state: 'verified', serving: true })
})

it('checks a waiting domain less and less often, stops after a month, and starts again on request', async () => {
  await using deps = await openDomainTest()
  const { ctx } = await anOrganization(deps)
  const domain = await aDomain(deps, ctx)
  const delays: number[] = []
  let last = await runNextCheck(deps, ctx, domain)
  for (; last.next_check_at !== null; last = await runNextCheck(deps, ctx, domain)) delays.push(computeDelayMs(last) / 1_000)

  expect(delays.slice(0, 5)).toEqual([10, 10, 20, 40, 80])
  expect(Math.max(...delays)).toBe(86_400)
  expect(delays.length).toBeLessThan(50)

  const asked = { ...ctx, now: new Date(Date.parse(last.checked_at ?? '') + 3_600_000) }
  expect(await requestDomainCheck(deps, asked, domain.domain_id)).toMatchObject({ next_check_at: asked.now.toISOString() })
  expect(computeDelayMs(await runNextCheck(deps, ctx, domain))).toBe(10_000)
  const again = await requestDomainCheck(deps, asked, domain.domain_id)
  expect(again.next_check_at).toBe(new Date(asked.now.getTime() + 10_000).toISOString())
})

it('neither changes a verified domain nor sends an email when single checks fail', async () => {
  await using deps = await openDomainTest()
  const { ctx } = await anOrganization(deps)
  const domain = await aVerifiedDomain(deps, ctx)
  for (const broken of [{}, { A: ['198.51.100.7'] }, 'fails', {}] as const) {
    deps.names.zone[host] = broken
    const failed = await runNextCheck(deps, ctx, domain)
    expect(failed).toMatchObject({ state: 'verified', serving: true, state_since: domain.state_since })
    expect(computeDelayMs(failed)).toBe(120_000)
    setRecords(deps, domain)
    await runNextCheck(deps, ctx, domain)
  }

  expect(await sendLossEmails(deps)).toEqual([])
})

it('continues to serve a host that leads elsewhere, and sends each owner one email after a second failed check', async () => {
  await using deps = await openDomainTest()
  const owned = await anOrganization(deps)
  const { ctx } = owned
  await aMember(deps, owned, { role: 'owner' })
  await aMember(deps, owned)
  const domain = await aVerifiedDomain(deps, ctx)
  deps.names.zone[host] = { A: ['198.51.100.7'] }
  await runNextCheck(deps, ctx, domain)
  const failing = await runNextCheck(deps, ctx, domain)

  expect(failing).toMatchObject({ state: 'misconfigured', serving: true, state_since: failing.checked_at })
  const emails = await sendLossEmails(deps)
  expect(emails.map(({ subject }) => subject)).toEqual([`${host} is no longer verified`, `${host} is no longer verified`])
  expect(emails[0]?.text).toContain('Its address is now 198.51.100.7')
  expect(emails[0]?.text).toContain(`/settings/domains?domain=${domain.domain_id}&organization=${ctx.organization.id}\n`)

  const later = [await runNextCheck(deps, ctx, domain), await runNextCheck(deps, ctx, domain)]
  expect(later.map(({ state, serving, state_since }) => [state, serving, state_since])).toEqual(
    Array(2).fill(['misconfigured', true, failing.state_since]),
  )
  expect(await sendLossEmails(deps)).toEqual([])

  setRecords(deps, domain)
  expect(await runNextCheck(deps, ctx, domain)).toMatchObject({ state: 'verified', serving: true })
})

it('marks a domain as lost if its TXT record is missing, and sends no email if the record is back in time', async () => {
  await using deps = await openDomainTest()
  const { ctx } = await anOrganization(deps)
  const domain = await aVerifiedDomain(deps, ctx)
  delete deps.names.zone[ownership]
  await runNextCheck(deps, ctx, domain)
  expect(await runNextCheck(deps, ctx, domain)).toMatchObject({ state: 'lost', serving: true })

  setRecords(deps, domain)
  expect(await runNextCheck(deps, ctx, domain)).toMatchObject({ state: 'verified', serving: true })
  expect(await sendLossEmails(deps)).toEqual([])
})

it('treats unanswered queries as a failure after an hour', async () => {
  await using deps = await openDomainTest()
  const { ctx } = await anOrganization(deps)
  const domain = await aVerifiedDomain(deps, ctx)
  const answered = Date.parse(domain.next_check_at ?? '')
  deps.names.zone[host] = 'fails'
  deps.names.zone[ownership] = 'fails'
  let last = await runNextCheck(deps, ctx, domain)
  for (; last.state === 'verified'; last = await runNextCheck(deps, ctx, domain)) expect(last.serving).toBe(true)

  expect(last).toMatchObject({ state: 'misconfigured', serving: true, ownership_record: { state: 'unanswered' } })
  expect(Date.parse(last.checked_at ?? '') - answered).toBeGreaterThanOrEqual(3_600_000)
  expect(Date.parse(last.checked_at ?? '') - answered).toBeLessThan(3 * 3_600_000)
  const [email] = await sendLossEmails(deps)
  expect(email?.text).toContain('The name servers of the domain do not answer')
})

it('transfers the host to its new owner at the second proof, if the former owner no longer proves its ownership', async () => {
  await using deps = await openDomainTest()
  const [mia, noah] = [await anOrganization(deps), await anOrganization(deps)]
  const before = await aVerifiedDomain(deps, mia.ctx)
  const domain = await aDomain(deps, noah.ctx)
  setRecords(deps, domain)

  expect(await runNextCheck(deps, noah.ctx, domain)).toMatchObject({ state: 'conflicting', conflict: 'organization', serving: false })
  expect(await getDomain(deps, mia.ctx, before.domain_id as DomainId)).toMatchObject({ state: 'verified', serving: true })

  expect(await runNextCheck(deps, noah.ctx, domain)).toMatchObject({ state: 'verified', serving: true })
  const lost = await getDomain(deps, mia.ctx, before.domain_id as DomainId)
  expect(lost).toMatchObject({ state: 'lost', conflict: 'organization', serving: false })
  const [email, ...more] = await sendLossEmails(deps)
  expect(more).toEqual([])
  expect(email?.text).toContain('Another organization proved that it owns this domain')
  const entries = await queryAsOwner(
    deps,
    "select organization_id, action from audit_log where action in ('domain.lose', 'domain.verify') order by created_at, action",
  )
  expect(entries).toEqual([
    { organization_id: mia.organization.id, action: 'domain.verify' },
    { organization_id: mia.organization.id, action: 'domain.lose' },
    { organization_id: noah.organization.id, action: 'domain.verify' },
  ])

  // The former owner buys the domain back.
  setRecords(deps, before)
  await runNextCheck(deps, mia.ctx, before)
  expect(await runNextCheck(deps, mia.ctx, before)).toMatchObject({ state: 'verified', serving: true, conflict: null })
})

it('does not transfer a host whose organization still proves ownership, until it releases the host', async () => {
  await using deps = await openDomainTest()
  const [mia, noah] = [await anOrganization(deps), await anOrganization(deps)]
  const held = await aVerifiedDomain(deps, mia.ctx)
  const domain = await aDomain(deps, noah.ctx)
  setRecords(deps, held, [domain])
  for (let nth = 0; nth < 4; nth += 1)
    expect(await runNextCheck(deps, noah.ctx, domain)).toMatchObject({ state: 'conflicting', conflict: 'organization', serving: false })
  expect(await runNextCheck(deps, mia.ctx, held)).toMatchObject({ state: 'verified', serving: true })

  await releaseDomain(mia.ctx, held.domain_id as DomainId)
  expect(await runNextCheck(deps, noah.ctx, domain)).toMatchObject({ state: 'verified', serving: true, conflict: null })
  expect(await sendLossEmails(deps)).toEqual([])
})

it('verifies a host for only one of two organizations that prove it at once, and stores only one of two concurrent checks', async () => {
  await using deps = await openDomainTest()
  const [mia, noah] = [await anOrganization(deps), await anOrganization(deps)]
  const [first, second] = [await aDomain(deps, mia.ctx), await aDomain(deps, noah.ctx)]
  setRecords(deps, first, [second])
  const payloads = [
    { organizationId: mia.organization.id, domainId: first.domain_id },
    { organizationId: noah.organization.id, domainId: second.domain_id },
  ]
  const due = new Date(Date.now() + 1_000).toISOString()
  await runAsJobsAccount(
    deps,
    (jobs) =>
      Promise.all(
        [...payloads, ...payloads].map((payload) => checkDomain(jobs, payload, { instanceLimit: 10, onLoss: enqueueLossEmails })),
      ),
    due,
  )

  const rows = await queryAsOwner<{ is_serving: boolean; check_count: number }>(deps, 'select is_serving, check_count from domains')
  expect(rows.filter(({ is_serving }) => is_serving)).toHaveLength(1)
  expect(rows.find(({ is_serving }) => is_serving)?.check_count).toBe(1)
  const verifications = await queryAsOwner(deps, "select from audit_log where action = 'domain.verify'")
  expect(verifications).toHaveLength(1)
})

it('stores nothing for a domain that is released during its check', async () => {
  await using deps = await openDomainTest()
  const { ctx } = await anOrganization(deps)
  const domain = await aVerifiedDomain(deps, ctx)
  const texts = deps.dns.texts
  deps.dns.texts = async (name) => {
    await releaseDomain(ctx, domain.domain_id as DomainId)
    return texts(name)
  }
  const payload = { organizationId: ctx.organization.id, domainId: domain.domain_id }
  await runAsJobsAccount(
    deps,
    (jobs) => checkDomain(jobs, payload, { instanceLimit: 10, onLoss: enqueueLossEmails }),
    domain.next_check_at ?? '',
  )

  expect(await queryAsOwner(deps, 'select from domains')).toEqual([])
})

it('verifies a new domain and sends the email about its loss in background jobs', async () => {
  await using deps = await openDomainTest()
  const { ctx } = await anOrganization(deps)
  const domain = await aDomain(deps, ctx)
  setRecords(deps, domain)
  const db = openPostgres(deps.accounts.jobs)
  const options = { databaseUrl: deps.accounts.jobs, operatorEmail: undefined, clickRetentionMonths: 13, newDomainsPerThreeHours: 10 }
  const jobs = await openJobs({ deps: { ...deps, db }, ...options })

  const verified = { state: 'verified', serving: true }
  await expect.poll(() => getDomain(deps, ctx, domain.domain_id)).toMatchObject(verified)
  delete deps.names.zone[ownership]
  await runNextCheck(deps, ctx, domain)
  await runNextCheck(deps, ctx, domain)
  await expect.poll(() => deps.emails).toMatchObject([{ subject: `${host} is no longer verified` }])
  await jobs.close()
  await db.destroy()
})

it('enqueues a lost check again', async () => {
  await using deps = await openDomainTest()
  const { ctx } = await anOrganization(deps)
  const domain = await aDomain(deps, ctx)
  const listWaitingChecks = () => queryAsOwner(deps, 'select key from graphile_worker.jobs where task_identifier = $1', [checkDomainTask])
  expect(await listWaitingChecks()).toEqual([{ key: `${checkDomainTask}:${domain.domain_id}` }])
  await queryAsOwner(deps, 'delete from graphile_worker._private_jobs')

  await runAsJobsAccount(deps, enqueueOverdueChecks)
  expect(await listWaitingChecks()).toEqual([])
  await runAsJobsAccount(deps, enqueueOverdueChecks, new Date(Date.now() + 600_000).toISOString())
  expect(await listWaitingChecks()).toHaveLength(1)
})
