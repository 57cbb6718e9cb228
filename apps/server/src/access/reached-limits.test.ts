import { expect, it } from 'vitest'
import { aLink, anOrganization, aProject } from '../../test/builders/builders.ts'
import { apiCaller } from '../../test/call-api.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { reachedLimits } from './reached-limits.ts'

it('counts the calls of an organization that met a limit, and no other error', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  for (let nth = 1; nth <= 10; nth += 1) await aLink(deps, ctx)
  const path = `/v1/${ctx.organization.id}/projects/${ctx.project.id}/urls`
  const call = apiCaller(deps)
  const create = (target: string) => call(owned.user, { method: 'POST', path, body: { target } })

  expect((await create('https://shop.example/lamp')).status).toBe(402)
  expect((await create('https://shop.example/desk')).status).toBe(402)
  expect((await create('lamp')).status).toBe(400)

  expect(reachedLimits().filter(({ labels }) => labels.organization === ctx.organization.id)).toEqual([
    { labels: { organization: ctx.organization.id, code: 'LINK_LIMIT_REACHED' }, figure: 2 },
  ])
})
