import { createHash, randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { aLink, aProject } from '../../../test/builders/builders.ts'
import { queryAsOwner, runAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { recordClicks } from '../../../test/record-clicks.ts'
import { openTestTarget, type TestTarget } from '../../../test/stored-backups.ts'
import { clickhouseFolder, postgresFolder } from '../../databases/newer-databases.ts'
import { replaceAccount } from '../../platform/postgres/postgres-accounts.ts'
import type { BackupReader } from '../targets/backup-target.ts'
import { findBackupStatus } from './backup-status.ts'
import { type CheckOptions, checkBackup, checkNewestBackup } from './check-backup.ts'

async function listScratchDatabases(deps: TestDeps): Promise<unknown[]> {
  return queryAsOwner(deps, "select datname from pg_database where datname = 'linkshelf_check_' || left(md5(current_database()), 12)")
}

function toOptions({ databaseUrl }: TestDeps, replaced: Partial<CheckOptions> = {}): CheckOptions {
  return { databaseUrl, postgresFolder, clickhouseFolder, folder: undefined, signal: new AbortController().signal, ...replaced }
}

function checkNewest(deps: TestDeps, { target }: TestTarget) {
  return checkNewestBackup({ ...toOptions(deps), target, clock: deps.clock, willRetry: false })
}

/** Makes a back-up of an instance with a link and clicks. */
async function aBackup(deps: TestDeps, stored: TestTarget): Promise<BackupReader> {
  const ctx = await aProject(deps)
  await aLink(deps, ctx)
  await recordClicks(deps, ctx, [{ at: Date.now() }, { at: Date.now() }])
  await stored.makeBackup(deps, '2026-11-30')
  return stored.target.openBackup('linkshelf-2026-11-30T03-17-00Z')
}

/** Changes the stored rows of a table, and stores the checksum of the changed rows in the manifest. */
async function changeTable(backup: BackupReader, table: string, change: (rows: string) => string): Promise<void> {
  const manifest = await backup.readManifest()
  const stored = manifest.postgres.tables.find(({ name }) => name === table)
  if (stored === undefined) throw new Error(`${table} is not in the back-up`)
  const file = join(backup.location, stored.file.path)
  const changed = change(zstdDecompressSync(await readFile(file)).toString())
  await writeFile(file, zstdCompressSync(changed))
  stored.file.sha256 = createHash('sha256').update(changed).digest('hex')
  await writeFile(join(backup.location, 'manifest.json'), JSON.stringify(manifest))
}

it('restores the newest back-up into a scratch database, records the result, and drops the database', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using stored = await openTestTarget()
  await expect(checkNewest(deps, stored)).rejects.toThrow('BACKUP_TARGET has no complete back-up of this instance.')
  expect((await findBackupStatus(deps.db)).check?.error).toContain('no complete back-up')
  const backup = await aBackup(deps, stored)
  const [scratch] = await queryAsOwner<{ name: string }>(deps, "select 'linkshelf_check_' || left(md5(current_database()), 12) as name")
  await queryAsOwner(deps, `create database ${scratch?.name}`)

  expect((await checkNewest(deps, stored)).location).toBe(backup.location)

  expect(await findBackupStatus(deps.db)).toMatchObject({ check: { finishedAt: expect.any(Date), error: undefined } })
  expect(await listScratchDatabases(deps)).toEqual([])
})

it('fails if a row, a file of clicks or a checksum differs', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using stored = await openTestTarget()
  const backup = await aBackup(deps, stored)

  const manifest = await backup.readManifest()
  const clicks = manifest.clickhouse.partitions.flatMap(({ files }) => files)[0]?.path ?? ''
  await rm(join(backup.location, clicks))
  await expect(checkNewest(deps, stored)).rejects.toThrow(`${clicks} can't be read`)
  expect(await findBackupStatus(deps.db)).toMatchObject({ check: { error: expect.stringContaining(clicks) } })

  // The changed text means the same time, so only the comparison with the restored rows can find the difference.
  await changeTable(backup, 'public.links', (rows) => rows.replace(/\+00\t/, '+00:00\t'))
  await expect(checkNewest(deps, stored)).rejects.toThrow('The rows of public.links in')
  expect(await listScratchDatabases(deps)).toEqual([])
})

it('says which right is missing if the account may not create databases', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using stored = await openTestTarget()
  const backup = await aBackup(deps, stored)
  const role = `limited_${randomBytes(4).toString('hex')}`
  const [{ database } = { database: '' }] = await queryAsOwner<{ database: string }>(deps, 'select current_database() as database')
  await queryAsOwner(deps, `create role ${role} login password 'otters'; grant connect on database ${database} to ${role}`)
  try {
    const databaseUrl = replaceAccount(deps.databaseUrl, role, 'otters')
    await expect(checkBackup(backup, toOptions(deps, { databaseUrl }))).rejects.toThrow(
      `The account of DATABASE_URL may not create a database to restore the back-up into. Have a superuser run: alter role "${role}" createdb.`,
    )
  } finally {
    await runAsOwner(deps, (owner) => owner.query(`revoke connect on database ${database} from ${role}; drop role ${role}`))
  }
})

it('makes no scratch database if the disk has too little space', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using stored = await openTestTarget()
  const backup = await aBackup(deps, stored)
  const readSpace = async () => ({ freeBytes: 2_000_000_100, totalBytes: 5e11 })
  await expect(checkBackup(backup, toOptions(deps, { folder: stored.folder, readSpace }))).rejects.toThrow(
    'too little for a scratch database of about',
  )
})

it('drops the scratch database if it is stopped while rows are loaded', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using stored = await openTestTarget()
  const backup = await aBackup(deps, stored)
  const stop = new AbortController()
  const stopped: BackupReader = {
    ...backup,
    readFile(file) {
      if (file.path.includes('public.links')) stop.abort(new Error('Stopped'))
      return backup.readFile(file)
    },
  }

  await expect(checkBackup(stopped, toOptions(deps, { signal: stop.signal }))).rejects.toThrow('Stopped')

  expect(await listScratchDatabases(deps)).toEqual([])
})
