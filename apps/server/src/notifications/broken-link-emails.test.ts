import { expect, it } from 'vitest'
import { aLink, aMember, anOrganization, aProject } from '../../test/builders/builders.ts'
import { runAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { announceBrokenLinks, sendBrokenLinks } from './broken-link-emails.ts'
import { updateNotificationSettings } from './notification-settings.ts'

const hourMs = 3_600_000

const setStatus = (deps: TestDeps, urlId: string, status: string) =>
  runAsOwner(deps, (owner) =>
    owner.query("update link_checks set status = $2, reason = 'not_found', announced_at = null where link_id = $1", [urlId, status]),
  )

async function announceAfter(deps: TestDeps, hours: number): Promise<void> {
  const db = openPostgres(deps.accounts.jobs)
  await announceBrokenLinks({ ...deps, db, clock: { now: () => new Date(Date.now() + hours * hourMs) } }).finally(() => db.destroy())
}

/** Returns the emails to send, oldest first, and removes them from the queue. */
function takeJobs(deps: TestDeps): Promise<object[]> {
  const query = `delete from graphile_worker._private_jobs using graphile_worker._private_tasks as tasks
    where tasks.id = task_id and identifier = 'send-broken-links' returning payload`
  return runAsOwner(deps, async (owner) => (await owner.query<{ payload: object }>(query)).rows.map(({ payload }) => payload))
}

it('announces newly broken links once, in at most one email per member and day, even if two processes run at once', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const member = await aMember(deps, owned)
  const ctx = await aProject(deps, { owned })
  const [lamp, pan, can] = [
    await aLink(deps, ctx, { slug: 'lamp', title: 'Brass lamp' }),
    await aLink(deps, ctx, { slug: 'pan' }),
    await aLink(deps, ctx, { slug: 'can' }),
  ]
  await setStatus(deps, can.url_id, 'failing')
  await announceAfter(deps, 0)
  expect(await takeJobs(deps)).toEqual([])

  for (const link of [lamp, pan]) await setStatus(deps, link.url_id, 'broken')
  await Promise.all([announceAfter(deps, 0), announceAfter(deps, 0)])
  const jobs = await takeJobs(deps)
  expect(jobs).toHaveLength(2)
  for (const job of jobs) await sendBrokenLinks(deps, job)
  expect(deps.emails.map(({ subject }) => subject)).toEqual(Array(2).fill("2 links are broken · Mia's shelf"))
  expect(deps.emails[0]?.text).toMatch(/Brass lamp\nhttp:\/\/go\.test\/lamp\nThe page does not exist \(404\)\./)
  expect(deps.emails[0]?.text).toContain(`http://app.test/links?health=broken&organization=${owned.organization.id}\n`)
  expect(deps.emails[0]?.unsubscribeUrl).toContain('.link_broken.')

  await setStatus(deps, can.url_id, 'broken')
  await announceAfter(deps, 23)
  expect(await takeJobs(deps)).toEqual([])
  await announceAfter(deps, 25)
  expect(await takeJobs(deps)).toMatchObject([{ linkIds: [can.url_id] }, { linkIds: [can.url_id] }])
  const entries = await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
    tx.selectFrom('audit_log').select(['actor_kind', 'after']).where('action', '=', 'link.announce_broken').orderBy('created_at').execute(),
  )
  const createAnnounced = (slug: string) => ({ slug, announced: true })
  expect(entries).toEqual([
    { actor_kind: 'system', after: { [lamp.url_id]: createAnnounced('lamp'), [pan.url_id]: createAnnounced('pan') } },
    { actor_kind: 'system', after: { [can.url_id]: createAnnounced('can') } },
  ])
  expect(member.organization.id).toBe(ctx.organization.id)
})

it('sends nothing about links that work again, to a former member, or if the notification is switched off', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx)
  const job = { organizationId: ctx.organization.id, userId: ctx.actor.userId, linkIds: [link.url_id] }
  await setStatus(deps, link.url_id, 'ok')
  await sendBrokenLinks(deps, job)
  await setStatus(deps, link.url_id, 'broken')
  await sendBrokenLinks(deps, { ...job, userId: deps.ids.next() })
  await sendBrokenLinks(deps, { ...job, organizationId: deps.ids.next() })
  await updateNotificationSettings(ctx, { time_zone: 'UTC', preferences: [{ id: 'link_broken', enabled: false }] })
  await sendBrokenLinks(deps, job)
  expect(deps.emails).toEqual([])

  await updateNotificationSettings(ctx, { time_zone: 'UTC', preferences: [{ id: 'link_broken', enabled: true }] })
  await sendBrokenLinks(deps, job)
  expect(deps.emails.map(({ subject }) => subject)).toEqual(["1 link is broken · Mia's shelf"])
})
