import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { aLink, anApiKey, anOrganization, aProject } from '../../../test/builders/builders.ts'
import { queryAsOwner, runAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { revokeApiKey } from '../../api-keys/api-keys.ts'
import { silentLog } from '../../platform/process/log.ts'
import { openBackupTarget } from '../targets/backup-target.ts'
import { formatHeader, parseHeader } from './list-format.ts'
import { openListUpdates } from './open-list-updates.ts'
import { readStoredLists } from './read-lists.ts'
import { addressListName, erasureListName, listParts } from './stored-lists.ts'
import { createListUpdates } from './update-lists.ts'

it('lists an erasure whose transaction was still running at the previous update', async () => {
  await using deps = await openTestDeps()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-lists-'))
  const target = openBackupTarget(folder.path)
  const owned = await anOrganization(deps)
  const [slow, fast] = [await anApiKey(deps, owned.ctx), await anApiKey(deps, owned.ctx)]
  const { update } = createListUpdates({ databaseUrl: deps.databaseUrl, target })
  const readIds = async () => (await readStoredLists(target))?.erasures.map(({ ids }) => ids[0]) ?? []

  await runAsOwner(deps, async (owner) => {
    await owner.query('begin')
    await owner.query('delete from api_keys where id = $1', [slow.id])
    await revokeApiKey(owned.ctx, fast.id)
    await update()
    expect(await readIds()).toEqual([fast.id])
    await owner.query('commit')
  })
  await update()

  expect((await readIds()).sort()).toEqual([slow.id, fast.id].sort())
})

it('does not change the lists of the original while the instance is paused', async () => {
  await using deps = await openTestDeps()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-lists-'))
  const target = openBackupTarget(folder.path)
  await queryAsOwner(deps, 'insert into restored_backups (taken_at) values (now())')
  const { update } = createListUpdates({ databaseUrl: deps.databaseUrl, target })

  await update({ isForced: true })
  expect(await readStoredLists(target)).toBeUndefined()
  await queryAsOwner(deps, 'update restored_backups set resumed_at = now()')
  await update()
  expect(await readStoredLists(target)).toBeDefined()
})

it('writes nothing into the lists while a back-up is being restored into the database', async () => {
  await using deps = await openTestDeps()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-lists-'))
  const target = openBackupTarget(folder.path)
  await queryAsOwner(deps, 'create table linkshelf_restore (taken_at text, is_loaded boolean)')

  expect(await createListUpdates({ databaseUrl: deps.databaseUrl, target }).update({ isForced: true })).toBe(true)
  expect(await readStoredLists(target)).toBeUndefined()
})

it('waits for another process that updates the lists until a deadline', async () => {
  await using deps = await openTestDeps()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-lists-'))
  const target = openBackupTarget(folder.path)
  const { update } = createListUpdates({ databaseUrl: deps.databaseUrl, target })

  const waiting = await runAsOwner(deps, async (owner) => {
    await owner.query('select pg_advisory_lock(7235003)')
    expect(await update({ isForced: true })).toBe(false)
    expect(await update({ isForced: true, waitMs: 300 })).toBe(false)
    return { updated: update({ isForced: true, waitMs: 60_000 }) }
  })
  expect(await waiting.updated).toBe(true)
  expect(await readStoredLists(target)).toBeDefined()
})

it('stores erasures for 90 days, and addresses until every back-up has them', async () => {
  await using deps = await openTestDeps()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-lists-'))
  const target = openBackupTarget(folder.path)
  const ctx = await aProject(deps)
  await aLink(deps, ctx, { slug: 'spring' })
  await aLink(deps, ctx, { slug: 'summer' })
  await queryAsOwner(deps, "update assigned_addresses set assigned_at = now() - interval '2 days' where address = 'spring'")
  await queryAsOwner(deps, "update erasures set erased_at = now() - interval '200 days' where kind = 'beginning'")
  for (const [name, days] of [
    ['user', 80],
    ['organization', 100],
  ])
    await queryAsOwner(deps, `insert into erasures (kind, ids, erased_at) values ($1, '{}', now() - $2 * interval '1 day')`, [name, days])

  await createListUpdates({ databaseUrl: deps.databaseUrl, target }).update({ merges: true })

  const lists = await readStoredLists(target)
  expect(lists?.erasures.map(({ kind }) => kind)).toEqual(['user'])
  expect(Math.round(((lists?.until.getTime() ?? 0) - (lists?.from.getTime() ?? 0)) / 86_400_000)).toBe(90)
  expect(lists?.addresses.map(({ address }) => address)).toEqual(['summer'])
  expect(await queryAsOwner(deps, "select kind from erasures where kind <> 'beginning'")).toEqual([{ kind: 'user' }])
})

it('appends new erasures until it is closed, and once more when it is closed', async () => {
  await using deps = await openTestDeps()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-lists-'))
  const target = openBackupTarget(folder.path)
  const owned = await anOrganization(deps)
  const key = await anApiKey(deps, owned.ctx)
  const updates = openListUpdates({ databaseUrl: deps.databaseUrl, target, log: silentLog })
  await expect.poll(() => readStoredLists(target)).toBeDefined()

  await revokeApiKey(owned.ctx, key.id)
  await updates.close()

  const lists = await readStoredLists(target)
  expect(lists?.erasures.map(({ kind, ids }) => ({ kind, ids }))).toEqual([{ kind: 'api_key', ids: [key.id] }])
})

it('writes only new entries into a small file, also in another process, and merges the small files when a back-up ends', async () => {
  await using deps = await openTestDeps()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-lists-'))
  const target = openBackupTarget(folder.path)
  const ctx = await aProject(deps)
  // Each update is like that of another process.
  const update = (options: { isForced?: boolean; merges?: boolean } = {}) =>
    createListUpdates({ databaseUrl: deps.databaseUrl, target }).update(options)
  const readFiles = async () =>
    Promise.all((await listParts(target)).map(async (name) => (await target.readText(name))?.split('\n').slice(1, -1)))
  const readAddresses = async () => (await readStoredLists(target))?.addresses.map(({ address }) => address)
  // More than one page.
  await queryAsOwner(deps, "insert into assigned_addresses select 'a' || n, gen_random_uuid() from generate_series(1, 12000) as n")
  await update()
  await aLink(deps, ctx, { slug: 'spring' })
  await update()
  await update({ isForced: true })
  await update({ isForced: true })
  await aLink(deps, ctx, { slug: 'summer' })
  await update()

  expect((await readFiles()).map((lines) => lines?.length)).toEqual([12_000, 1, 1])
  expect((await readAddresses())?.slice(-2)).toEqual(['spring', 'summer'])
  const before = await readStoredLists(target)

  await update({ merges: true, isForced: true })
  expect(await listParts(target)).toEqual([])
  expect(await readStoredLists(target)).toMatchObject({ ...before, until: expect.any(Date) })

  await aLink(deps, ctx, { slug: 'autumn' })
  await update()
  expect((await readFiles()).map((lines) => lines?.length)).toEqual([1])
  expect((await readAddresses())?.slice(-2)).toEqual(['summer', 'autumn'])
  expect((await readStoredLists(target))?.from).toEqual(before?.from)
})

it('merges no small file twice if the previous back-up was killed before it deleted the files', async () => {
  await using deps = await openTestDeps()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-lists-'))
  const target = openBackupTarget(folder.path)
  await aLink(deps, await aProject(deps), { slug: 'spring' })
  const failing = { ...target, deleteText: () => Promise.reject(new Error('killed')) }
  const updateIn = (place: typeof target) => createListUpdates({ databaseUrl: deps.databaseUrl, target: place }).update({ merges: true })

  await expect(updateIn(failing)).rejects.toThrow('killed')
  expect(await listParts(target)).toHaveLength(1)
  await updateIn(target)

  expect(await listParts(target)).toEqual([])
  expect((await target.readText(addressListName))?.match(/spring/g)).toHaveLength(1)
})

it('continues a list that an earlier release wrote, and shows a gap', async () => {
  await using deps = await openTestDeps()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-lists-'))
  const target = openBackupTarget(folder.path)
  const owned = await anOrganization(deps)
  const [early, late] = [await anApiKey(deps, owned.ctx), await anApiKey(deps, owned.ctx)]
  await revokeApiKey(owned.ctx, early.id)
  const [from, until] = [new Date(Date.now() - 5 * 86_400_000), new Date()]
  await target.writeText(erasureListName, `${JSON.stringify({ format: 1, from, until })}\n`)
  await queryAsOwner(deps, "update erasures set erased_at = now() - interval '5 days' where kind = 'beginning'")
  expect(await readStoredLists(target)).toEqual({ from, until, erasures: [], addresses: [] })
  const { update } = createListUpdates({ databaseUrl: deps.databaseUrl, target })

  await update()
  await revokeApiKey(owned.ctx, late.id)
  await update()

  const lists = await readStoredLists(target)
  expect(lists?.from).toEqual(from)
  expect(lists?.erasures.map(({ ids }) => ids[0])).toEqual([early.id, late.id])
  const [first = ''] = await listParts(target)
  await target.deleteText(first)
  expect((await readStoredLists(target))?.from.getTime()).toBeGreaterThan(until.getTime())
})

it('continues a file with the snapshot of another server', async () => {
  await using deps = await openTestDeps()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-lists-'))
  const target = openBackupTarget(folder.path)
  const owned = await anOrganization(deps)
  const key = await anApiKey(deps, owned.ctx)
  const header = { from: new Date(Date.now() - 86_400_000), until: new Date(), snapshot: '9000000000:9000000000:' }
  await target.writeText(erasureListName, `${formatHeader(header)}\n`)

  await revokeApiKey(owned.ctx, key.id)
  await createListUpdates({ databaseUrl: deps.databaseUrl, target }).update()

  expect((await readStoredLists(target))?.erasures.map(({ ids }) => ids[0])).toEqual([key.id])
})

it('deletes old rows of the tables if there is no target', async () => {
  await using deps = await openTestDeps()
  await queryAsOwner(deps, "insert into erasures (kind, ids, erased_at) values ('user', '{}', now() - interval '100 days')")
  await createListUpdates({ databaseUrl: deps.databaseUrl, target: undefined }).update()
  expect(await queryAsOwner(deps, 'select kind from erasures')).toEqual([{ kind: 'beginning' }])
})

it('rejects a damaged list, and a list of a newer release', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-lists-'))
  const target = openBackupTarget(folder.path)
  const header = { format: 1, from: '2026-11-01T00:00:00.000Z', until: '2026-11-02T00:00:00.000Z' }
  await target.writeText(erasureListName, `${JSON.stringify(header)}\n{"id":`)
  await expect(readStoredLists(target)).rejects.toThrow("erasures.jsonl can't be read: the list is damaged.")
  expect(() => parseHeader(JSON.stringify({ ...header, format: 3 }), 'erasures.jsonl')).toThrow('A newer release wrote erasures.jsonl')
  expect(() => parseHeader(JSON.stringify({ ...header, snapshot: "1:1:'" }), 'erasures.jsonl')).toThrow('the list is damaged')
})
