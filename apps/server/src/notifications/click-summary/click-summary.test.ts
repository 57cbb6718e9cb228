import { packageLimits } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aQuery } from '../../../test/builders/analytics-query-builder.ts'
import { aLink, anImportedReport, anOrganization, aProject, aUser } from '../../../test/builders/builders.ts'
import { runAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { createClickIdAt, recordClicks } from '../../../test/record-clicks.ts'
import { runAsJobsAccount } from '../../../test/run-as-jobs-account.ts'
import type { ProjectContext, UserContext } from '../../access/index.ts'
import { getDashboard } from '../../analytics/index.ts'
import { matchEarnings } from '../../earnings/matching/match-earnings.ts'
import { updateProfile } from '../../identity/profile/profile.ts'
import { setOrganizationSettings } from '../../organizations/index.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { getNotificationSettings, updateNotificationSettings } from '../notification-settings.ts'
import { enqueueClickSummaries, sendClickSummary } from './click-summary.ts'

interface SummaryJob {
  userId: string
  organizationId: string
  day: string
  timeZone: string
}

const enqueueAt = (deps: TestDeps, now: string) => runAsJobsAccount(deps, enqueueClickSummaries, now)

/** Returns the queued jobs, oldest first. */
function listQueuedJobs(deps: TestDeps): Promise<SummaryJob[]> {
  const query = `select payload from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = task_id where identifier = 'send-click-summary' order by jobs.id`
  return runAsOwner(deps, async (owner) => (await owner.query<{ payload: SummaryJob }>(query)).rows.map(({ payload }) => payload))
}

const setTimeZone = (ctx: UserContext, time_zone: string, isOn = true) =>
  updateNotificationSettings(ctx, { time_zone, preferences: [{ id: 'link_click', enabled: isOn }] })

async function addMember(deps: TestDeps, { organization }: ProjectContext): Promise<UserContext> {
  const member = await aUser(deps)
  await withScope(deps.db, { organizationId: organization.id }, (tx) =>
    tx
      .insertInto('members')
      .values({ organization_id: organization.id, user_id: member.actor.userId, role: 'member', created_at: deps.clock.now() })
      .execute(),
  )
  return member
}

it.each([
  ['Europe/Berlin', '2026-03-20T06:59:00Z', '2026-03-20T07:00:00Z', '2026-03-19'],
  ['Asia/Kathmandu', '2026-03-20T02:14:00Z', '2026-03-20T02:15:00Z', '2026-03-19'],
  ['Pacific/Kiritimati', '2026-03-19T17:45:00Z', '2026-03-19T18:00:00Z', '2026-03-19'],
  ['Pacific/Pago_Pago', '2026-03-20T18:45:00Z', '2026-03-20T19:00:00Z', '2026-03-19'],
  // Daylight saving time begins or ends in the preceding night.
  ['America/New_York', '2026-03-08T11:59:00Z', '2026-03-08T12:00:00Z', '2026-03-07'],
  ['America/New_York', '2026-11-01T12:59:00Z', '2026-11-01T13:00:00Z', '2026-10-31'],
])('enqueues the summary of the previous day at eight in the morning in %s', async (timeZone, early, due, day) => {
  await using deps = await openTestDeps()
  const { user, ctx } = await anOrganization(deps)
  await setTimeZone(user, timeZone)
  const listOwnJobs = async () => (await listQueuedJobs(deps)).filter((job) => job.userId === user.actor.userId)

  await enqueueAt(deps, early)
  const before = await listOwnJobs()
  await enqueueAt(deps, due)

  expect(before).toEqual([])
  expect(await listOwnJobs()).toEqual([{ organizationId: ctx.organization.id, userId: user.actor.userId, day, timeZone }])
})

it("uses the time zone of the user's first browser until the user saves another time zone", async () => {
  await using deps = await openTestDeps()
  const { user } = await anOrganization(deps)
  await updateProfile(user, { time_zone: 'Asia/Kathmandu' })
  expect((await getNotificationSettings(user)).time_zone).toBe('Asia/Kathmandu')

  expect(await enqueueAt(deps, '2026-03-20T02:14:00Z')).toBe(0)
  expect(await enqueueAt(deps, '2026-03-20T02:15:00Z')).toBe(1)

  await setTimeZone(user, 'Europe/Berlin')
  expect((await getNotificationSettings(user)).time_zone).toBe('Europe/Berlin')
  expect(await enqueueAt(deps, '2026-03-21T02:15:00Z')).toBe(0)
  expect(await enqueueAt(deps, '2026-03-21T07:00:00Z')).toBe(1)
})

it('enqueues once per member, organization and day, even if two processes run at once or a run was missed', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const owner = { ...ctx, actor: ctx.actor }
  await addMember(deps, ctx)
  await anOrganization(deps, { user: owner })

  const morning = '2026-03-20T08:00:00Z'
  const enqueued = await Promise.all([1, 2, 3].map(() => enqueueAt(deps, morning)))
  expect(enqueued.reduce((sum, count) => sum + count)).toBe(3)
  expect(await enqueueAt(deps, '2026-03-20T23:59:00Z')).toBe(0)
  expect(await enqueueAt(deps, '2026-03-21T00:15:00Z')).toBe(0)
  expect(await enqueueAt(deps, '2026-03-22T11:00:00Z')).toBe(3)

  const jobs = await listQueuedJobs(deps)
  expect(new Set(jobs.map(({ userId, organizationId, day }) => `${userId} ${organizationId} ${day}`)).size).toBe(6)
  expect(jobs.map(({ day }) => day).sort()).toEqual([...Array(3).fill('2026-03-19'), ...Array(3).fill('2026-03-21')])
})

