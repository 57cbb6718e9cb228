import { packageLimits } from '@linkshelf/contract'
import { sql } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import { anOrganization, toApiKeyContext } from '../../test/builders/builders.ts'
import { createApiCaller } from '../../test/call-api.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import type { OrganizationContext } from '../access/index.ts'
import { createCallHandler } from '../api/api-calls.ts'
import { setOrganizationSettings } from '../organizations/index.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { getApiUsage } from './api-keys.ts'
import { openRequestQuota, type RequestQuota } from './request-quota.ts'

const limit = packageLimits.Free.apiRequestsPerMonth

afterEach(() => void vi.useRealTimers())

async function storeUsedRequests(deps: TestDeps, { organization, now }: OrganizationContext, used: number): Promise<void> {
  await withScope(deps.db, { organizationId: organization.id }, (tx) =>
    sql`insert into api_request_counts (organization_id, month, used) values (${organization.id}, date_trunc('month', ${now}::timestamptz at time zone 'utc'), ${used})`.execute(
      tx,
    ),
  )
}

const selectStoredCounts = async (deps: TestDeps, { organization }: OrganizationContext) =>
  withScope(deps.db, { organizationId: organization.id }, (tx) =>
    tx.selectFrom('api_request_counts').select(['used', 'reserved']).orderBy('month').execute(),
  )

/** Opens the quotas of several API processes. */
async function openQuotas(deps: TestDeps, count: number, options = {}): Promise<RequestQuota[] & AsyncDisposable> {
  const quotas = Array.from({ length: count }, () => openRequestQuota(deps, options))
  return Object.assign(quotas, { [Symbol.asyncDispose]: async () => void (await Promise.all(quotas.map((quota) => quota.close()))) })
}

async function countAllowed(quotas: RequestQuota[], { organization }: OrganizationContext, requests: number): Promise<number> {
  const outcomes = await Promise.all(Array.from({ length: requests }, (_, nth) => quotas[nth % quotas.length]?.count(organization.id)))
  return outcomes.filter((outcome) => outcome?.isAllowed).length
}

it.each([1, 2, 5])('accepts exactly one of ten parallel requests if one remains in the quota, with %i processes', async (processes) => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)
  await storeUsedRequests(deps, ctx, limit - 1)
  await using quotas = await openQuotas(deps, processes)

  expect(await countAllowed(quotas, ctx, 10)).toBe(1)
  expect(await countAllowed(quotas, ctx, 10)).toBe(0)
})

it('accepts exactly as many requests as the quota in three competing processes', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)
  {
    await using quotas = await openQuotas(deps, 3, { storeEveryMs: 20 })
    let allowed = 0
    // A process gets the requests that another process had reserved only after they are returned.
    await expect.poll(async () => (allowed += await countAllowed(quotas, ctx, 120))).toBeGreaterThanOrEqual(limit)
    expect(allowed).toBe(limit)
    expect(await countAllowed(quotas, ctx, 10)).toBe(0)
  }
  expect(await selectStoredCounts(deps, ctx)).toEqual([{ used: limit, reserved: 0 }])
})

it('writes far less often than it counts, and stores the exact count on close', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps, { settings: ['package=Pro'] })
  let transactions = 0
  const transaction = () => {
    transactions += 1
    return deps.db.transaction()
  }
  const db = Object.create(deps.db, { transaction: { value: transaction } })
  const quota = openRequestQuota({ ...deps, db })

  for (let nth = 0; nth < 1_000; nth += 1) await quota.count(ctx.organization.id)
  const counting = transactions
  await quota.close()

  expect(counting).toBeLessThanOrEqual(20)
  expect(await selectStoredCounts(deps, ctx)).toEqual([{ used: 1_000, reserved: 0 }])
  expect(await getApiUsage(ctx)).toMatchObject({ used: 1_000, limit: packageLimits.Pro.apiRequestsPerMonth })
})

it('stores used requests and returns unused ones while it is open', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)
  await using quotas = await openQuotas(deps, 1, { storeEveryMs: 5 })

  expect(await countAllowed(quotas, ctx, 3)).toBe(3)

  await expect.poll(() => selectStoredCounts(deps, ctx)).toEqual([{ used: 3, reserved: 0 }])
})

