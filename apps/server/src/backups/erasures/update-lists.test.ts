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
import { openListUpdates } from './open-list-updates.ts'
import { addressListName, erasureListName, parseAddresses, parseErasures } from './stored-lists.ts'
import { createListUpdates } from './update-lists.ts'

it('lists an erasure whose transaction was still running at the previous update', async () => {
  await using deps = await openTestDeps()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-lists-'))
  const target = openBackupTarget(folder.path)
  const owned = await anOrganization(deps)
  const [slow, fast] = [await anApiKey(deps, owned.ctx), await anApiKey(deps, owned.ctx)]
  const { update } = createListUpdates({ databaseUrl: deps.databaseUrl, target })
  const readIds = async () => parseErasures((await target.readText(erasureListName)) ?? '', 'list').entries.map(({ ids }) => ids[0])

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
  expect(await target.readText(erasureListName)).toBeUndefined()
  await queryAsOwner(deps, 'update restored_backups set resumed_at = now()')
  await update()
  expect(await target.readText(erasureListName)).toBeDefined()
})

it('writes nothing into the lists while a back-up is being restored into the database', async () => {
  await using deps = await openTestDeps()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-lists-'))
  const target = openBackupTarget(folder.path)
  await queryAsOwner(deps, 'create table linkshelf_restore (taken_at text, is_loaded boolean)')

  expect(await createListUpdates({ databaseUrl: deps.databaseUrl, target }).update({ isForced: true })).toBe(true)
  expect(await target.readText(erasureListName)).toBeUndefined()
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
  expect(await target.readText(erasureListName)).toBeDefined()
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

  await createListUpdates({ databaseUrl: deps.databaseUrl, target }).update()

  const erasures = parseErasures((await target.readText(erasureListName)) ?? '', 'list')
  expect(erasures.entries.map(({ kind }) => kind)).toEqual(['user'])
  expect(Math.round((erasures.until.getTime() - erasures.from.getTime()) / 86_400_000)).toBe(90)
  const addresses = parseAddresses((await target.readText(addressListName)) ?? '', 'list')
  expect(addresses.entries.map(({ address }) => address)).toEqual(['summer'])
  expect(await queryAsOwner(deps, "select kind from erasures where kind <> 'beginning'")).toEqual([{ kind: 'user' }])
})

it('appends new erasures until it is closed, and once more when it is closed', async () => {
  await using deps = await openTestDeps()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-lists-'))
  const target = openBackupTarget(folder.path)
  const owned = await anOrganization(deps)
  const key = await anApiKey(deps, owned.ctx)
  const updates = openListUpdates({ databaseUrl: deps.databaseUrl, target, log: silentLog })
  await expect.poll(() => target.readText(erasureListName)).toBeDefined()

  await revokeApiKey(owned.ctx, key.id)
  await updates.close()

  const { entries } = parseErasures((await target.readText(erasureListName)) ?? '', 'list')
  expect(entries.map(({ kind, ids }) => ({ kind, ids }))).toEqual([{ kind: 'api_key', ids: [key.id] }])
})

it('rejects a damaged list, and a list of a newer release', () => {
  const header = { format: 1, from: '2026-11-01T00:00:00.000Z', until: '2026-11-02T00:00:00.000Z' }
  expect(() => parseErasures(`${JSON.stringify(header)}\n{"id":`, 'erasures.jsonl')).toThrow(
    "erasures.jsonl can't be read: the list is damaged.",
  )
  expect(() => parseErasures(JSON.stringify({ format: 2 }), 'erasures.jsonl')).toThrow('A newer release wrote erasures.jsonl')
})
