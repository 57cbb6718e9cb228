import { accountPostponementDays, accountReminderDays, deletionGraceDays } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { accountEmails, aLeavingUser, deleteAccountsIn, requestDeletion, sendAccountEmails } from '../../../test/account-deletion.ts'
import {
  aLink,
  aMember,
  anApiKey,
  anInvitation,
  anOrganization,
  aProject,
  aSession,
  aUser,
  catchErrorCode,
  findDestination,
} from '../../../test/builders/builders.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import type { UserContext } from '../../access/index.ts'
import { listAuditLogs } from '../../audit-logs/audit-logs.ts'
import { acceptInvitation } from '../../organizations/invitations/accept-invitation.ts'
import { listMembers, removeMember, transferOwnership } from '../../organizations/members.ts'
import { listOrganizations } from '../../organizations/organizations.ts'
import { setAvatar } from '../profile/avatar.ts'
import { getProfile } from '../profile/profile.ts'

const dayMs = 86_400_000
const { scheduled, tomorrow, postponed, deleted } = accountEmails

async function listOrganizationIds(user: UserContext): Promise<string[]> {
  return (await listOrganizations(user)).map(({ id }) => id)
}

const getEmail = async (user: UserContext) => (await getProfile(user)).email

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

it('deletes an account after fourteen days with all data of its user alone, and emails a schedule, a reminder and a final notice', async () => {
  await using deps = await openTestDeps()
  const { alone, shared, mia } = await aLeavingUser(deps)
  await aLink(deps, await aProject(deps, { owned: alone }), { slug: 'brass' })
  await setAvatar(mia, new File([pixel], 'pixel.gif'))
  await aSession(deps, mia)
  await anApiKey(deps, { ...shared.ctx, actor: mia.actor })
  const email = await getEmail(mia)

  expect((await requestDeletion(deps, mia)).deletes_at).toBe(new Date(mia.now.getTime() + deletionGraceDays * dayMs).toISOString())
  await deleteAccountsIn(deletionGraceDays - accountReminderDays - 0.01, deps)
  expect(await sendAccountEmails(deps)).toEqual([scheduled])
  await deleteAccountsIn(deletionGraceDays - accountReminderDays + 0.01, deps)
  await deleteAccountsIn(deletionGraceDays - 0.01, deps)
  expect(await sendAccountEmails(deps)).toEqual([tomorrow])
  expect(await findDestination(deps, 'brass')).toMatchObject({ kind: 'link' })

  await Promise.all([deleteAccountsIn(deletionGraceDays + 0.01, deps), deleteAccountsIn(deletionGraceDays + 0.01, deps)])
  await deleteAccountsIn(deletionGraceDays + 0.01, deps)
  expect(await sendAccountEmails(deps)).toEqual([deleted])
  expect(await catchErrorCode(getProfile(mia))).toBe('SIGN_IN_REQUIRED')
  expect(await findDestination(deps, 'brass')).not.toMatchObject({ kind: 'link' })
  expect(await aUser(deps, { email })).toBeDefined()
})

it('leaves no row of the user in any table except the audit log', async () => {
  await using deps = await openTestDeps()
  const { shared, mia } = await aLeavingUser(deps)
  await setAvatar(mia, new File([pixel], 'pixel.gif'))
  await aSession(deps, mia)
  await anApiKey(deps, { ...shared.ctx, actor: mia.actor })
  const columns = await queryAsOwner<{ table: string; column: string }>(
    deps,
    `select c.table_name as table, c.column_name as column from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and (c.column_name in ('user_id', 'accepted_by') or (c.table_name, c.column_name) = ('users', 'id'))`,
  )
  const count = async () => {
    const counts = columns.map(async ({ table, column }) => {
      const [row] = await queryAsOwner<{ count: number }>(deps, `select count(*)::int from ${table} where ${column} = $1`, [
        mia.actor.userId,
      ])
      return row !== undefined && row.count > 0 ? [table] : []
    })
    return (await Promise.all(counts)).flat().toSorted()
  }
  expect(await count()).toEqual(['api_keys', 'audit_log', 'avatars', 'members', 'user_sessions', 'users'])

  await requestDeletion(deps, mia)
  await deleteAccountsIn(deletionGraceDays + 1, deps)

  expect(await count()).toEqual(['audit_log'])
  const left = await queryAsOwner(deps, 'select action, before, after from audit_log where user_id = $1', [mia.actor.userId])
  expect(left).toEqual([{ action: 'user.delete', before: null, after: null }])
})

