import { expect, it } from 'vitest'
import { aMember, anImportedReport, anOrganization, aProject, aUser } from '../../test/builders/builders.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { runAsJobsAccount } from '../../test/run-as-jobs-account.ts'
import { earningsImports } from '../earnings/imports/earnings-imports.ts'
import { deleteImport } from '../file-imports/index.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { announceConversions, sendConversions } from './conversion-emails.ts'
import { updateNotificationSettings } from './notification-settings.ts'

const hourMs = 3_600_000
const heading = 'ASIN,Tracking ID,Date Shipped,Items Shipped,Revenue($),Ad Fees($),Title'
const aSale = (day: number, fee: string) => `B0LAMP0001,lamps-20,2026-09-${day},1,20.00,${fee},Brass lamp`

async function announceAfter(deps: TestDeps, hours: number): Promise<void> {
  const db = openPostgres(deps.accounts.jobs)
  await announceConversions({ ...deps, db, clock: { now: () => new Date(Date.now() + hours * hourMs) } }).finally(() => db.destroy())
}

/** Returns the emails to send, oldest first, and removes them from the queue. */
async function takeJobs(deps: TestDeps): Promise<object[]> {
  const query = `delete from graphile_worker._private_jobs using graphile_worker._private_tasks as tasks
      where tasks.id = task_id and identifier = 'send-conversions' returning payload`
  return (await queryAsOwner<{ payload: object }>(deps, query)).map(({ payload }) => payload)
}

it('announces each sale once, in at most one email per day to each member who wants it, even if two processes run at once', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const member = await aMember(deps, owned)
  await updateNotificationSettings(member, { time_zone: 'UTC', preferences: [{ id: 'new_conversion', enabled: false }] })
  const ctx = await aProject(deps, { owned })
  await anImportedReport(deps, ctx, [heading, aSale(15, '1.00'), aSale(16, '0.50'), aSale(17, '-0.50')].join('\n'))

  await Promise.all([announceAfter(deps, 0), announceAfter(deps, 0)])
  const jobs = await takeJobs(deps)
  expect(jobs).toHaveLength(2)
  for (const job of jobs) await sendConversions(deps, job)
  expect(deps.emails.map(({ subject }) => subject)).toEqual([`2 new conversions: $1.50 · ${owned.organization.name}`])
  expect(deps.emails[0]?.text).toContain('Brass lamp · Amazon')
  expect(deps.emails[0]?.text).toContain(`http://app.test/analytics?tab=earnings&organization=${owned.organization.id}\n`)

  await anImportedReport(deps, ctx, [heading, aSale(15, '1.00'), aSale(18, '2.00')].join('\n'))
  await announceAfter(deps, 1)
  expect(await takeJobs(deps)).toEqual([])
  await announceAfter(deps, 25)
  const [later] = await takeJobs(deps)
  await sendConversions(deps, later)
  expect(deps.emails.at(-1)?.subject).toContain('1 new conversion: $2.00')
})

it('says nothing to a member without the second factor that the organization requires', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const member = await aMember(deps, owned, { user: await aUser(deps, { email: 'noah@people.test' }) })
  const ctx = await aProject(deps, { owned })
  await anImportedReport(deps, ctx, [heading, aSale(15, '1.00')].join('\n'))
  await announceAfter(deps, 0)
  await queryAsOwner(deps, 'update organizations set second_factor_required = true')
  const insert = "insert into user_totp (user_id, secret, encrypted_with, confirmed_at, last_used_step) values ($1, 'x', 'x', now(), 0)"
  await queryAsOwner(deps, insert, [member.actor.userId])

  for (const job of await takeJobs(deps)) await runAsJobsAccount(deps, (jobs) => sendConversions(jobs, job))
  expect(deps.emails.map(({ to }) => to)).toEqual(['noah@people.test'])
})

it('announces no sale again after an import is undone, and no sale that was undone', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await anImportedReport(deps, ctx, [heading, aSale(15, '1.00')].join('\n'))
  const second = await anImportedReport(deps, ctx, [heading, aSale(15, '1.00'), aSale(16, '1.00')].join('\n'))
  await announceAfter(deps, 0)
  const [job] = await takeJobs(deps)
  await deleteImport(earningsImports, ctx, second)
  await sendConversions(deps, job)
  expect(deps.emails.map(({ subject }) => subject)).toEqual([expect.stringContaining('1 new conversion: $1.00')])
  await announceAfter(deps, 25)
  expect(await takeJobs(deps)).toEqual([])
})
