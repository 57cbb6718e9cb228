import { expect, it } from 'vitest'
import { anOrganization, aPerson, refusalOf, refusalsIn } from '../../test/builders.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { findOrganizationOf } from '../access/reach.ts'
import { createOrganization } from './create-organization.ts'
import { deleteOrganization } from './edit-organization.ts'
import { listOrganizations } from './list-organizations.ts'
import { listMembers, removeMember } from './organization-members.ts'
import { setOrganization } from './set-organization.ts'

it('starts Free, with store and product pages, without full analytics, thirty days and one active project', async () => {
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

it('lists to each person only what they belong to', async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await anOrganization(deps), await anOrganization(deps)]

  expect((await listOrganizations(deps, mia.person)).map((held) => held.id)).toEqual([mia.organization.id])
  expect(await findOrganizationOf(deps.db, noah.person, mia.organization.id)).toBeUndefined()
})

it('keeps an owner in every organization, and an organization for every person', async () => {
  await using deps = await openTestDeps()
  const { person, organization } = await anOrganization(deps)
  const held = await findOrganizationOf(deps.db, person, organization.id)
  if (held === undefined) throw new Error('It is theirs')

  expect(await refusalOf(removeMember(deps, held, person, person.userId))).toBe('MEMBER_LAST_OWNER')
  expect(await refusalOf(deleteOrganization(deps, person, held))).toBe('ORGANIZATION_LAST')
  expect(await listMembers(deps, held)).toMatchObject([{ user_id: person.userId, role: 'owner' }])

  await createOrganization(deps, person, 'Another')
  await deleteOrganization(deps, person, held)
  expect((await listOrganizations(deps, person)).map((one) => one.name)).toEqual(['Another'])
})

it('keeps one organization when a person deletes both at once', async () => {
  await using deps = await openTestDeps()
  const { person, organization } = await anOrganization(deps)
  const second = await createOrganization(deps, person, 'Another')
  const held = await Promise.all([organization.id, second].map((id) => findOrganizationOf(deps.db, person, id)))

  const asked = await Promise.allSettled(held.map((one) => one && deleteOrganization(deps, person, one)))

  expect(refusalsIn(asked)).toEqual(['ORGANIZATION_LAST'])
})

it("is changed by the operator's words, and only by words it knows", async () => {
  await using deps = await openTestDeps()
  const { person, organization } = await anOrganization(deps)

  await setOrganization(deps.db, organization.id, ['package=Pro', 'dashboard_days=90'])

  expect((await listOrganizations(deps, person))[0]).toMatchObject({ package: 'Pro', full_analytics_enabled: true, dashboard_days: 90 })
  await expect(setOrganization(deps.db, organization.id, ['packge=Pro'])).rejects.toThrow('Give the organization')
  await expect(setOrganization(deps.db, (await aPerson(deps)).userId, ['package=Pro'])).rejects.toThrow('There is no organization')
})