it('stores either both the row and its job, or neither', async () => {
  await using deps = await openTestDeps()
  await anOrganization(deps)
  await runAsOwner(deps, async (owner) => {
    await owner.query('alter function enqueue_job rename to unavailable')
    await expect(enqueueAt(deps, '2026-03-20T09:00:00Z')).rejects.toThrow('enqueue_job')
    await owner.query('alter function unavailable rename to enqueue_job')
  })

  expect(await enqueueAt(deps, '2026-03-20T09:15:00Z')).toBe(1)
})

it('enqueues nothing for a user who switched the summary off', async () => {
  await using deps = await openTestDeps()
  const { user } = await anOrganization(deps)
  await setTimeZone(user, 'UTC', false)
  expect(await enqueueAt(deps, '2026-03-20T09:00:00Z')).toBe(0)
})

it('sends the numbers that the dashboard shows for the day and time zone, with the change from the previous day', async () => {
  const clock = { now: () => new Date('2026-03-09T13:00:00Z') }
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps)
  const [lamp, pan] = [await aLink(deps, ctx, { slug: 'lamp' }), await aLink(deps, ctx, { slug: 'pan' })]
  // This day has 23 hours in New York.
  await recordClicks(deps, ctx, [
    { at: '2026-03-08T04:59:59Z', linkId: lamp.url_id },
    { at: '2026-03-08T05:00:00Z', linkId: lamp.url_id, visitor: 1 },
    { at: '2026-03-09T03:59:59Z', linkId: lamp.url_id, visitor: 2 },
    { at: '2026-03-08T18:00:00Z', linkId: pan.url_id, visitor: 2 },
    { at: '2026-03-08T18:00:00Z', linkId: pan.url_id, isBot: true },
    { at: '2026-03-09T04:00:00Z', linkId: pan.url_id },
  ])
  await setTimeZone(ctx, 'America/New_York')
  await enqueueAt(deps, '2026-03-09T12:15:00Z')
  const [job] = await listQueuedJobs(deps)
  await sendClickSummary(deps, job)

  const shown = await getDashboard(deps, ctx, aQuery({ tz: 'America/New_York', from: '2026-03-08', to: '2026-03-08' }))
  expect([job?.day, shown.totalClicks]).toEqual(['2026-03-08', 3])
  const [email] = deps.emails
  expect(email?.subject).toBe("3 clicks on Sun, Mar 8 · Mia's shelf")
  expect(email?.text).toContain(`2 more than the day before, from ${shown.visitors} visitors of Mia's shelf.`)
  expect(email?.text).toContain(`http://app.test/analytics?organization=${ctx.organization.id}\n`)
  expect(email?.text).not.toContain('arned')
  expect(email?.text).toMatch(/go\.test\/lamp +2 +\+1\n/)
  expect(email?.text).toMatch(/go\.test\/pan +1 +\+1\n/)
  expect(email?.unsubscribeUrl).toMatch(/^http:\/\/app\.test\/unsubscribe\/[\w-]+\.link_click\./)
  expect(email?.text).toContain(email?.unsubscribeUrl)
})

