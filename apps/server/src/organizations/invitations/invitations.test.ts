import { invitationDraft, invitationId, invitationLifetimeMs } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import {
  aMember,
  anInvitation,
  anOrganization,
  aUser,
  catchErrorCode,
  findInvitationToken,
  listErrorCodes,
  type OwnedOrganization,
} from '../../../test/builders/builders.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { waitForBlockedTransaction } from '../../../test/wait-for-blocked-transaction.ts'
import { createRateLimiters, read, type UserContext } from '../../access/index.ts'
import { openPostgres } from '../../platform/postgres/postgres.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { changeRole, listMembers, removeMember, transferOwnership } from '../members.ts'
import { listOrganizations } from '../organizations.ts'
import { acceptInvitation, getInvitation } from './accept-invitation.ts'
import { sendInvitationEmail } from './invitation-email.ts'
import { selectOpenInvitations } from './invitation-table.ts'
import { deleteOldInvitations, inviteMember, listInvitations, resendInvitation, revokeInvitation } from './invitations.ts'

const email = 'noah@people.test'

/** Removes every job from the queue and returns their payloads. */
async function takeQueuedEmails(deps: TestDeps): Promise<unknown[]> {
  const rows = await queryAsOwner<{ payload: unknown }>(deps, 'delete from graphile_worker._private_jobs returning payload')
  return rows.map(({ payload }) => payload)
}

function shiftTime<Ctx extends UserContext>(ctx: Ctx, ms: number): Ctx {
  return { ...ctx, now: new Date(ctx.now.getTime() + ms) }
}

const send = (deps: TestDeps, { ctx }: OwnedOrganization, id: string) =>
  sendInvitationEmail(deps, { organizationId: ctx.organization.id, invitationId: id })

it('invites an address, shows the invitation to anyone with its link, and makes the user with this address a member', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const noah = await aUser(deps, { email: 'Noah@People.test' })
  const { token } = await anInvitation(deps, owned, { email, role: 'owner' })

  expect(await getInvitation(noah, token)).toMatchObject({
    state: 'pending',
    organization_id: owned.organization.id,
    organization_name: "Mia's shelf",
    email,
    role: 'owner',
    has_account: true,
  })
  const joined = await acceptInvitation(noah, { emails: ['Noah@People.test'], token })

  expect(joined).toMatchObject({ id: owned.organization.id, role: 'owner', projects: [{ status: 'active' }] })
  expect(await listMembers(owned.ctx)).toMatchObject([{}, { email: 'Noah@People.test', role: 'owner' }])
  expect(await listInvitations(owned.ctx)).toEqual([])
  expect(await getInvitation(noah, token)).toMatchObject({ state: 'accepted' })
})

it("emails the link, the inviter and the organization's name, and nothing else about the organization", async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps, { user: await aUser(deps, { email: 'mia@people.test' }) })
  await anInvitation(deps, owned, { email })

  expect(deps.emails).toMatchObject([{ to: email, subject: 'You are invited to Linkshelf' }])
  expect(deps.emails[0]?.text).toContain("Mia Reed (mia@people.test) invited you to join “Mia's shelf” on Linkshelf as a member.")
  expect(deps.emails[0]?.text).toMatch(/http:\/\/app\.test\/invitations\/[\w-]{64}\n/)
})

it.each([
  ['Visit evil.example now', 'an organization'],
  ['A\u202Eb\nc', '“A b c”'],
  ['x'.repeat(90), `“${'x'.repeat(59)}…”`],
])('cleans the name %j in the email', async (name, shown) => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  await withScope(deps.db, { organizationId: owned.organization.id }, (tx) => tx.updateTable('organizations').set({ name }).execute())
  await anInvitation(deps, owned, { email })

  expect(deps.emails[0]?.text).toContain(`to join ${shown} on Linkshelf`)
})

