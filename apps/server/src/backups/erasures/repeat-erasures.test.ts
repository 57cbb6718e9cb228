import { mkdtempDisposable, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linkId } from '@linkshelf/contract'
import { expect, inject, it } from 'vitest'
import { aLeavingUser, deleteAccountsIn, requestDeletion } from '../../../test/account-deletion.ts'
import {
  aCategory,
  aDraft,
  aLink,
  aMember,
  anApiKey,
  anOrganization,
  aProduct,
  aProject,
  aStore,
  catchErrorCode,
  getProjectContext,
} from '../../../test/builders/builders.ts'
import { createEmptyStores, type EmptyStores } from '../../../test/databases/create-empty-stores.ts'
import { deleteOrganizationNow } from '../../../test/databases/delete-organization-now.ts'
import { prepareWithAccounts } from '../../../test/databases/prepare-with-accounts.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { readAllClickTables } from '../../../test/read-all-click-tables.ts'
import { recordClicks } from '../../../test/record-clicks.ts'
import { deleteLinkClicks } from '../../analytics/delete-clicks.ts'
import { revokeApiKey } from '../../api-keys/api-keys.ts'
import { deleteCategory } from '../../categories/categories.ts'
import { openClickStore } from '../../clicks/index.ts'
import { clickhouseFolder, postgresFolder } from '../../databases/newer-databases.ts'
import { findResolvedLinks } from '../../links/resolved/find-resolved-links.ts'
import { createLink } from '../../links/write/create-link.ts'
import { bulkDeleteLinks, deleteLink } from '../../links/write/delete-link.ts'
import { eraseLinks } from '../../links/write/erase-links.ts'
import { restoreLinks } from '../../links/write/restore-links.ts'
import { checkSlugs } from '../../links/write/slugs.ts'
import { removeMember } from '../../organizations/members.ts'
import { openClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { openPostgres } from '../../platform/postgres/postgres.ts'
import { eraseProducts } from '../../products/deletion/erase-products.ts'
import { restoreProducts } from '../../products/deletion/restore-products.ts'
import { deleteProduct } from '../../products/products.ts'
import { createProject, deleteProject } from '../../projects/projects.ts'
import { deleteStore } from '../../stores/stores.ts'
import { createBackup, openBackup, openBackupTarget, restoreBackup, resume } from '../index.ts'
import { assertRestoreEnded } from '../migrate.ts'
import { formatHeader } from './list-format.ts'
import { erasureListName, readParts } from './stored-lists.ts'
import { createListUpdates } from './update-lists.ts'

async function backUp({ databaseUrl, clickhouseUrl, clock }: Pick<TestDeps, 'databaseUrl' | 'clickhouseUrl' | 'clock'>, folder: string) {
  await using store = await openClickStore(clickhouseUrl)
  return createBackup({ databaseUrl, clickhouseUrl, store, target: openBackupTarget(folder), clock })
}

function restore(location: string, stores: EmptyStores, options: { erasuresFile?: string; onLoaded?: () => Promise<void> } = {}) {
  const { databaseUrl, clickhouseUrl } = stores
  const cluster = inject('clickhouseCluster')
  return restoreBackup({ backup: openBackup(location), databaseUrl, clickhouseUrl, cluster, postgresFolder, clickhouseFolder, ...options })
}

async function listIds(databaseUrl: string, table: string, ids = 'id'): Promise<string[]> {
  const rows = await queryAsOwner<{ ids: string }>({ databaseUrl }, `select ${ids} as ids from ${table} order by 1`)
  return rows.map((row) => row.ids)
}

it('erases again each kind of erasure that is newer than the back-up, also if it was killed in between', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-backup-'))
  await using stores = await createEmptyStores()
  const owned = await anOrganization(deps, { settings: ['package=Enterprise'] })
  const [ctx, noah, erased] = [
    await aProject(deps, { owned }),
    await aMember(deps, owned),
    await anOrganization(deps, { user: owned.user }),
  ]
  const second = await createProject(deps, owned.ctx, { name: 'Second', description: 'Another project' })
  const secondCtx = await getProjectContext(owned.user, owned.organization.id, second.id)
  const { mia } = await aLeavingUser(deps)
  const [stays, leaves, returns] = [await aLink(deps, ctx), await aLink(deps, ctx), await aLink(deps, ctx)]
  const key = await anApiKey(deps, owned.ctx)
  await queryAsOwner(
    deps,
    "insert into user_passkeys select gen_random_uuid(), $1, 'c', 'k', 0, false, false, '{}', gen_random_uuid(), 'Key', now()",
    [owned.user.actor.userId],
  )
  const store = await aStore(deps, ctx)
  const [product, category] = [await aProduct(deps, ctx), await aCategory(deps, ctx)]
  await aProduct(deps, secondCtx)
  const [returning, deletedBefore, linkDeletedBefore] = [await aProduct(deps, ctx), await aProduct(deps, ctx), await aLink(deps, ctx)]
  await deleteProduct(ctx, deletedBefore.product_id)
  await deleteLink(ctx, linkDeletedBefore.url_id)
  const at = Date.now() - 60_000
  for (const linkId of [stays.url_id, leaves.url_id]) await recordClicks(deps, ctx, [{ at, linkId }])
  await recordClicks(deps, secondCtx, [{ at }])
  const { location } = await backUp(deps, folder.path)

  const later = await aLink(deps, ctx)
  await deleteLink(ctx, later.url_id)
  await bulkDeleteLinks({ ...ctx, now: deps.clock.now() }, [leaves.url_id, returns.url_id])
  await restoreLinks(deps, { ...ctx, now: deps.clock.now() }, [returns.url_id])
  await deleteLinkClicks({ ...ctx, now: deps.clock.now() }, stays.url_id)
  await deleteProduct(ctx, product.product_id)
  await deleteProduct(ctx, returning.product_id)
  await restoreProducts(deps, { ...ctx, now: deps.clock.now() }, [returning.product_id])
  await eraseProducts({ ...ctx, now: deps.clock.now() }, [deletedBefore.product_id])
  await eraseLinks({ ...ctx, now: deps.clock.now() }, [linkDeletedBefore.url_id])
  await deleteCategory(ctx, category.category_id)
  await deleteStore(ctx, store.store_id)
  await revokeApiKey(owned.ctx, key.id)
  await queryAsOwner(deps, 'delete from user_passkeys')
  await removeMember(owned.ctx, noah.actor.userId)
  await deleteProject(secondCtx)
  await deleteOrganizationNow(erased.ctx)
  await requestDeletion(deps, mia)
  await deleteAccountsIn(15, deps)
  await queryAsOwner(deps, 'update users set disabled_at = now() where id = $1', [noah.actor.userId])
  await createListUpdates({ databaseUrl: deps.databaseUrl, target: openBackupTarget(folder.path) }).update()

  const kill = async () => Promise.reject(new Error('killed'))
  await expect(restore(location, stores, { onLoaded: kill })).rejects.toThrow('killed')
  await expect(assertRestoreEnded(stores.databaseUrl)).rejects.toThrow('did not end')
  const failing = "create function fail() returns trigger language plpgsql as $$ begin raise 'killed'; end $$"
  await queryAsOwner(stores, `${failing}; create trigger fail before delete on users for each row execute function fail()`)
  await expect(restore(location, stores)).rejects.toThrow('killed')
  await queryAsOwner(stores, 'drop function fail cascade')
  const { erasures, lists } = await restore(location, stores)

  expect(lists.description).toMatch(/^erasures\.jsonl contains the erasures until 20/)
  expect(Object.fromEntries(erasures.counts.map(({ kind, erased: count, missing }) => [kind, [count, missing]]))).toEqual({
    ...{ clicks: [1, 0], link: [2, 1], product: [2, 0], category: [1, 0], store: [1, 0], api_key: [1, 0], passkey: [1, 0] },
    // The deleted account left two organizations, and the deleted organization had one member.
    ...{ member: [4, 0], project: [3, 0], organization: [2, 0], disabled_user: [1, 0], user: [1, 0] },
  })
  for (const table of ['users', 'organizations', 'projects', 'products', 'categories', 'stores', 'api_keys', 'user_passkeys'])
    expect({ [table]: await listIds(stores.databaseUrl, table) }).toEqual({ [table]: await listIds(deps.databaseUrl, table) })
  expect(await listIds(stores.databaseUrl, 'members', 'user_id')).toEqual(await listIds(deps.databaseUrl, 'members', 'user_id'))
  expect(await queryAsOwner(stores, 'select id, target, deleted_at is null as works from links order by id')).toEqual([
    { id: stays.url_id, target: stays.target, works: true },
    { id: leaves.url_id, target: '', works: false },
    { id: returns.url_id, target: returns.target, works: true },
    { id: linkDeletedBefore.url_id, target: '', works: false },
  ])
  expect(await listIds(stores.databaseUrl, 'deleted_products')).toEqual([])
  expect(await queryAsOwner(stores, 'select link_count from link_counts')).toEqual([{ link_count: 2 }])
  const clickhouse = openClickHouse(stores.clickhouseUrl)
  const { clicks } = await readAllClickTables(clickhouse)
  await clickhouse.close()
  expect(clicks).toMatchObject([{ link_id: leaves.url_id }])
  await assertRestoreEnded(stores.databaseUrl)

  await resume(stores.databaseUrl)
  const again = await backUp({ ...stores, clock: deps.clock }, folder.path)
  await using copy = await createEmptyStores()
  expect((await restore(again.location, copy)).erasures).toEqual({ counts: [], reservedCount: 0 })
})

