import { type LinkId, linksBulkUpdate } from '@linkshelf/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aLabel, aLink, aProject, catchErrorCode, findDestination } from '../../../test/builders/builders.ts'
import { createApiCaller } from '../../../test/call-api.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import type { ProjectContext } from '../../access/index.ts'
import { listLabels } from '../../labels/labels.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { countActiveLinks, getLink } from '../get-link.ts'
import { bulkUpdateLinks } from './bulk-update-links.ts'
import { bulkDeleteLinks } from './delete-link.ts'

const toUpdate = (fields: object) => linksBulkUpdate.parse(fields)

async function createLinks(deps: TestDeps, ctx: ProjectContext, labels: string[][]): Promise<LinkId[]> {
  const links = await Promise.all(labels.map((carried) => aLink(deps, ctx, { labels: carried })))
  return links.map((link) => link.url_id)
}

it('labels and archives several links, and returns them in the given order', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const [first, second, third] = (await createLinks(deps, ctx, [['sale'], ['Lamps', 'old'], []])) as [LinkId, LinkId, LinkId]

  const updated = await bulkUpdateLinks(
    deps,
    ctx,
    toUpdate({ url_ids: [third, first, deps.ids.next(), second], archived: true, add_labels: ['LAMPS', 'new'], remove_labels: ['OLD'] }),
  )

  expect(updated.map((link) => [link.url_id, link.labels, link.archived])).toEqual([
    [third, ['Lamps', 'new'], true],
    [first, ['sale', 'Lamps', 'new'], true],
    [second, ['Lamps', 'new'], true],
  ])
  expect(await getLink(deps, ctx, second)).toEqual(updated[2])
  expect((await listLabels(ctx)).map(({ name }) => name)).toEqual(['Lamps', 'new', 'old', 'sale'])
})

it('removes a label that is both added and removed, and does not register it', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const url_ids = await createLinks(deps, ctx, [['lamps'], []])

  const updated = await bulkUpdateLinks(deps, ctx, toUpdate({ url_ids, add_labels: ['Lamps', 'both'], remove_labels: ['lamps', 'BOTH'] }))

  expect(updated.map((link) => link.labels)).toEqual([[], []])
  expect((await listLabels(ctx)).map(({ name }) => name)).toEqual(['lamps'])
})

it('folds the case of labels like the database', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const url_ids = await createLinks(deps, ctx, [[]])
  const { rows } = await sql<{ lower: string }>`select lower('İ') as lower`.execute(deps.db)
  const lower = rows[0]?.lower ?? ''

  await bulkUpdateLinks(deps, ctx, toUpdate({ url_ids, add_labels: [lower], remove_labels: ['İ'] }))

  expect('İ'.toLowerCase()).not.toBe(lower)
  expect(await listLabels(ctx)).toEqual([])
})

it('changes no link if one of the links would have more than 50 labels', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const full = Array.from({ length: 50 }, (_, nth) => `label ${nth}`)
  const url_ids = await createLinks(deps, ctx, [[], full])

  expect(await catchErrorCode(bulkUpdateLinks(deps, ctx, toUpdate({ url_ids, archived: true, add_labels: ['one more'] })))).toBe(
    'LABEL_LIMIT_REACHED',
  )

  expect(await getLink(deps, ctx, url_ids[0] as LinkId)).toMatchObject({ labels: [], archived: false })
  expect(await listLabels(ctx)).toHaveLength(50)
  const exchanged = await bulkUpdateLinks(deps, ctx, toUpdate({ url_ids, add_labels: ['one more'], remove_labels: ['label 7'] }))
  expect(exchanged.map((link) => link.labels.length)).toEqual([1, 50])
})

it('deletes several links permanently, returns the existing ones, and no longer counts them', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const ids = await createLinks(deps, ctx, Array(9).fill([]))
  const lamp = await aLink(deps, ctx, { slug: 'lamp' })
  const requestedIds = [lamp.url_id, deps.ids.next<LinkId>(), ...ids.slice(0, 3)]

  expect(await bulkDeleteLinks(ctx, requestedIds)).toEqual([lamp.url_id, ...ids.slice(0, 3)])
  expect(await bulkDeleteLinks(ctx, requestedIds)).toEqual([])

  expect(await findDestination(deps, 'lamp')).toEqual({ kind: 'gone' })
  expect(await countActiveLinks(ctx)).toBe(6)
  await Promise.all(Array.from({ length: 4 }, () => aLink(deps, ctx)))
  expect(await catchErrorCode(aLink(deps, ctx))).toBe('LINK_LIMIT_REACHED')
})