it('loses at most 100 requests, and a twentieth of the remaining ones, if a process is killed', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)
  await using killed = await openQuotas(deps, 1, { storeEveryMs: 1e6 })
  await countAllowed(killed, ctx, 1)

  const [counts] = await selectStoredCounts(deps, ctx)

  expect(counts?.reserved).toBe(50)
})

it('applies a larger plan within a second, and an unlimited plan', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)
  await storeUsedRequests(deps, ctx, limit)
  vi.useFakeTimers({ toFake: ['performance'] })
  await using quotas = await openQuotas(deps, 1)
  expect(await countAllowed(quotas, ctx, 1)).toBe(0)

  await setOrganizationSettings(deps, ctx.organization.id, ['package=Enterprise'])
  vi.advanceTimersByTime(1_000)

  expect(await countAllowed(quotas, ctx, 1)).toBe(1)
  expect(await quotas[0]?.count(ctx.organization.id)).toMatchObject({ limit: Number.POSITIVE_INFINITY })
})

it('resets in each UTC month, and counts every request in its own month', async () => {
  let now = new Date('2026-01-31T23:59:59.999Z')
  await using deps = await openTestDeps({ clock: { now: () => now } })
  const { ctx } = await anOrganization(deps)
  await storeUsedRequests(deps, ctx, limit - 1)
  const quota = openRequestQuota(deps)

  expect(await countAllowed([quota], ctx, 3)).toBe(1)
  now = new Date('2026-02-01T00:00:00Z')
  expect(await quota.count(ctx.organization.id)).toEqual({
    isAllowed: true,
    limit,
    remaining: limit - 1,
    resetsAt: new Date('2026-03-01T00:00:00Z'),
  })
  await quota.close()

  expect((await selectStoredCounts(deps, ctx)).map(({ used }) => used)).toEqual([limit, 1])
})

it('does not count requests that could not be reserved, and continues afterwards', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)
  let isDown = true
  const db = Object.create(deps.db, {
    transaction: {
      value() {
        if (isDown) throw new Error('connect ECONNREFUSED')
        return deps.db.transaction()
      },
    },
  })
  const quota = openRequestQuota({ ...deps, db })

  await expect(quota.count(ctx.organization.id)).rejects.toThrow('ECONNREFUSED')
  isDown = false
  expect(await countAllowed([quota], ctx, 2)).toBe(2)
  await quota.close()

  expect(await selectStoredCounts(deps, ctx)).toEqual([{ used: 2, reserved: 0 }])
})

it("sends the remaining quota below the limit and 429 with the reset time above it, and does not count users' calls", async () => {
  const now = new Date('2026-01-15T00:00:00Z')
  await using deps = await openTestDeps({ clock: { now: () => now } })
  const { user, ctx } = await anOrganization(deps)
  await storeUsedRequests(deps, ctx, limit - 1)
  await using quotas = await openQuotas(deps, 1)
  const call = createApiCaller(deps, createCallHandler(deps, { countApiRequest: quotas[0]?.count }))
  const list = { method: 'GET', path: '/v1/organizations' }
  const key = toApiKeyContext(user, { organizationId: ctx.organization.id })
  const limits = ({ headers }: Response) => ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`))

  const last = await call(key, list)
  const rejected = await call(key, list)

  expect([last.status, ...limits(last)]).toEqual([200, String(limit), '0', '1769904000'])
  expect([rejected.status, ...limits(rejected), rejected.headers.get('retry-after')]).toEqual([429, '1000', '0', '1769904000', '1468800'])
  expect(await rejected.json()).toMatchObject({
    code: 'API_REQUEST_LIMIT_REACHED',
    message: expect.stringContaining('Limit reached'),
    data: { reset_at: '2026-02-01T00:00:00.000Z' },
  })
  const byUser = await call(user, list)
  expect([byUser.status, ...limits(byUser)]).toEqual([200, null, null, null])
})
