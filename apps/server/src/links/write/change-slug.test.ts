import { type Link, type LinkId, slugCorrectionMs } from '@linkshelf/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { aLink, aProject, catchErrorCode, findDestination, listErrorCodes } from '../../../test/builders/builders.ts'
import { createIdsAt } from '../../../test/ids-at.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { recordClicks } from '../../../test/record-clicks.ts'
import type { ProjectContext } from '../../access/index.ts'
import { createLinkVisits } from '../../analytics/create-link-visits.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { listAliases } from '../aliases/link-aliases.ts'
import { findLinkChanges } from '../resolved/link-changes.ts'
import { checkSlugs, getSlug } from './slugs.ts'
import { updateLink } from './update-link.ts'

let deps: TestDeps
let time = Date.now()
beforeAll(async () => {
  deps = await openTestDeps({ clicks: true, clock: { now: () => new Date(time) }, ids: createIdsAt(() => time) })
})
afterAll(() => deps[Symbol.asyncDispose]())

function rename(ctx: ProjectContext, linkId: LinkId, slug: string) {
  const request = { ...ctx, now: deps.clock.now() }
  return updateLink({ ...deps, visits: createLinkVisits(deps) }, request, { linkId, update: { slug } })
}

it('changes the slug of a new link, and never reuses the earlier slug', async () => {
  const [ctx, other] = [await aProject(deps), await aProject(deps)]
  const link = await aLink(deps, ctx, { slug: 'sprnig' })

  expect((await rename(ctx, link.url_id, 'spring')).url).toBe('http://go.test/spring')

  expect(await findDestination(deps, 'spring')).toMatchObject({ kind: 'link', link: { destination: link.target } })
  expect(await findDestination(deps, 'sprnig')).toEqual({ kind: 'gone' })
  expect(await catchErrorCode(aLink(deps, other, { slug: 'sprnig' }))).toBe('LINK_SLUG_TAKEN')
  expect((await findLinkChanges(deps.edgeDb, 0, 100)).changes).toContainEqual({ address: 'sprnig' })
})

it('rejects reserved slugs, and slugs that anyone ever had', async () => {
  const [ctx, other] = [await aProject(deps), await aProject(deps)]
  await aLink(deps, other, { slug: 'autumn' })
  const link = await aLink(deps, ctx, { slug: 'summer' })

  expect(await catchErrorCode(rename(ctx, link.url_id, 'autumn'))).toBe('LINK_SLUG_TAKEN')
  expect(await catchErrorCode(rename(ctx, link.url_id, 'Admin'))).toBe('LINK_SLUG_RESERVED')
  expect(await findDestination(deps, 'summer')).toMatchObject({ kind: 'link' })
})

it('gives a slug to only one of two links that request it at once', async () => {
  const ctx = await aProject(deps)
  const links = [await aLink(deps, ctx), await aLink(deps, ctx)]

  const outcomes = await Promise.allSettled(links.map(({ url_id }) => rename(ctx, url_id, 'wanted')))

  expect(listErrorCodes(outcomes)).toEqual(['LINK_SLUG_TAKEN'])
})

/** Lists the aliases of a link, and checks that each leads to the link's destination. */
async function listWorkingAliases(ctx: ProjectContext, { url_id, target }: Link & { url_id: LinkId }): Promise<string[]> {
  const slugs = (await listAliases(deps, ctx, url_id)).map(({ slug }) => slug)
  for (const slug of slugs) expect(await findDestination(deps, slug)).toMatchObject({ kind: 'link', link: { destination: target } })
  return slugs
}

it('keeps the earlier address of a link that was added an hour ago or was visited as an alias', async () => {
  const ctx = await aProject(deps)
  const [visited, old] = [await aLink(deps, ctx, { slug: 'visited' }), await aLink(deps, ctx, { slug: 'old' })]
  await recordClicks(deps, ctx, [{ at: time, linkId: visited.url_id }])

  expect((await rename(ctx, visited.url_id, 'renamed')).url).toBe('http://go.test/renamed')
  expect(await listWorkingAliases(ctx, visited)).toEqual(['visited'])
  time += slugCorrectionMs
  expect((await rename(ctx, old.url_id, 'older')).url).toBe('http://go.test/older')
  expect((await rename(ctx, old.url_id, 'older')).url).toBe('http://go.test/older')
  time += 1
  expect((await rename(ctx, old.url_id, 'oldest')).url).toBe('http://go.test/oldest')
  expect(await listWorkingAliases(ctx, old)).toEqual(['old', 'older'])
})

