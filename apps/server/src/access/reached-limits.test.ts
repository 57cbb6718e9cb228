import { randomUUID } from 'node:crypto'
import type { OrganizationId } from '@linkshelf/contract'
import { afterEach, expect, it } from 'vitest'
import { aLink, anOrganization, aProject } from '../../test/builders/builders.ts'
import { createApiCaller } from '../../test/call-api.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { AppError, fail } from './app-error.ts'
import { countReachedLimits, listReachedLimits } from './reached-limits.ts'

const dayMs = 24 * 3_600_000
/** This time must be later than the start of every test in this file. */
const start = Date.now() + 10 * dayMs
afterEach(() => void listReachedLimits(new Date(start + 100 * dayMs)))

it("counts an organization's calls that reached a limit, and no other errors", async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  for (let nth = 1; nth <= 10; nth += 1) await aLink(deps, ctx)
  const path = `/v1/${ctx.organization.id}/projects/${ctx.project.id}/urls`
  const call = createApiCaller(deps)
  const create = (target: string) => call(owned.user, { method: 'POST', path, body: { target } })

  expect((await create('https://shop.example/lamp')).status).toBe(402)
  expect((await create('https://shop.example/desk')).status).toBe(402)
  expect((await create('lamp')).status).toBe(400)

  expect(listReachedLimits(new Date()).filter(({ labels }) => labels.organization === ctx.organization.id)).toEqual([
    { labels: { organization: ctx.organization.id, code: 'LINK_LIMIT_REACHED' }, figure: 2 },
  ])
})

it('counts a call with an API key once, whether its limit is reached before or after the membership check', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const { organization, project } = await aProject(deps, { owned })
  const { userId } = owned.user.actor
  const ids = { keyId: randomUUID() as never, userId, organizationId: organization.id }
  const key = { actor: { kind: 'apiKey', ...ids, isReadOnly: false, ended: new AbortController().signal } } as const
  const call = createApiCaller(deps)
  const list = { method: 'GET', path: `/v1/${organization.id}/projects/${project.id}/labels` }
  const listOwnLimits = () => listReachedLimits(new Date()).filter(({ labels }) => labels.organization === organization.id)

  const statuses = (await Promise.all(Array.from({ length: 38 }, () => call(key, list)))).map(({ status }) => status)

  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  expect(listOwnLimits()).toEqual([{ labels: { organization: organization.id, code: 'TOO_MANY_REQUESTS' }, figure: 2 }])
  const error = new AppError('TOO_MANY_REQUESTS')
  const ctx = { organizationId: organization.id, now: new Date() }
  const inner = () => countReachedLimits(ctx, () => Promise.reject(error))
  await expect(countReachedLimits(ctx, inner)).rejects.toBe(error)
  expect(listOwnLimits()).toMatchObject([{ figure: 3 }])
})

async function reachLimit(organization: string, at: number): Promise<void> {
  const ctx = { organizationId: organization as OrganizationId, now: new Date(at) }
  await countReachedLimits(ctx, () => fail('TOO_MANY_REQUESTS')).catch(() => undefined)
}

const listFiguresAt = (at: number) => listReachedLimits(new Date(at)).map(({ labels, figure }) => [labels.organization, figure])

it('forgets a pair that was not reached for a day', async () => {
  await reachLimit('mia', start)
  await reachLimit('noah', start + 1)
  await reachLimit('mia', start + dayMs / 2)

  expect(listFiguresAt(start + dayMs)).toEqual([
    ['noah', 1],
    ['mia', 2],
  ])
  expect(listFiguresAt(start + dayMs + 2)).toEqual([['mia', 2]])
  await reachLimit('noah', start + 2 * dayMs)
  expect(listFiguresAt(start + 2 * dayMs)).toEqual([['noah', 1]])
})

it('counts 1,000 pairs separately and other pairs together, until some of the 1,000 are forgotten', async () => {
  for (let nth = 0; nth < 1_100; nth += 1) await reachLimit(`early ${nth}`, start)
  await reachLimit('early 0', start)
  expect(listReachedLimits(new Date(start))).toHaveLength(1_001)
  expect(listFiguresAt(start).filter(([name]) => name === 'others' || name === 'early 0')).toEqual([
    ['others', 100],
    ['early 0', 2],
  ])

  await reachLimit('late', start + dayMs + 1)
  expect(listFiguresAt(start + dayMs + 1)).toEqual([['late', 1]])
})