it('names the last sender in the email, and sends no email if the sender is no longer a member', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const lea = await aMember(deps, owned, { role: 'owner', user: await aUser(deps, { email: 'lea@people.test' }) })
  const { invitation_id } = await inviteMember(deps, owned.ctx, { email, role: 'member' })
  await resendInvitation(lea, invitationId.parse(invitation_id))
  const [job] = await takeQueuedEmails(deps)

  await sendInvitationEmail(deps, job)
  await removeMember(owned.ctx, lea.actor.userId)
  await sendInvitationEmail(deps, job)

  expect(deps.emails.map(({ text }) => text)).toEqual([expect.stringContaining('Mia Reed (lea@people.test) invited you to join')])
})

it("omits an inviter's name that mail programs would turn into a link", async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps, { user: await aUser(deps, { email: 'mia@people.test' }) })
  await deps.db.updateTable('users').set({ full_name: 'Visit evil.example now' }).where('id', '=', owned.user.actor.userId).execute()
  await anInvitation(deps, owned, { email })

  expect(deps.emails[0]?.text).toContain('mia@people.test invited you to join')
  expect(deps.emails[0]?.text).not.toContain('evil.example')
})

it('creates one invitation per address, ignoring case and repetitions, and sends one email for identical requests', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const invite = (address: string, ms = 0) => inviteMember(deps, shiftTime(owned.ctx, ms), { email: address, role: 'member' })

  const invited = await Promise.all([invite(email), invite('Noah@People.test'), invite(email)])
  expect(new Set(invited.map(({ invitation_id }) => invitation_id)).size).toBe(1)
  expect(await listInvitations(owned.ctx)).toHaveLength(1)
  expect(await takeQueuedEmails(deps)).toHaveLength(1)

  expect((await invite(email, 1_000)).expires_at).toBe(invited[0]?.expires_at)
  expect(await takeQueuedEmails(deps)).toEqual([])

  const renewed = await invite(email, 120_000)
  expect(Date.parse(renewed.expires_at)).toBe(owned.ctx.now.getTime() + 120_000 + invitationLifetimeMs)
  expect(await takeQueuedEmails(deps)).toHaveLength(1)
})

it('responds the same to an address with an account and to one without', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  await aUser(deps, { email })

  const answers = await Promise.all([email, 'nobody@people.test'].map((to) => inviteMember(deps, owned.ctx, { email: to, role: 'member' })))

  const [known, unknown] = answers.map(({ invitation_id: _id, email: _email, ...rest }) => rest)
  expect(known).toEqual(unknown)
})

it("rejects a member's address", async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  await aMember(deps, owned, { user: await aUser(deps, { email }) })

  expect(await catchErrorCode(inviteMember(deps, owned.ctx, { email: 'NOAH@people.test', role: 'member' }))).toBe('MEMBER_EXISTS')
})

it('assigns the role that an owner changed while the invitation was being accepted', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const noah = await aUser(deps, { email })
  const { id, token } = await anInvitation(deps, owned, { email, role: 'owner' })

  const { accepting } = await withScope(deps.db, { organizationId: owned.organization.id }, async (tx) => {
    await tx.updateTable('invitations').set({ role: 'viewer' }).where('id', '=', id).execute()
    const accepted = acceptInvitation(noah, { emails: [email], token })
    await waitForBlockedTransaction(deps)
    return { accepting: accepted }
  })

  expect(await accepting).toMatchObject({ role: 'viewer' })
  const entries = await queryAsOwner(deps, "select after->>'role' as role from audit_log where action = 'invitation.accept'")
  expect(entries).toEqual([{ role: 'viewer' }])
})

it('is accepted once by several concurrent requests, which all succeed', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const noah = await aUser(deps, { email })
  const { token } = await anInvitation(deps, owned, { email })

  const joined = await Promise.all([1, 2, 3].map(() => acceptInvitation(noah, { emails: [email], token })))

  expect(new Set(joined.map(({ id }) => id))).toEqual(new Set([owned.organization.id]))
  expect(await listMembers(owned.ctx)).toHaveLength(2)
})

