import type { LinkId, LinkUpdate } from '@linkshelf/contract'
import { describe, expect, it } from 'vitest'
import { aLink, aProject, catchErrorCode, findDestination } from '../../../test/builders/builders.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
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

describe('an update with a revision', () => {
  it('throws REVISION_OUTDATED with both values if the link was changed since, and changes nothing', async () => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps)
    const { url_id: linkId, revision } = await aLink(deps, ctx, { title: 'Lamp' })
    const theirs = await updateLink(deps, ctx, { linkId, update: { title: 'Chair' } })
    const countEntries = () => queryAsOwner(deps, 'select count(*) from audit_log')
    const entries = await countEntries()

    await expect(updateLink(deps, ctx, { linkId, update: { revision, title: 'Rug', notes: 'Mine' } })).rejects.toMatchObject({
      code: 'REVISION_OUTDATED',
      data: { theirs, yours: { title: 'Rug', notes: 'Mine' } },
    })

    expect(await getLink(deps, ctx, linkId)).toEqual(theirs)
    expect(await countEntries()).toEqual(entries)
    const saved = await updateLink(deps, ctx, { linkId, update: { revision: theirs.revision, notes: 'Mine' } })
    expect(saved).toMatchObject({ title: 'Chair', notes: 'Mine', revision: expect.not.stringMatching(theirs.revision) })
  })

  it('succeeds once if two users save at once', async () => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps)
    const { url_id: linkId, revision } = await aLink(deps, ctx)

    const settled = await Promise.allSettled(
      ['Mine', 'Yours'].map((notes) => updateLink(deps, ctx, { linkId, update: { revision, notes, slug: `lamp-${notes}` } })),
    )

    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'REVISION_OUTDATED' } })
  })

  it('changes no field if the short name is taken', async () => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps)
    await aLink(deps, ctx, { slug: 'taken' })
    const link = await aLink(deps, ctx)
    const { url_id: linkId, revision } = link
    const update = { revision, target: 'https://shop.example/chair', title: 'Chair', labels: ['new'], slug: 'taken' }

    expect(await catchErrorCode(updateLink(deps, ctx, { linkId, update }))).toBe('LINK_SLUG_TAKEN')

    expect(await getLink(deps, ctx, linkId)).toEqual(link)
    expect(await queryAsOwner(deps, 'select name from labels')).toEqual([])
  })

  it('is not outdated by a title that was read from the page', async () => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps)
    const { url_id: linkId, revision } = await aLink(deps, ctx)
    await updateLink(deps, ctx, { linkId, update: { title: 'Of the page', own_title: false } })

    expect(await updateLink(deps, ctx, { linkId, update: { revision, notes: 'Mine' } })).toMatchObject({
      title: 'Of the page',
      notes: 'Mine',
    })
  })
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
