import { type AnalyticsView, packageLimits, projectId, savedAnalyticsViewDraft, savedViewId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aQuery } from '../../../test/builders/analytics-query-builder.ts'
import { aLink, aMember, anImportedReport, anOrganization, aProduct, aProject, aStore } from '../../../test/builders/builders.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { createClickIdAt, recordClicks, recordViews } from '../../../test/record-clicks.ts'
import { runAsJobsAccount } from '../../../test/run-as-jobs-account.ts'
import type { ProjectContext, UserContext } from '../../access/index.ts'
import { analyticsViewKind } from '../../analytics/analytics-views.ts'
import { getDashboard } from '../../analytics/index.ts'
import { matchEarnings } from '../../earnings/matching/match-earnings.ts'
import { deleteLink } from '../../links/write/delete-link.ts'
import { removeMember } from '../../organizations/members.ts'
import { toBlockList } from '../../platform/http/client-address.ts'
import type { Mailer } from '../../platform/mail/mail.ts'
import { createProject } from '../../projects/projects.ts'
import { createSavedView, updateSavedView } from '../../saved-views/index.ts'
import { updateNotificationSettings } from '../notification-settings.ts'
import { createUnsubscribePages } from '../unsubscribe/unsubscribe-pages.ts'
import { enqueueWeeklyReports, sendWeeklyReport } from './weekly-report.ts'

type OwnContext = ProjectContext<UserContext>

const enqueueAt = (deps: TestDeps, now: string) => runAsJobsAccount(deps, enqueueWeeklyReports, now)

interface ReportJob {
  reportId: string
  week: string
  timeZone: string
}

/** Returns the queued jobs, oldest first. */
async function listQueuedJobs(deps: TestDeps): Promise<ReportJob[]> {
  const query = `select payload from graphile_worker._private_jobs as jobs
      join graphile_worker._private_tasks as tasks on tasks.id = task_id where identifier = 'send-weekly-report' order by jobs.id`
  return (await queryAsOwner<{ payload: ReportJob }>(deps, query)).map(({ payload }) => payload)
}

async function sendQueuedReports(deps: TestDeps, now: string): Promise<void> {
  for (const job of await listQueuedJobs(deps)) await runAsJobsAccount(deps, (jobs) => sendWeeklyReport(jobs, job), now)
}

/** Creates a report that was switched on before all weeks of these tests. */
async function aMailedReport(deps: TestDeps, ctx: OwnContext, view: AnalyticsView = {}, name = 'Phones in Germany') {
  const draft = savedAnalyticsViewDraft.parse({ name, view, is_mailed: true })
  return savedViewId.parse(
    (await createSavedView(analyticsViewKind, deps, { ...ctx, now: new Date('2026-01-01T00:00:00Z') }, draft)).report_id,
  )
}

const setTimeZone = (ctx: UserContext, time_zone: string) => updateNotificationSettings(ctx, { time_zone, preferences: [] })

it.each([
  ['Europe/Berlin', '2026-03-23T06:59:00Z', '2026-03-23T07:00:00Z'],
  ['Asia/Kathmandu', '2026-03-23T02:14:00Z', '2026-03-23T02:15:00Z'],
  ['Pacific/Kiritimati', '2026-03-22T17:45:00Z', '2026-03-22T18:00:00Z'],
  ['Pacific/Pago_Pago', '2026-03-23T18:45:00Z', '2026-03-23T19:00:00Z'],
])('enqueues the report of the previous week at eight on Monday in %s', async (timeZone, early, due) => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await setTimeZone(ctx, timeZone)
  const reportId = await aMailedReport(deps, ctx)
  await enqueueAt(deps, '2026-03-16T20:00:00Z')

  expect(await enqueueAt(deps, early)).toBe(0)
  expect(await enqueueAt(deps, due)).toBe(1)

  expect((await listQueuedJobs(deps)).at(-1)).toMatchObject({ reportId, week: '2026-03-16', timeZone })
})

it('enqueues once per report and week, even if two processes run at once or Monday was missed', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aMailedReport(deps, ctx, {}, 'One')
  await aMailedReport(deps, ctx, {}, 'Other')

  const enqueued = await Promise.all([1, 2, 3].map(() => enqueueAt(deps, '2026-03-23T08:00:00Z')))
  expect(enqueued.reduce((sum, count) => sum + count)).toBe(2)
  expect(await enqueueAt(deps, '2026-03-25T12:00:00Z')).toBe(0)
  expect(await enqueueAt(deps, '2026-04-01T12:00:00Z')).toBe(2)

  expect((await listQueuedJobs(deps)).map(({ week }) => week)).toEqual(['2026-03-16', '2026-03-16', '2026-03-23', '2026-03-23'])
})