it('is not accepted for another address, or if the token is expired, revoked, used or invalid', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const [noah, ada] = [await aUser(deps, { email }), await aUser(deps, { email: 'ada@people.test' })]
  const accept = (ctx: UserContext, token: string, address = email) => acceptInvitation(ctx, { emails: [address], token })
  const { token, id } = await anInvitation(deps, owned, { email })

  expect(await catchErrorCode(accept(ada, token, 'ada@people.test'))).toBe('INVITATION_FOR_OTHER_ADDRESS')
  expect(await catchErrorCode(accept(shiftTime(noah, invitationLifetimeMs + 1_000), token))).toBe('INVITATION_EXPIRED')
  for (const made of ['', 'x', token.slice(1), `${token}x`, `${token.slice(0, -2)}${token.endsWith('AA') ? 'BA' : 'AA'}`])
    expect(await catchErrorCode(accept(noah, made))).toBe('INVITATION_NOT_FOUND')

  await revokeInvitation(owned.ctx, id)
  expect(await catchErrorCode(accept(noah, token))).toBe('INVITATION_NOT_FOUND')
  expect(await getInvitation(noah, token)).toMatchObject({ state: 'revoked' })
  expect(await catchErrorCode(revokeInvitation(owned.ctx, id))).toBe('NOT_FOUND')

  const again = await anInvitation(deps, owned, { email })
  await accept(noah, again.token)
  await removeMember(owned.ctx, noah.actor.userId)
  expect(await catchErrorCode(accept(noah, again.token))).toBe('INVITATION_USED')
})

const endings: [string, (deps: TestDeps, owned: OwnedOrganization, lea: Owner) => Promise<unknown>][] = [
  ['is removed', (_deps, { ctx }, lea) => removeMember(ctx, lea.actor.userId)],
  ['leaves', (_deps, _owned, lea) => removeMember(lea, lea.actor.userId)],
  ['becomes a member', (_deps, { ctx }, lea) => changeRole(ctx, { userId: lea.actor.userId, role: 'member' })],
  ['becomes a viewer', (_deps, { ctx }, lea) => changeRole(ctx, { userId: lea.actor.userId, role: 'viewer' })],
  ['transfers the ownership', (_deps, { user }, lea) => transferOwnership(lea, user.actor.userId)],
  ['deletes the account', (deps, _owned, lea) => queryAsOwner(deps, 'delete from users where id = $1', [lea.actor.userId])],
]
type Owner = Awaited<ReturnType<typeof aMember>>

it.each(endings)('is revoked if the owner who last sent it %s', async (_what, end) => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const lea = await aMember(deps, owned, { role: 'owner' })
  const noah = await aUser(deps, { email })
  const ofLea = await anInvitation(deps, { ...owned, ctx: lea }, { email })
  const ofMia = await anInvitation(deps, owned, { email: 'ada@people.test' })
  const resent = await anInvitation(deps, { ...owned, ctx: lea }, { email: 'kim@people.test' })
  await resendInvitation(owned.ctx, resent.id)

  await end(deps, owned, lea)

  expect(await catchErrorCode(acceptInvitation(noah, { emails: [email], token: ofLea.token }))).toBe('INVITATION_NOT_FOUND')
  expect(await getInvitation(noah, ofLea.token)).toMatchObject({ state: 'revoked' })
  const left = await read(owned.ctx, (tx) => selectOpenInvitations(tx, owned.ctx.organization.id))
  expect(left.map(({ id }) => id).toSorted()).toEqual([ofMia.id, resent.id].toSorted())
})

it('is not accepted if its sender is no longer an owner, even if it was not revoked', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const lea = await aMember(deps, owned, { role: 'owner' })
  const noah = await aUser(deps, { email })
  const { token, id } = await anInvitation(deps, { ...owned, ctx: lea }, { email })
  await changeRole(owned.ctx, { userId: lea.actor.userId, role: 'member' })
  await queryAsOwner(deps, 'update invitations set revoked_at = null where id = $1', [id])

  expect(await catchErrorCode(acceptInvitation(noah, { emails: [email], token }))).toBe('INVITATION_NOT_FOUND')
})