it('changes and deletes the same links concurrently, in any order of their ids, without deadlocks', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps, { settings: ['package=Pro'] })
  await aLabel(deps, ctx, { name: 'lamps' })
  const ids = await createLinks(deps, ctx, Array(40).fill([]))

  const changing = Array.from({ length: 12 }, (_, nth) => {
    const url_ids = nth % 2 ? ids : ids.toReversed()
    return nth < 10
      ? bulkUpdateLinks(deps, ctx, toUpdate({ url_ids, add_labels: ['lamps', `label ${nth}`] }))
      : bulkDeleteLinks(ctx, url_ids.slice(0, 30))
  })
  const settled = await Promise.all(changing)

  expect(settled.slice(10).flat().length).toBe(40)
  expect(await countActiveLinks(ctx)).toBe(0)
})

it('responds over HTTP with the changed links and with the deleted ids', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const url_ids = await createLinks(deps, ctx, [[], []])
  const call = createApiCaller(deps)
  const path = `/v1/${ctx.organization.id}/projects/${ctx.project.id}/urls`
  const send = async (method: string, rest: string, body: object) => (await call(ctx, { method, path: `${path}${rest}`, body })).json()

  expect(await send('PATCH', '', { url_ids, add_labels: ['lamps'] })).toMatchObject(
    url_ids.map((url_id) => ({ url_id, labels: ['lamps'] })),
  )
  expect(await send('PATCH', '', { url_ids: [] })).toMatchObject({ code: 'REQUEST_INVALID' })
  expect(await send('POST', '/delete', { url_ids: [deps.ids.next(), ...url_ids] })).toEqual({ url_ids })
})

it('turns off the tags of several links', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const url_ids = await createLinks(deps, ctx, [[], []])
  const updated = await bulkUpdateLinks(deps, ctx, toUpdate({ url_ids, affiliated: false }))
  expect(updated.map(({ affiliated }) => affiliated)).toEqual([false, false])
})

it.each([
  ['https://www.amazon.com/dp/B07FZ8S74R?th=1&tag=eve-20', 'https://www.amazon.com/dp/B07FZ8S74R?th=1'],
  ['https://www.ebay.com/itm/123456789012?campid=5338000001&mkevt=1', 'https://www.ebay.com/itm/123456789012'],
  [
    'https://s.click.aliexpress.com/deep_link.htm?aff_short_key=N3VJQBY&dl_target_url=https%3A%2F%2Fwww.aliexpress.com%2Fitem%2F1005001234567890.html',
    'https://www.aliexpress.com/item/1005001234567890.html',
  ],
  ['https://amzn.to/3AbCdEf', 'https://amzn.to/3AbCdEf'],
  ['https://shop.example/?tag=eve-20', 'https://shop.example/?tag=eve-20'],
])('removes the pasted tag of %s', async (target, plain) => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const shop = { place: 'FR', name: null, target }
  const { url_id } = await aLink(deps, ctx, { target, shops: [shop] })
  const [updated] = await bulkUpdateLinks(deps, ctx, toUpdate({ url_ids: [url_id], remove_pasted_tags: true }))
  expect(updated).toMatchObject({ target: plain, shops: [{ ...shop, target: plain }] })
  expect(await getLink(deps, ctx, url_id)).toEqual(updated)
})

it('replaces a short link with a tag inside with the page that it leads to, without checking the page again', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { url_id } = await aLink(deps, ctx, { target: 'https://amzn.to/3AbCdEf' })
  const expanded_target = 'https://www.amazon.com/dp/B07FZ8S74R?tag=eve-20'
  await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
    tx.updateTable('links').set({ expanded_target, is_pending: false }).execute(),
  )
  const [updated] = await bulkUpdateLinks(deps, ctx, toUpdate({ url_ids: [url_id], remove_pasted_tags: true }))
  expect(updated).toMatchObject({ target: 'https://www.amazon.com/dp/B07FZ8S74R', pending: false })
})

it("skips another organization's links", async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const link = await aLink(deps, mia)
  const change = toUpdate({ url_ids: [link.url_id], archived: true, add_labels: ['stolen'] })

  expect(await bulkUpdateLinks(deps, noah, change)).toEqual([])
  expect(await bulkDeleteLinks(noah, [link.url_id])).toEqual([])
  expect(await listLabels(noah)).toEqual([])
  const forged = { ...mia, organization: noah.organization }
  expect(await catchErrorCode(bulkUpdateLinks(deps, forged, change))).toBe('NOT_FOUND')
  expect(await catchErrorCode(bulkDeleteLinks(forged, [link.url_id]))).toBe('NOT_FOUND')
  expect(await getLink(deps, mia, link.url_id)).toEqual(link)
})