it('waits for the next Monday if a report is switched on later, and enqueues no report that is switched off', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const reportId = await aMailedReport(deps, ctx)
  await updateSavedView(analyticsViewKind, ctx, { viewId: reportId, update: { is_mailed: false } })
  expect(await enqueueAt(deps, '2026-03-23T09:00:00Z')).toBe(0)

  await updateSavedView(
    analyticsViewKind,
    { ...ctx, now: new Date('2026-03-23T10:00:00Z') },
    {
      viewId: reportId,
      update: { is_mailed: true },
    },
  )
  expect(await enqueueAt(deps, '2026-03-23T11:00:00Z')).toBe(0)
  expect(await enqueueAt(deps, '2026-03-30T08:00:00Z')).toBe(1)
})

it.each([
  ['with the earnings of the week, its links, countries and sources', {}, true],
  ['without earnings if a filter is unknown for sales', { device: 'phone' }, false],
] as const)('sends clicks %s', async (_title, view, isEarned) => {
  const at = '2026-03-18T10:00:00Z'
  await using deps = await openTestDeps({ clicks: true, clock: { now: () => new Date('2026-03-23T09:00:00Z') } })
  const ctx = await aProject(deps, { owned: await anOrganization(deps, { settings: ['package=Pro'] }) })
  const lamp = await aLink(deps, ctx, { slug: 'lamp', title: 'Brass lamp' })
  const id = createClickIdAt(at, '1')
  await recordClicks(deps, ctx, [{ id, at, linkId: lamp.url_id, country: 'DE', referrer: 'youtube.com', device: 'phone' }])
  const report = [
    'EpnTransactionId,EventDate,UpdateDate,Status,CampaignId,CustomId,ItemId,Sales,Earnings',
    `1,${at},${at},Approved,5338,${id},123456789012,20.00,12.40`,
    `2,2026-03-11T10:00:00Z,${at},Approved,5338,,123456789012,20.00,2.40`,
  ]
  await anImportedReport(deps, ctx, report.join('\n'), { currency: 'USD' })
  await matchEarnings(deps, { organizationId: ctx.organization.id, projectId: ctx.project.id })
  await aMailedReport(deps, ctx, view)
  await enqueueAt(deps, '2026-03-23T08:00:00Z')

  await sendQueuedReports(deps, '2026-03-23T08:00:00Z')

  const text = deps.emails.at(-1)?.text ?? ''
  expect(/Earned +\$12\.40 +\+\$10\.00\n/.test(text)).toBe(isEarned)
  expect(/Germany +1 +\+1 +\$12\.40\n/.test(text)).toBe(isEarned)
  expect(/YouTube +1 +\+1 +\$12\.40\n/.test(text)).toBe(isEarned)
  expect(text.includes('arned')).toBe(isEarned)
})