it('does not change the role of a user who has become a member otherwise', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const noah = await aUser(deps, { email })
  const { token } = await anInvitation(deps, owned, { email, role: 'owner' })
  await aMember(deps, owned, { user: noah })

  expect(await acceptInvitation(noah, { emails: [email], token })).toMatchObject({ role: 'member' })
})

it('works with the links of all its emails, and is extended when it is sent again', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const noah = await aUser(deps, { email })
  const { token, id } = await anInvitation(deps, owned, { email })
  const nextWeek = invitationLifetimeMs + 60_000

  expect(await listInvitations(shiftTime(owned.ctx, nextWeek))).toMatchObject([{ state: 'expired' }])
  expect(await resendInvitation(shiftTime(owned.ctx, nextWeek), id)).toMatchObject({ state: 'pending' })
  await send(deps, owned, id)
  const resent = findInvitationToken(deps.emails.at(-1)?.text ?? '')

  expect(resent).not.toBe(token)
  for (const each of [token, resent]) expect(await getInvitation(shiftTime(noah, nextWeek), each)).toMatchObject({ state: 'pending' })
})

it('sends no email if the invitation was revoked first', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const { invitation_id } = await inviteMember(deps, owned.ctx, { email, role: 'member' })
  await revokeInvitation(owned.ctx, invitationId.parse(invitation_id))

  await send(deps, owned, invitation_id)

  expect(deps.emails).toEqual([])
})

it("limits an organization's invitations, and the invitations to one address by all organizations together", async () => {
  await using deps = await openTestDeps()
  const rateLimiters = createRateLimiters(deps)
  const withRateLimiters = async () => {
    const { ctx } = await anOrganization(deps)
    return { ...ctx, rateLimiters }
  }
  const [first, second] = [await withRateLimiters(), await withRateLimiters()]
  const invite = (ctx: typeof first, to: string) => inviteMember(deps, ctx, { email: to, role: 'member' })

  const many = await Promise.allSettled(Array.from({ length: 22 }, (_, nth) => invite(first, `guest-${nth}@people.test`)))
  expect(listErrorCodes(many)).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
  expect(await listInvitations(first)).toHaveLength(20)

  for (let nth = 0; nth < 10; nth += 1) await invite(shiftTime(second, nth * 120_000), email)
  await expect(invite(await withRateLimiters(), email)).rejects.toMatchObject({ message: expect.stringContaining('invited too often') })
  await invite(second, 'other@people.test')
})

it('is deleted a month after it expired', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const { token } = await anInvitation(deps, owned, { email })
  const jobsDb = openPostgres(deps.accounts.jobs, { size: 1 })
  const at = (days: number) => ({ db: jobsDb, clock: { now: () => new Date(Date.now() + days * 86_400_000) } })
  await withScope(deps.db, { organizationId: owned.organization.id }, (tx) =>
    tx
      .updateTable('invitations')
      .set({ expires_at: new Date(Date.now() - 86_400_000) })
      .execute(),
  )

  await deleteOldInvitations(at(28))
  expect(await getInvitation(owned.user, token)).toMatchObject({ state: 'expired' })
  await deleteOldInvitations(at(30))
  expect(await catchErrorCode(getInvitation(owned.user, token))).toBe('INVITATION_NOT_FOUND')
  await jobsDb.destroy()
})

it('shows each user only the organizations they joined', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const noah = await anOrganization(deps, { user: await aUser(deps, { email }) })
  const { token } = await anInvitation(deps, owned, { email })

  await acceptInvitation(shiftTime(noah.user, 1_000), { emails: [email], token })

  expect((await listOrganizations(noah.user)).map(({ id }) => id)).toEqual([noah.organization.id, owned.organization.id])
})

it.each(['mia', 'mia@', '@shop.example', 'mia@shop', 'mia shop@x.example', `${'m'.repeat(250)}@x.example`])(
  'rejects %s as an address',
  (written) => {
    expect(invitationDraft.safeParse({ email: written }).success).toBe(false)
  },
)
