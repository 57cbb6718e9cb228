import type { LinkId, LinkUpdate } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aLink, aProject, catchErrorCode, findDestination } from '../../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import type { ProjectContext } from '../../access/index.ts'
import { getLink } from '../get-link.ts'
import { deleteLink } from './delete-link.ts'
import { archiveLink, unarchiveLink, updateLink } from './update-link.ts'

it('redirects to the new destination after an update, and makes the link pending again', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { slug: 'lamp' })

  const updated = await updateLink(deps, ctx, { linkId: link.url_id, update: { target: 'https://shop.example/chair' } })

  expect(updated).toMatchObject({ target: 'https://shop.example/chair', pending: true })
  expect(await findDestination(deps, 'lamp')).toMatchObject({ kind: 'link', link: { destination: 'https://shop.example/chair' } })
})

it('distinguishes a title that the owner chose from the title of the page', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { title: 'Mine' })
  const update = (given: LinkUpdate) => updateLink(deps, ctx, { linkId: link.url_id, update: given })

  expect(await update({ title: 'Of the page', own_title: false })).toMatchObject({ title: 'Of the page', own_title: false })
  expect(await update({ own_title: true })).toMatchObject({ title: 'Of the page', own_title: true })
  expect(await update({ title: 'Mine again' })).toMatchObject({ title: 'Mine again', own_title: true })
  expect(await update({ title: '', own_title: true })).toMatchObject({ title: null, own_title: false, pending: true })
})

it('redirects while it is archived, and can be unarchived', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { slug: 'lamp' })

  expect((await archiveLink(deps, ctx, link.url_id)).archived).toBe(true)
  expect(await findDestination(deps, 'lamp')).toMatchObject({ kind: 'link' })
  expect((await unarchiveLink(deps, ctx, link.url_id)).archived).toBe(false)
})

it('is gone for visitors and owner after it is deleted, and can be deleted only once', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { slug: 'lamp' })

  const twice = await Promise.allSettled([deleteLink(ctx, link.url_id), deleteLink(ctx, link.url_id)])

  expect(twice.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await findDestination(deps, 'lamp')).toEqual({ kind: 'gone' })
  expect(await catchErrorCode(getLink(deps, ctx, link.url_id))).toBe('LINK_NOT_FOUND')
})

type Operation = (deps: TestDeps, ctx: ProjectContext, linkId: LinkId) => Promise<unknown>

const operations: [name: string, run: Operation][] = [
  ['get', getLink],
  ['archive', archiveLink],
  ['unarchive', unarchiveLink],
  ['delete', (_deps, ctx, linkId) => deleteLink(ctx, linkId)],
  ['update', (deps, ctx, linkId) => updateLink(deps, ctx, { linkId: linkId, update: { title: 'Mine now' } })],
]

it.each(operations)("does not %s another organization's link", async (_name, run) => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const link = await aLink(deps, mia)

  expect(await catchErrorCode(run(deps, noah, link.url_id))).toBe('LINK_NOT_FOUND')
  expect(await catchErrorCode(run(deps, { ...mia, organization: noah.organization }, link.url_id))).toMatch(/^(LINK_)?NOT_FOUND$/)
  expect((await getLink(deps, mia, link.url_id)).title).toBeNull()
})