it("leaves the user's actions in other organizations' activity logs, without the user's name", async () => {
  await using deps = await openTestDeps()
  const { shared, mia } = await aLeavingUser(deps)
  const { userId } = mia.actor
  await aLink(deps, { ...(await aProject(deps, { owned: shared })), actor: mia.actor }, { slug: 'brass' })
  await requestDeletion(deps, mia)
  await deleteAccountsIn(deletionGraceDays + 1, deps)

  const { entries } = await listAuditLogs(shared.ctx, { limit: 50, tz: 'UTC' })
  const theirs = entries.filter(({ actor }) => actor.id === userId)
  expect(theirs.map(({ eventType, actor }) => [eventType, actor.name])).toEqual([
    ['member_removed', null],
    ['link_created', null],
  ])
  expect((await listMembers(shared.ctx)).map(({ user_id }) => user_id)).toEqual([shared.user.actor.userId])
})

it('postpones the deletion while the account is the last owner of an organization', async () => {
  await using deps = await openTestDeps()
  const { alone, shared, mia } = await aLeavingUser(deps)
  const noah = await aMember(deps, shared)
  await requestDeletion(deps, mia)
  await removeMember(shared.ctx, shared.user.actor.userId)

  await Promise.all([deleteAccountsIn(deletionGraceDays + 0.1, deps), deleteAccountsIn(deletionGraceDays + 0.1, deps)])
  expect(await sendAccountEmails(deps)).toEqual([scheduled, postponed])
  expect(await listOrganizationIds(mia)).toEqual([alone.organization.id, shared.organization.id])

  await transferOwnership({ ...shared.ctx, actor: mia.actor }, noah.actor.userId)
  await deleteAccountsIn(deletionGraceDays + accountPostponementDays, deps)
  expect(await sendAccountEmails(deps)).toEqual([tomorrow])
  await deleteAccountsIn(deletionGraceDays + accountPostponementDays + 0.2, deps)
  expect(await sendAccountEmails(deps)).toEqual([deleted])
  expect(await listOrganizationIds(noah)).toEqual([shared.organization.id])
})

it.each(['member', 'owner'] as const)('leaves an organization to whom accepted an invitation as %s meanwhile', async (role) => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const [mia, noah] = [owned.user, await aUser(deps)]
  await requestDeletion(deps, mia)
  const email = await getEmail(noah)
  const { token } = await anInvitation(deps, owned, { email, role })
  deps.emails.splice(0)
  await acceptInvitation(noah, { emails: [email], token })

  await deleteAccountsIn(deletionGraceDays + 0.1, deps)

  expect(await sendAccountEmails(deps)).toEqual(role === 'owner' ? [deleted] : [scheduled, postponed])
  expect(await listOrganizationIds(noah)).toEqual([owned.organization.id])
})

it('rolls everything back when a job fails at its last step, and the next job completes the deletion', async () => {
  await using deps = await openTestDeps()
  const { alone, shared, mia } = await aLeavingUser(deps)
  const noah = await anOrganization(deps)
  await aLink(deps, await aProject(deps, { owned: alone }), { slug: 'brass' })
  await requestDeletion(deps, mia)
  await requestDeletion(deps, noah.user)
  await queryAsOwner(deps, `create function fail() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`)
  await queryAsOwner(
    deps,
    `create trigger fail before delete on users for each row when (old.id = '${mia.actor.userId}') execute function fail()`,
  )

  await expect(deleteAccountsIn(deletionGraceDays + 1, deps)).rejects.toThrow('1 deletions failed')
  expect(await listOrganizationIds(mia)).toEqual([alone.organization.id, shared.organization.id])
  expect(await findDestination(deps, 'brass')).toMatchObject({ kind: 'link' })
  expect(await catchErrorCode(getProfile(noah.user))).toBe('SIGN_IN_REQUIRED')

  await queryAsOwner(deps, 'drop trigger fail on users')
  await deleteAccountsIn(deletionGraceDays + 1, deps)
  expect(await catchErrorCode(getProfile(mia))).toBe('SIGN_IN_REQUIRED')
  expect(await sendAccountEmails(deps)).toEqual([deleted, deleted])
})

it('deletes two owners of one organization at once, and deletes the organization with the second owner', async () => {
  await using deps = await openTestDeps()
  const { shared, mia } = await aLeavingUser(deps)
  await Promise.all([requestDeletion(deps, mia), requestDeletion(deps, shared.user)])

  await Promise.all(
    [deleteAccountsIn(deletionGraceDays + 1, deps), deleteAccountsIn(deletionGraceDays + 1, deps)].map((run) => run.catch(() => undefined)),
  )
  await deleteAccountsIn(deletionGraceDays + 1, deps)

  expect((await sendAccountEmails(deps)).filter((subject) => subject === deleted)).toHaveLength(2)
  expect(await queryAsOwner(deps, 'select id from users')).toEqual([])
  expect(await queryAsOwner(deps, 'select id from organizations')).toEqual([])
})
