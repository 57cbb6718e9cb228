import { expect, it } from 'vitest'
import { aUser } from '../../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { runAsJobsAccount } from '../../../test/run-as-jobs-account.ts'
import type { UserContext } from '../../access/index.ts'
import { updateNotificationSettings } from '../notification-settings.ts'
import { createMailing, previewMailing, sendMailing } from './mailing.ts'

const mailing = {
  notification: 'product_change',
  subject: 'Broken links are found',
  text: '# New\n\nLinks are **checked** daily. [Read more](https://a.example/)',
} as const

async function createUserWithNews(deps: TestDeps, enabled = true): Promise<UserContext> {
  const user = await aUser(deps)
  await updateNotificationSettings(user, { time_zone: 'UTC', preferences: [{ id: 'product_change', enabled }] })
  return user
}

const listRecipients = (deps: TestDeps) =>
  runAsJobsAccount(deps, async ({ db }) => {
    const rows = await db
      .selectFrom('mailing_recipients' as never)
      .selectAll()
      .execute()
    return rows as { mailing_id: string; user_id: string }[]
  })

it('enqueues one email for each user who switched it on, even if the mailing is repeated or run twice at once', async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await createUserWithNews(deps), await createUserWithNews(deps)]
  await createUserWithNews(deps, false)
  await aUser(deps)

  expect(await runAsJobsAccount(deps, (jobs) => previewMailing(jobs, mailing))).toEqual({ remaining: 2, enqueuedEarlier: 0 })
  const runs = await Promise.all([1, 2].map(() => runAsJobsAccount(deps, (jobs) => createMailing(jobs, mailing))))
  expect(runs.reduce((sum, { enqueued }) => sum + enqueued, 0)).toBe(2)
  const lea = await createUserWithNews(deps)
  expect(await runAsJobsAccount(deps, (jobs) => createMailing(jobs, mailing))).toEqual({ enqueued: 1, enqueuedEarlier: 2 })
  expect(await runAsJobsAccount(deps, (jobs) => createMailing(jobs, { ...mailing, subject: 'Another' }))).toEqual({
    enqueued: 3,
    enqueuedEarlier: 0,
  })

  const ofFirst = (await listRecipients(deps)).filter((one, _index, all) => one.mailing_id === all[0]?.mailing_id)
  expect(new Set(ofFirst.map(({ user_id }) => user_id))).toEqual(new Set([mia, noah, lea].map(({ actor }) => actor.userId)))
})

it('sends Markdown as HTML and plain text, with an unsubscribe link, unless the user has switched it off since', async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await createUserWithNews(deps), await createUserWithNews(deps)]
  await runAsJobsAccount(deps, (jobs) => createMailing(jobs, mailing))
  await updateNotificationSettings(noah, { time_zone: 'UTC', preferences: [{ id: 'product_change', enabled: false }] })
  const jobs = (await listRecipients(deps)).map(({ mailing_id, user_id }) => ({ mailingId: mailing_id, userId: user_id }))
  for (const job of jobs) await runAsJobsAccount(deps, (at) => sendMailing(at, job))

  expect(deps.emails).toHaveLength(1)
  const [email] = deps.emails
  expect(email).toMatchObject({ subject: mailing.subject, unsubscribeUrl: expect.stringContaining(`${mia.actor.userId}.product_change.`) })
  expect(email?.html).toContain('<strong')
  expect(email?.text).toContain('Links are checked daily. Read more <https://a.example/>')
  expect(email?.text).toContain(email?.unsubscribeUrl)
})