it('says what the day earned, and what each link earned, if there were sales', async () => {
  const at = '2026-03-19T12:00:00Z'
  await using deps = await openTestDeps({ clicks: true, clock: { now: () => new Date('2026-03-20T09:00:00Z') } })
  const ctx = await aProject(deps)
  const [lamp, pan] = [await aLink(deps, ctx, { slug: 'lamp' }), await aLink(deps, ctx, { slug: 'pan' })]
  const click = createClickIdAt(at, '1')
  await recordClicks(deps, ctx, [
    { id: click, at, linkId: lamp.url_id },
    { at, linkId: pan.url_id },
  ])
  const report = [
    'EpnTransactionId,EventDate,UpdateDate,Status,CampaignId,CustomId,ItemId,Sales,Earnings',
    `1,${at},${at},Approved,5338,${click},123456789012,20.00,12.40`,
    `2,${at},${at},Approved,5338,,123456789012,20.00,0.60`,
    `3,2026-03-18T12:00:00Z,${at},Approved,5338,${click},123456789012,20.00,99.00`,
  ]
  await anImportedReport(deps, ctx, report.join('\n'), { currency: 'USD' })
  await matchEarnings(deps, { organizationId: ctx.organization.id, projectId: ctx.project.id })

  await sendClickSummary(deps, { organizationId: ctx.organization.id, userId: ctx.actor.userId, day: '2026-03-19', timeZone: 'UTC' })

  const [email] = deps.emails
  expect(email?.text).toContain('$13.00 earned.')
  expect(email?.text).toMatch(/Top links +Clicks +Change +Earned\n/i)
  expect(email?.text).toMatch(/go\.test\/lamp +1 +\+1 +\$12\.40\n/)
  expect(email?.text).toMatch(/go\.test\/pan +1 +\+1 +–\n/)
})

it('sends nothing for a day without clicks, to a former member, to a deleted organization, or if the summary was switched off after it was enqueued', async () => {
  await using deps = await openTestDeps({ clicks: true, clock: { now: () => new Date('2026-03-20T09:00:00Z') } })
  const ctx = await aProject(deps)
  await recordClicks(deps, ctx, [{ at: '2026-03-19T12:00:00Z' }])
  const member = await addMember(deps, ctx)
  const job = { organizationId: ctx.organization.id, userId: ctx.actor.userId, day: '2026-03-19', timeZone: 'UTC' }

  await sendClickSummary(deps, { ...job, day: '2026-03-18' })
  await sendClickSummary(deps, { ...job, userId: (await aUser(deps)).actor.userId })
  await sendClickSummary(deps, { ...job, organizationId: deps.ids.next() })
  await setTimeZone(member, 'UTC', false)
  await sendClickSummary(deps, { ...job, userId: member.actor.userId })
  expect(deps.emails).toEqual([])

  await sendClickSummary(deps, job)
  expect(deps.emails).toHaveLength(1)
})

it('omits the clicks of a day that the plan hides', async () => {
  await using deps = await openTestDeps({ clicks: true, clock: { now: () => new Date('2026-03-20T09:00:00Z') } })
  const ctx = await aProject(deps)
  const onTheSecond = Array.from({ length: packageLimits.Free.clicksPerMonth }, (_, visitor) => ({ at: '2026-03-02T12:00:00Z', visitor }))
  await recordClicks(deps, ctx, [...onTheSecond, { at: '2026-03-19T12:00:00Z' }])
  const job = { organizationId: ctx.organization.id, userId: ctx.actor.userId, day: '2026-03-19', timeZone: 'UTC' }

  await sendClickSummary(deps, job)
  expect(deps.emails).toEqual([])

  await setOrganizationSettings(deps, ctx.organization.id, ['package=Pro'])
  await sendClickSummary(deps, job)
  expect(deps.emails.map(({ subject }) => subject)).toEqual(["1 click on Thu, Mar 19 · Mia's shelf"])
})
