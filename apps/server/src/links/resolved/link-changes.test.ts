import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aLink, anIntegration, aProject } from '../../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { deleteIntegration } from '../../integrations/integrations.ts'
import { deleteOldLinkChanges, findLinkChanges } from './link-changes.ts'

let deps: TestDeps
let owner: pg.Client
beforeEach(async () => {
  deps = await openTestDeps()
  owner = new pg.Client({ connectionString: deps.databaseUrl })
  await owner.connect()
})
afterEach(async () => {
  await owner.end()
  await deps[Symbol.asyncDispose]()
})

async function findChangesSince(mark: number | undefined, limit = 100) {
  const found = await findLinkChanges(deps.edgeDb, mark, limit)
  return {
    mark: found.mark,
    addresses: found.changes.flatMap((change) => ('address' in change ? change.address : [])),
    changes: found.changes,
  }
}

it('lists links whose destination was changed and links that were deleted, once each, and no others', async () => {
  const ctx = await aProject(deps)
  for (const slug of ['lamp', 'chair', 'table']) await aLink(deps, ctx, { slug, target: 'https://shop.example/' })
  const { mark, addresses } = await findChangesSince(undefined)
  expect(addresses).toEqual([])
  await aLink(deps, ctx, { slug: 'new', target: 'https://shop.example/' })
  await owner.query("update links set has_own_title = true where slug = 'table'")
  await owner.query("update links set target = target || 'b' where slug = 'lamp'")
  await owner.query("update links set target = target || 'c' where slug = 'lamp'")
  await owner.query("update links set deleted_at = now() where slug = 'chair'")
  expect((await findChangesSince(mark)).addresses.toSorted()).toEqual(['chair', 'lamp'])
  expect((await findChangesSince(mark, 1)).addresses).toHaveLength(1)

  const later = await findChangesSince(mark)
  await owner.query('delete from projects')
  expect((await findChangesSince(later.mark)).addresses.toSorted()).toEqual(['chair', 'lamp', 'new', 'table'])
})

it('lists a project whose integrations changed', async () => {
  const ctx = await aProject(deps)
  const { mark } = await findChangesSince(undefined)
  await anIntegration(ctx)
  expect((await findChangesSince(mark)).changes).toEqual([{ projectId: ctx.project.id }])

  const later = await findChangesSince(undefined)
  await deleteIntegration(ctx, 'amazon')
  expect((await findChangesSince(later.mark)).changes).toEqual([{ projectId: ctx.project.id }])
})

it('does not miss a change if its transaction began before the last query and committed after it', async () => {
  const ctx = await aProject(deps)
  for (const slug of ['lamp', 'chair']) await aLink(deps, ctx, { slug, target: 'https://shop.example/' })
  await owner.query('begin')
  await owner.query("update links set target = target || 'b' where slug = 'lamp'")
  const other = new pg.Client({ connectionString: deps.databaseUrl })
  await other.connect()
  await other.query("update links set target = target || 'b' where slug = 'chair'")
  await other.end()

  const { mark } = await findChangesSince(undefined)
  await owner.query('commit')
  expect((await findChangesSince(mark)).addresses).toContain('lamp')
})

it('deletes changes after a day', async () => {
  const ctx = await aProject(deps)
  await aLink(deps, ctx, { slug: 'lamp', target: 'https://shop.example/' })
  await owner.query("update links set target = target || 'b'")
  const selectRemaining = async () => (await owner.query('select slug from link_changes')).rows.length
  await deleteOldLinkChanges(deps)
  expect(await selectRemaining()).toBe(1)
  await owner.query("update link_changes set changed_at = now() - interval '25 hours'")
  await deleteOldLinkChanges(deps)
  expect(await selectRemaining()).toBe(0)
})
