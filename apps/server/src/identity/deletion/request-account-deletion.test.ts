import { accountReminderDays, deletionGraceDays } from '@linkshelf/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { accountEmails, aLeavingUser, deleteAccountsIn, requestDeletion, sendAccountEmails } from '../../../test/account-deletion.ts'
import { aMember, anOrganization, catchErrorCode, toApiKeyContext } from '../../../test/builders/builders.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { listMembers, transferOwnership } from '../../organizations/members.ts'
import { listOrganizations } from '../../organizations/organizations.ts'
import { getProfile } from '../profile/profile.ts'
import { cancelAccountDeletion, getAccountDeletion } from './request-account-deletion.ts'

const dayMs = 86_400_000
const { scheduled, tomorrow } = accountEmails

it('cancels a deletion, and starts a new grace period at the next request', async () => {
  await using deps = await openTestDeps()
  const { mia } = await aLeavingUser(deps)
  const organizations = await listOrganizations(mia)
  await requestDeletion(deps, mia)
  await deleteAccountsIn(deletionGraceDays - accountReminderDays + 0.01, deps)

  expect(await cancelAccountDeletion(mia)).toMatchObject({ deletes_at: null })
  expect(await cancelAccountDeletion(mia)).toMatchObject({ deletes_at: null })
  await deleteAccountsIn(deletionGraceDays + 1, deps)
  expect(await sendAccountEmails(deps)).toEqual([])
  expect(await listOrganizations(mia)).toEqual(organizations)

  await requestDeletion(deps, mia)
  await deleteAccountsIn(deletionGraceDays - accountReminderDays + 0.01, deps)
  expect(await sendAccountEmails(deps)).toEqual([scheduled, tomorrow])
})

it('schedules one deletion for two requests at once', async () => {
  await using deps = await openTestDeps()
  const { mia } = await aLeavingUser(deps)

  const [first, second] = await Promise.all([
    requestDeletion(deps, mia),
    requestDeletion(deps, { ...mia, now: new Date(mia.now.getTime() + dayMs) }),
  ])

  expect(first.deletes_at).toBe(second.deletes_at)
  expect(await sendAccountEmails(deps)).toEqual([scheduled])
})

it('rejects the last owner of organizations, and names the organizations', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const noah = await aMember(deps, owned)
  const { id, name } = owned.organization

  expect(await getAccountDeletion(owned.user)).toEqual({ organizations: [{ organization_id: id, name, effect: 'blocks' }] })
  await expect(requestDeletion(deps, owned.user)).rejects.toMatchObject({
    code: 'ACCOUNT_OWNS_ORGANIZATION',
    data: { organization_ids: [id] },
    message: `You are the only owner of “${name}”, where others are members. Transfer the ownership to one of them first, or remove them.`,
  })
  expect(await getProfile(owned.user)).toMatchObject({ deletes_at: null })

  await transferOwnership(owned.ctx, noah.actor.userId)
  expect(await requestDeletion(deps, owned.user)).toMatchObject({ deletes_at: expect.any(String) })
  await deleteAccountsIn(deletionGraceDays + 1, deps)
  expect(await listMembers(noah)).toMatchObject([{ user_id: noah.actor.userId, role: 'owner' }])
})

it('needs the password and a session that is not signed out, and rejects an API key', async () => {
  await using deps = await openTestDeps()
  const { mia } = await aLeavingUser(deps)

  expect(await catchErrorCode(requestDeletion(deps, mia, 'not it'))).toBe('PASSWORD_WRONG')
  expect(await catchErrorCode(requestDeletion(deps, toApiKeyContext(mia)))).toBe('SIGN_IN_REQUIRED')
  expect(await catchErrorCode(cancelAccountDeletion(toApiKeyContext(mia)))).toBe('SIGN_IN_REQUIRED')
  await sql`insert into user_sessions (id, uid, user_id, signed_in_at, last_used_at, signed_out_at)
    values (${deps.ids.next()}, 'out', ${mia.actor.userId}, now(), now(), now())`.execute(deps.db)
  const signedOut = { ...mia, actor: { ...mia.actor, kind: 'user' as const, sessionUid: 'out' } }
  expect(await catchErrorCode(requestDeletion(deps, signedOut))).toBe('SIGN_IN_REQUIRED')
  expect(await catchErrorCode(cancelAccountDeletion(signedOut))).toBe('SIGN_IN_REQUIRED')
  expect(await getProfile(mia)).toMatchObject({ deletes_at: null })
})