it('sends the filtered numbers that the dashboard shows, with those of the previous week, once even if its job runs twice', async () => {
  await using deps = await openTestDeps({ clicks: true, clock: { now: () => new Date('2026-03-23T09:00:00Z') } })
  const ctx = await aProject(deps, { owned: await anOrganization(deps, { settings: ['package=Pro'] }) })
  const lamp = await aLink(deps, ctx, { slug: 'lamp', title: 'Brass lamp' })
  const german = { linkId: lamp.url_id, country: 'DE', referrer: 'youtube.com', host: 'xn--lmpen-gra.example' }
  await recordClicks(deps, ctx, [
    { ...german, at: '2026-03-15T22:59:59Z' },
    { ...german, at: '2026-03-15T23:00:00Z', visitor: 1 },
    { ...german, at: '2026-03-22T22:59:59Z', visitor: 2 },
    { ...german, at: '2026-03-22T23:00:00Z', visitor: 3 },
    { ...german, at: '2026-03-18T12:00:00Z', country: 'FR' },
    { ...german, at: '2026-03-18T12:00:00Z', referrer: 'blog.example' },
    { ...german, at: '2026-03-18T12:00:00Z', host: '' },
  ])
  await setTimeZone(ctx, 'Europe/Berlin')
  await aMailedReport(deps, ctx, { tab: 'sources', range: '30d', country: 'DE', source: 'YouTube', domain: 'xn--lmpen-gra.example' })
  await enqueueAt(deps, '2026-03-23T08:00:00Z')
  await sendQueuedReports(deps, '2026-03-23T08:00:00Z')
  await sendQueuedReports(deps, '2026-03-23T08:01:00Z')

  const query = {
    tz: 'Europe/Berlin',
    from: '2026-03-16',
    to: '2026-03-22',
    country: 'DE',
    source: 'YouTube',
    domain: 'xn--lmpen-gra.example',
  }
  const shown = await getDashboard(deps, ctx, aQuery(query))
  expect(shown).toMatchObject({ totalClicks: 2, visitors: 2 })
  expect(deps.emails).toHaveLength(1)
  const [email] = deps.emails
  expect(email?.subject).toBe('Phones in Germany: 2 clicks, Mar 16 – 22')
  expect(email?.text).toContain('Country: Germany · Source: YouTube · Domain: lämpen.example')
  expect(email?.text).toContain('1 more than the week before.')
  expect(email?.text).toMatch(/Visitors +2 +\+1\n/)
  expect(email?.text).toMatch(/Brass lamp\n?.* 2 +\+1\n/)
  expect(email?.text).toMatch(/Germany +2 +\+1\n/)
  expect(email?.text).toMatch(/YouTube +2 +\+1\n/)
  const address = new URL(/http:\/\/app\.test\/analytics\?\S+/.exec(email?.text ?? '')?.[0] ?? '')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    tab: 'sources',
    country: 'DE',
    source: 'YouTube',
    domain: 'xn--lmpen-gra.example',
    from: '2026-03-16',
    to: '2026-03-22',
    organization: ctx.organization.id,
    project: ctx.project.id,
  })
  expect(email?.text).toContain(email?.unsubscribeUrl)
})

it('sends page views for the store tab, with the filters that the tab supports, and does not mention other filters', async () => {
  await using deps = await openTestDeps({ clicks: true, clock: { now: () => new Date('2026-03-23T09:00:00Z') } })
  const ctx = await aProject(deps, { owned: await anOrganization(deps, { settings: ['package=Pro'] }) })
  const product = await aProduct(deps, ctx, { name: 'Brass lamp' })
  await aStore(deps, ctx)
  await recordViews(deps, ctx, [
    { at: '2026-03-11T12:00:00Z', country: 'DE' },
    { at: '2026-03-18T12:00:00Z', country: 'DE', visitor: 1 },
    { at: '2026-03-18T12:00:00Z', country: 'DE', visitor: 2 },
    { at: '2026-03-18T12:00:00Z', country: 'FR' },
  ])
  const onButton = { at: '2026-03-18T12:00:00Z', productId: product.product_id, page: 'store' as const }
  await recordClicks(deps, ctx, [
    { ...onButton, country: 'DE' },
    { ...onButton, country: 'FR' },
  ])
  await aMailedReport(deps, ctx, { tab: 'store', country: 'DE', source: 'YouTube', label: 'light' }, 'Store')
  await enqueueAt(deps, '2026-03-23T08:00:00Z')

  await sendQueuedReports(deps, '2026-03-23T08:00:00Z')

  expect(deps.emails.map(({ subject }) => subject)).toEqual(['Store: 2 page views, Mar 16 – 22'])
  const text = deps.emails[0]?.text ?? ''
  expect(text).toContain('Country: Germany')
  expect(text).not.toMatch(/Source|Label|full analytics/)
  expect(text).toMatch(/Store visitors +2 +\+1\n/)
  expect(text).toMatch(/Brass lamp +1 +\+1\n/)
})

