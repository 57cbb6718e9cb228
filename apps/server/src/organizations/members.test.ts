import { expect, it } from 'vitest'
import { aMember, anOrganization, aUser, catchErrorCode, listErrorCodes } from '../../test/builders/builders.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { findOrganizationContext } from '../access/context.ts'
import { createProject } from '../projects/projects.ts'
import { changeRole, listMembers, removeMember, transferOwnership } from './members.ts'

it('lists members, longest membership first, with the day they joined', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const noah = await aMember(deps, owned)

  const listed = await listMembers(noah)

  expect(listed).toMatchObject([
    { user_id: owned.user.actor.userId, role: 'owner', full_name: 'Mia Reed', avatar_url: null },
    { user_id: noah.actor.userId, role: 'member', joined_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
  ])
})

it("changes roles, but not the last owner's", async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const mia = owned.user.actor.userId
  const noah = await aMember(deps, owned)

  expect(await catchErrorCode(changeRole(owned.ctx, { userId: mia, role: 'member' }))).toBe('MEMBER_LAST_OWNER')
  expect(await changeRole(owned.ctx, { userId: noah.actor.userId, role: 'owner' })).toMatchObject({ role: 'owner' })
  expect(await changeRole(owned.ctx, { userId: mia, role: 'member' })).toMatchObject({ role: 'member' })
  // The context still has the role owner, but the stored role decides.
  expect(await catchErrorCode(changeRole(owned.ctx, { userId: noah.actor.userId, role: 'member' }))).toBe('NOT_FOUND')
  expect(await catchErrorCode(changeRole(noah, { userId: (await aUser(deps)).actor.userId, role: 'member' }))).toBe('NOT_FOUND')
})

it('transfers the ownership: the member becomes an owner, the acting owner a member', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const noah = await aMember(deps, owned)

  expect(await catchErrorCode(transferOwnership(owned.ctx, owned.user.actor.userId))).toBe('MEMBER_IS_YOU')
  await transferOwnership(owned.ctx, noah.actor.userId)

  expect((await listMembers(noah)).map(({ role }) => role)).toEqual(['member', 'owner'])
  expect(await catchErrorCode(transferOwnership(owned.ctx, noah.actor.userId))).toBe('NOT_FOUND')
})

it('lets members leave and owners remove others, but no member remove another', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const [noah, ada] = [await aMember(deps, owned), await aMember(deps, owned)]

  expect(await catchErrorCode(removeMember(noah, ada.actor.userId))).toBe('NOT_FOUND')
  await removeMember(noah, noah.actor.userId)
  await removeMember(owned.ctx, ada.actor.userId)

  expect((await listMembers(owned.ctx)).map(({ user_id }) => user_id)).toEqual([owned.user.actor.userId])
})

it("ends a removed member's access at once, even for a request that had already begun", async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const noah = await aMember(deps, owned, { role: 'owner' })

  await removeMember(owned.ctx, noah.actor.userId)

  expect(await findOrganizationContext(noah, owned.ctx.organization.id)).toBeUndefined()
  expect(await catchErrorCode(createProject(deps, noah, { name: 'Late', description: 'Too late' }))).toBe('NOT_FOUND')
})

it('shows viewers the members without email addresses, and lets viewers leave', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const noah = await aMember(deps, owned)
  await changeRole(owned.ctx, { userId: noah.actor.userId, role: 'viewer' })
  const viewer = (await findOrganizationContext(noah, owned.ctx.organization.id)) ?? expect.unreachable()

  expect(await listMembers(viewer)).toMatchObject([
    { role: 'owner', full_name: 'Mia Reed', email: null },
    { role: 'viewer', email: null },
  ])
  expect(await catchErrorCode(createProject(deps, viewer, { name: 'Mine', description: 'Not theirs' }))).toBe('NOT_FOUND')
  await removeMember(viewer, noah.actor.userId)
  expect(await listMembers(owned.ctx)).toHaveLength(1)
})

const bothAtOnce: [string, (first: Owner, second: Owner) => Promise<unknown>[]][] = [
  ['leave', (mia, noah) => [removeMember(mia, mia.actor.userId), removeMember(noah, noah.actor.userId)]],
  ['remove each other', (mia, noah) => [removeMember(mia, noah.actor.userId), removeMember(noah, mia.actor.userId)]],
  [
    'step down',
    (mia, noah) => [
      changeRole(mia, { userId: mia.actor.userId, role: 'member' }),
      changeRole(noah, { userId: noah.actor.userId, role: 'member' }),
    ],
  ],
  [
    "take each other's role",
    (mia, noah) => [
      changeRole(mia, { userId: noah.actor.userId, role: 'member' }),
      changeRole(noah, { userId: mia.actor.userId, role: 'member' }),
    ],
  ],
]
type Owner = Awaited<ReturnType<typeof aMember>>

it.each(bothAtOnce)('still has one owner after two owners %s at once', async (_what, act) => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const noah = await aMember(deps, owned, { role: 'owner' })

  const outcomes = await Promise.allSettled(act(owned.ctx, noah))

  expect(listErrorCodes(outcomes)).toHaveLength(1)
  const owner = outcomes[0]?.status === 'fulfilled' ? [owned.ctx, noah] : [noah, owned.ctx]
  const members = (await Promise.allSettled(owner.map((ctx) => listMembers(ctx)))).flatMap((list) =>
    list.status === 'fulfilled' ? [list.value] : [],
  )
  expect(members[0]?.filter(({ role }) => role === 'owner')).toHaveLength(1)
})
