import type { UserId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { anOrganization, catchErrorCode, listErrorCodes } from '../../test/builders/builders.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { findOrganizationContext } from '../access/context.ts'
import { listMembers, removeMember } from './members.ts'
import { setOrganizationSettings } from './organization-settings.ts'
import { createOrganization, listOrganizations, requestDeletion } from './organizations.ts'

it('starts with the package Free, store and product pages, no full analytics, thirty dashboard days and one active project', async () => {
  await using deps = await openTestDeps()
  const { organization } = await anOrganization(deps)

  expect(organization).toMatchObject({
    package: 'Free',
    role: 'owner',
    payment_period: null,
    store_page_enabled: true,
    product_page_enabled: true,
    full_analytics_enabled: false,
    dashboard_days: 30,
    projects: [{ status: 'active' }],
  })
  expect(organization.organization_id).toBe(organization.id)
})

it('lists only the organizations that a user belongs to', async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await anOrganization(deps), await anOrganization(deps)]

  expect((await listOrganizations(mia.user)).map(({ id }) => id)).toEqual([mia.organization.id])
  expect(await findOrganizationContext(noah.user, mia.ctx.organization.id)).toBeUndefined()
})

it("rejects removing the last owner of an organization and deleting a user's last organization", async () => {
  await using deps = await openTestDeps()
  const { user, ctx } = await anOrganization(deps)

  expect(await catchErrorCode(removeMember(ctx, user.actor.userId))).toBe('MEMBER_LAST_OWNER')
  expect(await catchErrorCode(requestDeletion(ctx))).toBe('ORGANIZATION_LAST')
  expect(await listMembers(ctx)).toMatchObject([{ user_id: user.actor.userId, role: 'owner' }])

  await createOrganization(deps, user, 'Another')
  await requestDeletion(ctx)
  expect((await listOrganizations(user)).filter(({ deletes_at }) => deletes_at === null).map(({ name }) => name)).toEqual(['Another'])
})

it('leaves one organization if a user deletes both at once', async () => {
  await using deps = await openTestDeps()
  const first = await anOrganization(deps)
  const second = await anOrganization(deps, { user: first.user })

  const outcomes = await Promise.allSettled([requestDeletion(first.ctx), requestDeletion(second.ctx)])

  expect(listErrorCodes(outcomes)).toEqual(['ORGANIZATION_LAST'])
})

it("is changed by the operator's command, which rejects unknown settings and unknown organizations", async () => {
  await using deps = await openTestDeps()
  const { user, organization } = await anOrganization(deps)

  await setOrganizationSettings(deps, organization.id, ['package=Pro', 'dashboard_days=90'])

  expect((await listOrganizations(user))[0]).toMatchObject({ package: 'Pro', full_analytics_enabled: true, dashboard_days: 90 })
  await expect(setOrganizationSettings(deps, organization.id, ['packge=Pro'])).rejects.toThrow('Give settings')
  await expect(setOrganizationSettings(deps, deps.ids.next<UserId>(), ['package=Pro'])).rejects.toThrow('There is no organization')
})