it('sends earnings for the earnings tab, by currency and link, with the filters that sales support', async () => {
  await using deps = await openTestDeps({ clicks: true, clock: { now: () => new Date('2026-03-23T09:00:00Z') } })
  const ctx = await aProject(deps, { owned: await anOrganization(deps, { settings: ['package=Pro'] }) })
  const link = await aLink(deps, ctx, { slug: 'lamp', title: 'Brass lamp' })
  const createClick = (nth: number, at: string, country: string) => ({ id: createClickIdAt(at, String(nth)), at, country })
  const german = createClick(1, '2026-03-18T10:00:00Z', 'DE')
  const french = createClick(2, '2026-03-18T10:00:00Z', 'FR')
  const earlier = createClick(3, '2026-03-11T10:00:00Z', 'DE')
  await recordClicks(
    deps,
    ctx,
    [german, french, earlier].map((one) => ({ ...one, linkId: link.url_id })),
  )
  const formatSale = ({ id, at }: typeof german, earned: string) => `${id},${at},${at},Approved,5338,${id},1,20.00,${earned}`
  const heading = 'EpnTransactionId,EventDate,UpdateDate,Status,CampaignId,CustomId,ItemId,Sales,Earnings'
  const report = [heading, formatSale(german, '1.50'), formatSale(french, '7.00'), formatSale(earlier, '0.50')].join('\n')
  await anImportedReport(deps, ctx, report, { currency: 'USD' })
  await matchEarnings(deps, { organizationId: ctx.organization.id, projectId: ctx.project.id })
  await aMailedReport(deps, ctx, { tab: 'earnings', country: 'DE', device: 'phone' }, 'Earnings')
  await enqueueAt(deps, '2026-03-23T08:00:00Z')

  await sendQueuedReports(deps, '2026-03-23T08:00:00Z')

  expect(deps.emails.map(({ subject }) => subject)).toEqual(['Earnings: $1.50 earned, Mar 16 – 22'])
  const text = deps.emails[0]?.text ?? ''
  expect(text).toContain('Country: Germany')
  expect(text).not.toContain('Device')
  expect(text).toContain('$1.00 more than the week before.')
  expect(text).toMatch(/Conversions +1 +±0\n/)
  expect(text).toMatch(/Brass lamp +\$1\.50 +\+\$1\.00\n/)
})

it('uses one Message-ID for each report and week, so that a repeated email is shown once', async () => {
  await using deps = await openTestDeps({ clicks: true, clock: { now: () => new Date('2026-03-30T09:00:00Z') } })
  const ctx = await aProject(deps)
  await recordClicks(deps, ctx, [{ at: '2026-03-18T12:00:00Z' }])
  await aMailedReport(deps, ctx)
  await enqueueAt(deps, '2026-03-23T08:00:00Z')
  await enqueueAt(deps, '2026-03-30T08:00:00Z')
  const [job, nextWeek] = await listQueuedJobs(deps)
  const killed = new Error('killed')
  const accept: Mailer = { send: async (email) => void deps.emails.push(email) }
  const acceptAndDie: Mailer = { send: (email) => accept.send(email).then(() => Promise.reject(killed)) }

  await expect(runAsJobsAccount(deps, (jobs) => sendWeeklyReport({ ...jobs, mail: acceptAndDie }, job))).rejects.toBe(killed)
  await runAsJobsAccount(deps, (jobs) => sendWeeklyReport(jobs, job))
  await runAsJobsAccount(deps, (jobs) => sendWeeklyReport(jobs, job))
  await runAsJobsAccount(deps, (jobs) => sendWeeklyReport(jobs, nextWeek))

  const [first, again, next] = deps.emails.map(({ key }) => key)
  expect(deps.emails).toHaveLength(3)
  expect(again).toBe(first)
  expect(next).not.toBe(first)
})

it('sends nothing to a former member, about a deleted link, about weeks without clicks, or if the report was switched off after it was enqueued', async () => {
  await using deps = await openTestDeps({ clicks: true, clock: { now: () => new Date('2026-03-23T09:00:00Z') } })
  const owned = await anOrganization(deps, { settings: ['package=Pro'] })
  const ctx = await aProject(deps, { owned })
  const { project_id } = await createProject(deps, owned.ctx, { name: 'Empty', description: 'Without links' })
  const empty = { ...ctx, project: { id: projectId.parse(project_id) } }
  const link = await aLink(deps, ctx)
  await recordClicks(deps, ctx, [{ at: '2026-03-18T12:00:00Z', linkId: link.url_id }])
  const member = await aMember(deps, owned)
  await aMailedReport(deps, { ...ctx, actor: member.actor })
  await aMailedReport(deps, ctx, { url_id: link.url_id }, 'Of the link')
  await aMailedReport(deps, empty)
  const reportId = await aMailedReport(deps, ctx, {}, 'Off')
  expect(await enqueueAt(deps, '2026-03-23T08:00:00Z')).toBe(4)

  await removeMember(owned.ctx, member.actor.userId)
  await deleteLink(ctx, link.url_id)
  await updateSavedView(analyticsViewKind, ctx, { viewId: reportId, update: { is_mailed: false } })
  await sendQueuedReports(deps, '2026-03-23T08:00:00Z')

  expect(deps.emails).toEqual([])
})

