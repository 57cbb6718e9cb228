import { deletionGraceDays, organizationReminderDays } from '@linkshelf/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aLink, aMember, anOrganization, aProject, findDestination } from '../../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { openPostgres } from '../../platform/postgres/postgres.ts'
import { cancelDeletion, createOrganization, listOrganizations, requestDeletion } from '../organizations.ts'
import { deleteDueOrganizations } from './delete-organizations.ts'
import { sendDeletedEmail, sendDeletionEmail } from './deletion-emails.ts'

const dayMs = 86_400_000

/** Creates an organization that its owner may delete, because the owner has another one. */
async function aDeletableOrganization(deps: TestDeps) {
  const owned = await anOrganization(deps)
  await createOrganization(deps, owned.user, 'Another')
  return owned
}

/** Runs the hourly job with the jobs account, as if this number of days had passed. */
async function runDeletionsAfter(days: number, deps: TestDeps): Promise<void> {
  const db = openPostgres(deps.accounts.jobs)
  try {
    await deleteDueOrganizations({ ...deps, db, clock: { now: () => new Date(Date.now() + days * dayMs) } })
  } finally {
    await db.destroy()
  }
}

/** Runs each queued email job once. Returns the subjects of the sent emails. */
async function sendEmails(deps: TestDeps): Promise<string[]> {
  const db = openPostgres(deps.accounts.jobs)
  const { rows } = await sql<{ id: string; task_identifier: string; payload: unknown }>`
    select jobs.id, task_identifier, private.payload from graphile_worker.jobs as jobs
    join graphile_worker._private_jobs as private on private.id = jobs.id where task_identifier like 'send-organization-delet%' order by jobs.id`.execute(
    db,
  )
  for (const { id, task_identifier, payload } of rows) {
    if (task_identifier === 'send-organization-deletion-email') await sendDeletionEmail(deps, payload)
    else await sendDeletedEmail(deps, payload)
    await sql`delete from graphile_worker._private_jobs where id = ${id}`.execute(db)
  }
  await db.destroy()
  return deps.emails.splice(0).map(({ subject }) => subject)
}

it('deletes an organization after fourteen days, and emails every owner at the request, two days before and at the deletion', async () => {
  await using deps = await openTestDeps()
  const owned = await aDeletableOrganization(deps)
  await aMember(deps, owned, { role: 'owner' })
  await aMember(deps, owned)
  await aLink(deps, await aProject(deps, { owned }), { slug: 'brass' })

  const requested = await requestDeletion(owned.ctx)
  expect(new Date(requested.deletes_at ?? '').getTime()).toBe(owned.ctx.now.getTime() + deletionGraceDays * dayMs)
  expect(await sendEmails(deps)).toEqual(Array(2).fill('Your organization will be deleted'))

  await runDeletionsAfter(deletionGraceDays - organizationReminderDays - 0.01, deps)
  expect(await sendEmails(deps)).toEqual([])
  await runDeletionsAfter(deletionGraceDays - organizationReminderDays + 0.01, deps)
  await runDeletionsAfter(deletionGraceDays - 0.01, deps)
  expect(await sendEmails(deps)).toEqual(Array(2).fill('Your organization will be deleted in two days'))
  expect(await findDestination(deps, 'brass')).toMatchObject({ kind: 'link' })

  await Promise.all([runDeletionsAfter(deletionGraceDays + 0.01, deps), runDeletionsAfter(deletionGraceDays + 0.01, deps)])
  expect(await sendEmails(deps)).toEqual(Array(2).fill('Your organization was deleted'))
  expect((await listOrganizations(owned.user)).map(({ name }) => name)).toEqual(['Another'])
  expect(await findDestination(deps, 'brass')).not.toMatchObject({ kind: 'link' })
})

it('links in its emails to the organization, whichever organization the dashboard showed last', async () => {
  await using deps = await openTestDeps()
  const owned = await aDeletableOrganization(deps)
  await requestDeletion(owned.ctx)
  const sent: string[] = []

  await sendEmails({ ...deps, mail: { send: async ({ text }) => void sent.push(text) } })

  expect(sent).toEqual([expect.stringContaining(`http://app.test/settings/data?organization=${owned.organization.id}`)])
})

it('does not delete an organization if an owner cancels the deletion', async () => {
  await using deps = await openTestDeps()
  const owned = await aDeletableOrganization(deps)
  const first = await requestDeletion(owned.ctx)
  const again = await requestDeletion({ ...owned.ctx, now: new Date(owned.ctx.now.getTime() + dayMs) })
  expect(again.deletes_at).toBe(first.deletes_at)

  const other = await aMember(deps, owned, { role: 'owner' })
  expect(await cancelDeletion(other)).toMatchObject({ deletes_at: null })
  expect(await sendEmails(deps)).toEqual([])
  await runDeletionsAfter(deletionGraceDays + 1, deps)

  expect(await listOrganizations(owned.user)).toHaveLength(2)
})
