import { expect, it } from 'vitest'
import { anOrganization, aPerson, refusalOf, refusalsIn } from '../../test/builders.ts'
import { openTestPlatform } from '../../test/open-test-platform.ts'
import { findOrganizationOf } from '../access/reach.ts'
import { createOrganization } from './create-organization.ts'
import { deleteOrganization } from './edit-organization.ts'
import { listOrganizations } from './list-organizations.ts'
import { listMembers, removeMember } from './organization-members.ts'
import { setOrganization } from './set-organization.ts'

it('starts Free, with store and product pages, without full analytics, thirty days and one active project', async () => {
  await using platform = await openTestPlatform()
  const { organization } = await anOrganization(platform)

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

it('lists to each person only what they belong to', async () => {
  await using platform = await openTestPlatform()
  const [mia, noah] = [await anOrganization(platform), await anOrganization(platform)]

  expect((await listOrganizations(platform, mia.person)).map((held) => held.id)).toEqual([mia.organization.id])
  expect(await findOrganizationOf(platform.db, noah.person, mia.organization.id)).toBeUndefined()
})

it('keeps an owner in every organization, and an organization for every person', async () => {
  await using platform = await openTestPlatform()
  const { person, organization } = await anOrganization(platform)
  const held = await findOrganizationOf(platform.db, person, organization.id)
  if (held === undefined) throw new Error('It is theirs')

  expect(await refusalOf(removeMember(platform, held, person, person.userId))).toBe('MEMBER_LAST_OWNER')
  expect(await refusalOf(deleteOrganization(platform, person, held))).toBe('ORGANIZATION_LAST')
  expect(await listMembers(platform, held)).toMatchObject([{ user_id: person.userId, role: 'owner' }])

  await createOrganization(platform, person, 'Another')
  await deleteOrganization(platform, person, held)
  expect((await listOrganizations(platform, person)).map((one) => one.name)).toEqual(['Another'])
})

it('keeps one organization when a person deletes both at once', async () => {
  await using platform = await openTestPlatform()
  const { person, organization } = await anOrganization(platform)
  const second = await createOrganization(platform, person, 'Another')
  const held = await Promise.all([organization.id, second].map((id) => findOrganizationOf(platform.db, person, id)))

  const asked = await Promise.allSettled(held.map((one) => one && deleteOrganization(platform, person, one)))

  expect(refusalsIn(asked)).toEqual(['ORGANIZATION_LAST'])
})

it("is changed by the operator's words, and only by words it knows", async () => {
  await using platform = await openTestPlatform()
  const { person, organization } = await anOrganization(platform)

  await setOrganization(platform.db, organization.id, ['package=Pro', 'dashboard_days=90'])

  expect((await listOrganizations(platform, person))[0]).toMatchObject({ package: 'Pro', full_analytics_enabled: true, dashboard_days: 90 })
  await expect(setOrganization(platform.db, organization.id, ['packge=Pro'])).rejects.toThrow('Give the organization')
  await expect(setOrganization(platform.db, (await aPerson(platform)).userId, ['package=Pro'])).rejects.toThrow('There is no organization')
})