it('returns why an address would stay as an alias before the slug changes', async () => {
  const [ctx, other] = [await aProject(deps), await aProject(deps)]
  const [visited, fresh] = [await aLink(deps, ctx, { slug: 'seen' }), await aLink(deps, ctx, { slug: 'unseen' })]
  await recordClicks(deps, ctx, [{ at: time, linkId: visited.url_id }])
  const findSlug = (linkId: LinkId, of = ctx) => getSlug({ visits: createLinkVisits(deps) }, { ...of, now: deps.clock.now() }, linkId)

  expect(await findSlug(visited.url_id)).toEqual({ slug: 'seen', fixed_because: 'visits' })
  expect(await findSlug(fresh.url_id)).toEqual({ slug: 'unseen', fixed_because: null })
  expect(await catchErrorCode(findSlug(fresh.url_id, other))).toBe('LINK_NOT_FOUND')
  time += slugCorrectionMs
  expect(await findSlug(fresh.url_id)).toEqual({ slug: 'unseen', fixed_because: 'age' })
})

it('ships the clicks of a link before its slug changes, and keeps the address as an alias if there are any', async () => {
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { slug: 'unshipped' })
  const shippingRequests = {
    announceRead: async () => {},
    shipNow: async () => {
      await recordClicks(deps, ctx, [{ at: time, linkId: link.url_id }])
      return true
    },
  }

  expect((await rename({ ...ctx, shippingRequests }, link.url_id, 'shipped')).url).toBe('http://go.test/shipped')
  expect(await listWorkingAliases(ctx, link)).toEqual(['unshipped'])
})

it('keeps the address as an alias if it is unknown whether clicks wait to be shipped', async () => {
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { slug: 'unknown' })
  const renameWhen = (isShipped: boolean, slug: string) =>
    rename({ ...ctx, shippingRequests: { announceRead: async () => {}, shipNow: async () => isShipped } }, link.url_id, slug)

  await renameWhen(false, 'known')
  expect(await listWorkingAliases(ctx, link)).toEqual(['unknown'])
  await renameWhen(true, 'known-better')
  expect(await listWorkingAliases(ctx, link)).toEqual(['unknown'])
  expect(await findDestination(deps, 'known')).toEqual({ kind: 'gone' })
})

it('returns no reason if it is unknown whether clicks wait to be shipped, unless a visit is stored', async () => {
  const ctx = await aProject(deps)
  const [visited, fresh] = [await aLink(deps, ctx), await aLink(deps, ctx)]
  await recordClicks(deps, ctx, [{ at: time, linkId: visited.url_id }])
  const shippingRequests = { announceRead: async () => {}, shipNow: async () => false }
  const findSlug = (linkId: LinkId) => getSlug({ visits: createLinkVisits(deps) }, { ...ctx, shippingRequests }, linkId)

  expect(await findSlug(fresh.url_id)).toMatchObject({ fixed_because: null })
  expect(await findSlug(visited.url_id)).toMatchObject({ fixed_because: 'visits' })
})

it('ships nothing if the address stays as an alias anyway', async () => {
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { slug: 'aged' })
  time += slugCorrectionMs
  const shipNow = vi.fn(async () => true)

  await rename({ ...ctx, shippingRequests: { announceRead: async () => {}, shipNow } }, link.url_id, 'young')
  expect(await listWorkingAliases(ctx, link)).toEqual(['aged'])
  expect(shipNow).not.toHaveBeenCalled()
})

it('counts the hour from the time when a link was added, not from the creation date in a file', async () => {
  const ctx = await aProject(deps)
  const [fresh, old] = [await aLink(deps, ctx, { slug: 'fresh' }), await aLink(deps, ctx, { slug: 'settled' })]
  const createdAt = (linkId: LinkId, at: number) =>
    withScope(ctx.db, { organizationId: ctx.organization.id }, (tx) =>
      tx
        .updateTable('links')
        .set({ created_at: new Date(at) })
        .where('id', '=', linkId)
        .execute(),
    )
  await createdAt(fresh.url_id, Date.UTC(2020, 0, 1))
  expect((await rename(ctx, fresh.url_id, 'fresher')).url).toBe('http://go.test/fresher')
  expect(await listWorkingAliases(ctx, fresh)).toEqual([])

  time += slugCorrectionMs
  await createdAt(old.url_id, time)
  await rename(ctx, old.url_id, 'unsettled')
  expect(await listWorkingAliases(ctx, old)).toEqual(['settled'])
})

it('returns which slugs are free, taken by anyone, or reserved', async () => {
  const [ctx, other] = [await aProject(deps), await aProject(deps)]
  await aLink(deps, other, { slug: 'winter' })

  expect(await checkSlugs(ctx, ['winter', 'Winter', 'admin'])).toEqual([
    { slug: 'winter', status: 'taken' },
    { slug: 'Winter', status: 'free' },
    { slug: 'admin', status: 'reserved' },
  ])
})