it('reserves the address of a link that the back-up lacks for its organization, and answers visitors that it is gone', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-backup-'))
  await using stores = await createEmptyStores()
  const [owner, stranger] = [await aProject(deps), await aProject(deps)]
  const { location } = await backUp(deps, folder.path)
  await aLink(deps, owner, { slug: 'summer' })
  await createListUpdates({ databaseUrl: deps.databaseUrl, target: openBackupTarget(folder.path) }).update()

  expect((await restore(location, stores)).erasures).toEqual({ counts: [], reservedCount: 1 })

  const accounts = await prepareWithAccounts(stores.databaseUrl)
  const [db, edgeDb] = [openPostgres(accounts.api), openPostgres(accounts.edge)]
  const findVisited = async () => (await findResolvedLinks(edgeDb, ['summer'])).get('summer')?.kind
  expect(await findVisited()).toBe('gone')
  const draft = aDraft({ slug: 'summer' })
  expect(await checkSlugs({ ...stranger, db }, ['summer'])).toEqual([{ slug: 'summer', status: 'taken' }])
  expect(await catchErrorCode(createLink({ ...deps, db }, { ...stranger, db }, draft))).toBe('LINK_SLUG_TAKEN')
  expect(await checkSlugs({ ...owner, db }, ['summer'])).toEqual([{ slug: 'summer', status: 'free' }])
  const link = await createLink({ ...deps, db }, { ...owner, db }, draft)
  expect(await findVisited()).toBe('link')
  await deleteLink({ ...owner, db }, linkId.parse(link.url_id))
  expect(await catchErrorCode(createLink({ ...deps, db }, { ...owner, db }, draft))).toBe('LINK_SLUG_TAKEN')
  await Promise.all([db.destroy(), edgeDb.destroy()])
})

