import { setTimeout as sleep } from 'node:timers/promises'
import { fontPath, type LinkId, linkDraft, linkUpdate } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import {
  aDraft,
  aLink,
  anOrganization,
  aProject,
  catchErrorCode,
  getProjectContext,
  listErrorCodes,
} from '../../../test/builders/builders.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { createProject, deleteProject } from '../../projects/projects.ts'
import { listLinks } from '../list/list-links.ts'
import { createLink } from './create-link.ts'
import { deleteLink } from './delete-link.ts'
import { isReserved } from './reserved-slugs.ts'
import { updateLink } from './update-link.ts'

it('creates a pending link with a generated slug, and enqueues the check of its page', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)

  const link = await createLink(deps, ctx, aDraft({ labels: ['lamps'] }))

  expect(link).toMatchObject({ target: 'https://shop.example/lamp', labels: ['lamps'], archived: false, pending: true, title: null })
  expect(link.url).toMatch(/^http:\/\/go\.test\/[1-9A-HJ-NP-Za-km-z]{7}$/)
  expect(await queryAsOwner(deps, 'select kind, host, payload from outward_requests')).toEqual([
    { kind: 'page', host: 'shop.example', payload: { projectId: ctx.project.id, linkId: link.url_id } },
  ])
})

it('creates only one of two links with the same slug in two projects', async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]

  const outcomes = await Promise.allSettled([mia, noah].map((ctx) => createLink(deps, ctx, aDraft({ slug: 'spring' }))))

  expect(listErrorCodes(outcomes)).toEqual(['LINK_SLUG_TAKEN'])
})

it('creates at most ten links in a Free project, even if many are created at once', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)

  const outcomes = await Promise.allSettled(Array.from({ length: 14 }, () => createLink(deps, ctx, aDraft())))

  expect(listErrorCodes(outcomes)).toEqual(Array(4).fill('LINK_LIMIT_REACHED'))
  const rejected = outcomes.find((outcome) => outcome.status === 'rejected')
  expect(rejected?.reason.message).toBe('Limit reached - You have reached the maximum of 10 links for this project.')
})

it('returns the limit of a paid plan in the error, and no longer counts a deleted link', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const [first] = await Promise.all(Array.from({ length: 10 }, () => aLink(deps, ctx)))

  await deleteLink(ctx, first?.url_id as LinkId)
  await aLink(deps, ctx)

  expect(await catchErrorCode(aLink(deps, ctx))).toBe('LINK_LIMIT_REACHED')
  const paid = await aProject(deps, { settings: ['package=Starter'] })
  await Promise.all(Array.from({ length: 11 }, () => aLink(deps, paid)))
  await withScope(deps.db, { organizationId: paid.organization.id }, (tx) =>
    tx.updateTable('link_counts').set({ link_count: 500 }).execute(),
  )
  await expect(aLink(deps, paid)).rejects.toThrow('You have reached the maximum of 500 links for this project.')
})

it('never uses a slug again after its link or its project is deleted', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const [mia, noah] = [await aProject(deps, { owned }), await aProject(deps)]
  const link = await aLink(deps, mia, { slug: 'summer' })
  await deleteLink(mia, link.url_id)
  expect(await catchErrorCode(aLink(deps, noah, { slug: 'summer' }))).toBe('LINK_SLUG_TAKEN')

  const { id } = await createProject(deps, owned.ctx, { name: 'Second', description: 'Deleted later' })
  const second = await getProjectContext(owned.user, owned.organization.id, id)
  await aLink(deps, second, { slug: 'winter' })
  await deleteProject(second)
  expect(await catchErrorCode(aLink(deps, noah, { slug: 'winter' }))).toBe('LINK_SLUG_TAKEN')
})