it('sends nothing while the user lacks a second factor that the organization requires', async () => {
  await using deps = await openTestDeps({ clicks: true, clock: { now: () => new Date('2026-03-30T09:00:00Z') } })
  const ctx = await aProject(deps)
  await recordClicks(deps, ctx, [{ at: '2026-03-18T12:00:00Z' }, { at: '2026-03-25T12:00:00Z' }])
  await aMailedReport(deps, ctx)

  await enqueueAt(deps, '2026-03-23T08:00:00Z')
  await queryAsOwner(deps, 'update organizations set second_factor_required = true')
  await sendQueuedReports(deps, '2026-03-23T08:00:00Z')
  expect(deps.emails).toEqual([])
  await enqueueAt(deps, '2026-03-30T08:00:00Z')
  await queryAsOwner(deps, 'update organizations set second_factor_required = false')
  await sendQueuedReports(deps, '2026-03-30T08:00:00Z')
  expect(deps.emails.map(({ subject }) => subject)).toEqual(['Phones in Germany: 1 click, Mar 23 – 29'])
})

it('explains which details and filters the plan does not include', async () => {
  await using deps = await openTestDeps({ clicks: true, clock: { now: () => new Date('2026-03-23T09:00:00Z') } })
  const ctx = await aProject(deps)
  await aMailedReport(deps, ctx, { country: 'DE' })
  await recordClicks(deps, ctx, [
    { at: '2026-03-10T12:00:00Z', country: 'FR' },
    { at: '2026-03-16T12:00:00Z', country: 'FR' },
  ])
  await enqueueAt(deps, '2026-03-23T08:00:00Z')
  await sendQueuedReports(deps, '2026-03-23T08:00:00Z')

  expect(deps.emails.map(({ subject }) => subject)).toEqual(['Phones in Germany: 1 click, Mar 16 – 22'])
  expect(deps.emails[0]?.text).toContain('Filters, countries and sources are part of full analytics')
  expect(deps.emails[0]?.text).not.toMatch(/Country:|France|Sources/)
})

it('explains which days are hidden above the monthly click limit, and does not compare an incomplete week', async () => {
  await using deps = await openTestDeps({ clicks: true, clock: { now: () => new Date('2026-03-30T09:00:00Z') } })
  const ctx = await aProject(deps)
  await aMailedReport(deps, ctx)
  const onOneDay = Array.from({ length: packageLimits.Free.clicksPerMonth }, (_, visitor) => ({ at: '2026-03-24T12:00:00Z', visitor }))
  await recordClicks(deps, ctx, [...onOneDay, { at: '2026-03-26T12:00:00Z' }])
  await enqueueAt(deps, '2026-03-30T08:00:00Z')

  await sendQueuedReports(deps, '2026-03-30T08:00:00Z')

  expect(deps.emails.map(({ subject }) => subject)).toEqual(['Phones in Germany: 1,000 clicks, Mar 23 – 29'])
  expect(deps.emails[0]?.text).toContain('Those since March 25 are counted, and shown from April 1.')
  expect(deps.emails[0]?.text).not.toContain('the week before')
})

it('switches off with its unsubscribe link, without sign-in', async () => {
  await using deps = await openTestDeps({ clicks: true, clock: { now: () => new Date('2026-03-23T09:00:00Z') } })
  const ctx = await aProject(deps)
  await recordClicks(deps, ctx, [{ at: '2026-03-18T12:00:00Z' }])
  await aMailedReport(deps, ctx)
  await enqueueAt(deps, '2026-03-23T08:00:00Z')
  await sendQueuedReports(deps, '2026-03-23T08:00:00Z')
  const path = new URL(deps.emails[0]?.unsubscribeUrl ?? '').pathname.replace('/unsubscribe', '')
  const pages = createUnsubscribePages(deps, toBlockList([]))
  const request = async (method: string) => {
    const response = await pages.request(path, { method }, { incoming: { socket: { remoteAddress: '203.0.113.7' } } })
    return `${response.status} ${await response.text()}`
  }

  expect(await request('GET')).toMatch(/^200 [\s\S]*Phones in Germany/)
  expect(await enqueueAt(deps, '2026-03-30T08:00:00Z')).toBe(1)
  expect(await request('POST')).toMatch(/^200 [\s\S]*You are unsubscribed/)
  expect(await request('POST')).toMatch(/^200 [\s\S]*You are unsubscribed/)
  expect(await enqueueAt(deps, '2026-04-06T08:00:00Z')).toBe(0)
})