it('warns if the list is missing or ends before the back-up, and reads another list', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-backup-'))
  const [ctx, elsewhere] = [await aProject(deps), join(folder.path, 'elsewhere.jsonl')]
  const link = await aLink(deps, ctx)
  const target = openBackupTarget(folder.path)
  await createListUpdates({ databaseUrl: deps.databaseUrl, target }).update()
  const early = (await readParts(target)).map(({ header }) => formatHeader(header)).join()
  const { location } = await backUp(deps, folder.path)
  await deleteLink(ctx, link.url_id)
  await createListUpdates({ databaseUrl: deps.databaseUrl, target }).update({ merges: true })
  await rename(join(folder.path, erasureListName), elsewhere)

  await using first = await createEmptyStores()
  const missing = await restore(location, first)
  expect(missing.lists.description).toMatch(/^Warning: There is no erasures\.jsonl next to the back-up, .* --erasures <file> /)
  await target.writeText(erasureListName, early)
  await using second = await createEmptyStores()
  expect((await restore(location, second)).lists.description).toMatch(/^Warning: erasures\.jsonl ends at .*, before the back-up, /)
  await using third = await createEmptyStores()
  const given = await restore(location, third, { erasuresFile: elsewhere })
  expect(given.erasures.counts).toEqual([{ kind: 'link', erased: 1, missing: 0 }])
})