it('rejects a slug whose project is being deleted', async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  await aLink(deps, mia, { slug: 'autumn' })

  const { outcome } = await withScope(deps.db, { organizationId: mia.organization.id }, async (tx) => {
    await tx.deleteFrom('projects').where('id', '=', mia.project.id).execute()
    const creating = catchErrorCode(aLink(deps, noah, { slug: 'autumn' }))
    await sleep(100) // long enough to reach the lock that it would wait for
    return { outcome: creating }
  })

  expect(await outcome).toBe('LINK_SLUG_TAKEN')
})

it('fails with NOT_FOUND if the project was deleted after the context was created', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
    tx.deleteFrom('projects').where('id', '=', ctx.project.id).execute(),
  )

  expect(await catchErrorCode(aLink(deps, ctx))).toBe('NOT_FOUND')
})

const uuid = '018f2d3c-4b5a-7c6d-8e9f-0a1b2c3d4e5f'

it.each([
  ...['Admin', 'robots.txt', 'sitemap.xml', 'snippet', 'api', 'healthz', '.env', '.well-known/a'],
  ...['media/a', 'Media/a/b', fontPath.slice(1), 'inter-6.woff2', `p/${uuid}`, `c/${uuid}`],
])('rejects the slug %s, which would hide a page or file', (slug) => {
  expect(isReserved(slug)).toBe(true)
})

it.each(['admin/lamp', 'media', 'p', 'p/lamp', `p/${uuid}/lamp`, 'lamp/.a', 'interior.woff2', 'robots.txt/a'])(
  'allows the slug %s',
  (slug) => {
    expect(isReserved(slug)).toBe(false)
  },
)

it('percent-encodes the letters of a slug in the short URL, and treats another form of the letters as the same slug', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)

  expect((await createLink(deps, ctx, linkDraft.parse({ target: 'https://shop.example/lamp', slug: 'go/ku\u0308che' }))).url).toBe(
    'http://go.test/go/k%C3%BCche',
  )

  expect(await catchErrorCode(createLink(deps, ctx, aDraft({ slug: 'go/k\u00fcche' })))).toBe('LINK_SLUG_TAKEN')
  expect((await createLink(deps, ctx, aDraft({ slug: 'go/K\u00fcche' }))).url).toBe('http://go.test/go/K%C3%BCche')
})

it.each(['Admin', 'robots', 'api', 'healthz'])('allows or rejects the slug %s by the list of reserved names', async (slug) => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)

  const created = createLink(deps, ctx, aDraft({ slug }))

  if (slug === 'robots') expect((await created).url).toBe('http://go.test/robots')
  else expect(await catchErrorCode(created)).toBe('LINK_SLUG_RESERVED')
})

it('rejects destinations on our own origins under any of their names, when a link is created or edited', async () => {
  const publicAliases = { hosts: ['kauf.test'], ports: [3001] }
  await using deps = await openTestDeps({ origins: { app: 'http://app.test', public: 'http://go.test', publicAliases } })
  const ctx = await aProject(deps)
  const { url_id: linkId } = await aLink(deps, ctx, { target: 'http://localhost:8080/shop' })
  const own = ['http://go.test/a', 'https://go.test.:8443/a', 'http://app.test/links', 'https://kauf.test/a']
  own.push('http://127.0.0.1:3001/a', 'http://localhost:3001/a', 'http://[::1]:3001/a')

  for (const target of own) {
    expect(await catchErrorCode(createLink(deps, ctx, linkDraft.parse({ target })))).toBe('LINK_TARGET_FORBIDDEN')
    expect(await catchErrorCode(updateLink(deps, ctx, { linkId, update: linkUpdate.parse({ target }) }))).toBe('LINK_TARGET_FORBIDDEN')
  }

  expect((await listLinks(deps, ctx, { archived: false, limit: 20 })).links).toMatchObject([{ target: 'http://localhost:8080/shop' }])
})

it("does not show another organization's links for any project id in the statement", async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  await aLink(deps, mia)

  const forged = await listLinks(deps, { ...mia, organization: noah.organization }, { archived: false, limit: 20 })

  expect(forged.links).toEqual([])
})
