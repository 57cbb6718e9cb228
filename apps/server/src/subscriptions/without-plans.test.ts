import type { Organization, Subscription } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aDraft, anOrganization, aStore, getFirstProject, getProjectContext, type OwnedOrganization } from '../../test/builders/builders.ts'
import { createApiCaller } from '../../test/call-api.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { openRequestQuota } from '../api-keys/request-quota.ts'
import { findStore } from '../storefront/find-store.ts'

function createCaller(deps: TestDeps, { user, organization }: OwnedOrganization) {
  const call = createApiCaller(deps)
  return async (method: string, path: string, body?: object) => {
    const response = await call(user, {
      method,
      path: path.replace('{org}', organization.id).replace('{project}', getFirstProject(organization).id),
      body,
    })
    return { status: response.status, body: await response.json() }
  }
}

/** Creates `count` links by calls. Returns the response statuses. */
async function createLinks(call: ReturnType<typeof createCaller>, count: number): Promise<number[]> {
  const statuses: number[] = []
  for (let nth = 0; nth < count; nth += 1)
    statuses.push((await call('POST', '/v1/{org}/projects/{project}/urls', aDraft({ target: `https://shop.example/${nth}` }))).status)
  return statuses
}

it('limits nothing, sells nothing, and allows full analytics', async () => {
  await using deps = await openTestDeps({ clicks: true, hasPlans: false })
  const owned = await anOrganization(deps)
  const call = createCaller(deps, owned)

  expect(new Set(await createLinks(call, 12))).toEqual(new Set([201]))

  const { body: organizations } = await call('GET', '/v1/organizations')
  expect((organizations as Organization[])[0]).toMatchObject({ package: 'Free', has_plans: false, full_analytics_enabled: true })
  const { body: subscription } = await call('GET', '/v1/{org}/subscription')
  expect((subscription as Subscription).usage).toMatchObject({ links: { used: 12, limit: null }, apiCalls: { limit: null } })
  expect(await call('GET', '/v1/public/pricing')).toEqual({ status: 200, body: [] })
  const days = 'from=2020-01-01&to=2020-12-31&tz=UTC'
  expect((await call('GET', `/v1/{org}/projects/{project}/analytics/breakdown?by=country&${days}`)).status).toBe(200)
  expect((await call('GET', '/v1/{org}/analytics/usage')).body).toMatchObject({ limit: null, upgrade: null })
  const pro = { package: 'Pro', payment_period: 'monthly' }
  for (const [method, path, body] of [
    ['POST', '/v1/{org}/subscription', { name: 'Mia', ...pro }],
    ['POST', '/v1/{org}/subscription/change', { planTitle: 'Pro', period: 'monthly' }],
    ['DELETE', '/v1/{org}/subscription'],
  ] as const)
    expect(await call(method, path, body)).toMatchObject({ status: 409, body: { code: 'PLANS_OFF' } })
})

it('counts requests with API keys, and rejects none above the quota of Free', async () => {
  await using deps = await openTestDeps({ hasPlans: false })
  const owned = await anOrganization(deps)
  const quota = openRequestQuota(deps)

  for (let nth = 0; nth < 1_001; nth += 1) expect((await quota.count(owned.ctx.organization.id)).isAllowed).toBe(true)

  await quota.close()
  const { body } = await createCaller(deps, owned)('GET', '/v1/{org}/subscription')
  expect((body as Subscription).usage.apiCalls).toEqual({ used: 1_001, limit: null })
})

it('opens data that was created with plans, and data above their limits once plans are on again', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const [withPlans, withoutPlans] = [createCaller(deps, owned), createCaller({ ...deps, hasPlans: false }, owned)]
  expect(await createLinks(withPlans, 11)).toContain(402)

  expect(await createLinks(withoutPlans, 2)).toEqual([201, 201])

  expect((await withPlans('GET', '/v1/{org}/projects/{project}/urls')).body).toHaveLength(12)
  expect(await createLinks(withPlans, 1)).toEqual([402])
  expect((await withPlans('GET', '/v1/organizations')).body).toMatchObject([
    { package: 'Free', has_plans: true, full_analytics_enabled: false },
  ])
  expect((await withPlans('POST', '/v1/{org}/subscription/change', { planTitle: 'Pro', period: 'monthly' })).status).toBe(200)
  expect((await withoutPlans('GET', '/v1/{org}/subscription')).body).toMatchObject({ package: 'Pro', usage: { links: { limit: null } } })
})

it("lets scripts in a store's HTML open connections, which Free does not allow", async () => {
  await using deps = await openTestDeps()
  const { user, organization } = await anOrganization(deps)
  const { name } = await aStore(deps, await getProjectContext(user, organization.id, getFirstProject(organization).id), {
    name: 'lamps',
    snippet: '<b>Hi</b>',
  })
  const mayConnect = async (hasPlans: boolean) =>
    JSON.parse((await findStore(deps.edgeDb, name, { maxTextBytes: 1_000_000, hasPlans }))?.text ?? '{}').hasConnections

  expect([await mayConnect(true), await mayConnect(false)]).toEqual([false, true])
})
