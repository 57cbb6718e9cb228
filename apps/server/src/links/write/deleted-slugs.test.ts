import { linkDraft, linkId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import {
  aDraft,
  aLink,
  anOrganization,
  aProject,
  catchErrorCode,
  findDestination,
  getProjectContext,
} from '../../../test/builders/builders.ts'
import { createApiCaller } from '../../../test/call-api.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { createProject } from '../../projects/projects.ts'
import { bulkCreateLinks } from './bulk-create-links.ts'
import { createLink } from './create-link.ts'
import { deleteLink } from './delete-link.ts'
import { checkSlugs } from './slugs.ts'
import { updateLink } from './update-link.ts'

it('never reuses the slug of a deleted link, even before its first visit', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const [ctx, stranger] = [await aProject(deps, { owned }), await aProject(deps)]
  const { id } = await createProject(deps, owned.ctx, { name: 'Second', description: 'Another project' })
  const second = await getProjectContext(owned.user, owned.organization.id, id)
  const link = await aLink(deps, ctx, { slug: 'sprnig' })

  await deleteLink(ctx, link.url_id)

  for (const anyone of [ctx, second, stranger]) {
    expect(await catchErrorCode(createLink(deps, anyone, aDraft({ slug: 'sprnig' })))).toBe('LINK_SLUG_TAKEN')
    expect(await checkSlugs(anyone, ['sprnig'])).toEqual([{ slug: 'sprnig', status: 'taken' }])
  }
  const draft = linkDraft.parse({ target: 'https://shop.example/lamp', slug: 'sprnig' })
  const { results } = await bulkCreateLinks(deps, ctx, { items: [{ draft }], key: undefined })
  expect(results).toMatchObject([{ status: 'failed', code: 'LINK_SLUG_TAKEN' }])
  const other = linkId.parse((await aLink(deps, ctx)).url_id)
  const visits = { wasVisited: async () => false, openClicks: () => expect.unreachable() }
  const update = { slug: 'sprnig' }
  expect(await catchErrorCode(updateLink({ ...deps, visits }, ctx, { linkId: other, update }))).toBe('LINK_SLUG_TAKEN')
})

it('answers 404 to calls about a deleted link, and 410 to visits', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  const link = await aLink(deps, ctx, { slug: 'autumn' })
  await deleteLink(ctx, link.url_id)

  const path = `/v1/${owned.organization.id}/projects/${ctx.project.id}/urls/${link.url_id}`
  const calls = [{ method: 'GET' }, { method: 'PATCH', body: { title: 'Lamp' } }, { method: 'DELETE' }, { method: 'POST', end: '/archive' }]
  for (const { method, body, end = '' } of calls)
    expect({ method, status: (await createApiCaller(deps)(owned.user, { method, path: `${path}${end}`, body })).status }).toEqual({
      method,
      status: 404,
    })
  expect(await findDestination(deps, 'autumn')).toEqual({ kind: 'gone' })
})
