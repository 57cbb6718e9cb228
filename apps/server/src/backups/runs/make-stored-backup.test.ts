import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { openTestTarget } from '../../../test/stored-backups.ts'
import { openClickStore } from '../../clicks/index.ts'
import type { BackupTarget } from '../targets/backup-target.ts'
import { insertRun, updateBackupOfRun } from './backup-runs-table.ts'
import { findBackupStatus } from './backup-status.ts'

const nameOn = (day: string) => `linkshelf-${day}T03-17-00Z`

async function countEmails(deps: TestDeps): Promise<number> {
  const task = 'send-backup-failure-email'
  const { rowCount } = await runAsOwner(deps, (owner) => owner.query('select from graphile_worker.jobs where task_identifier = $1', [task]))
  return rowCount ?? 0
}

async function listFrozenTables({ clickhouse }: TestDeps): Promise<unknown[]> {
  const query = "SELECT name FROM system.tables WHERE database = currentDatabase() AND name LIKE '%frozen%'"
  return (await clickhouse.query({ query, format: 'JSONEachRow' })).json()
}

it('stores the newest back-ups, and neither counts nor deletes back-ups of another instance', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using stored = await openTestTarget()
  const { manifest } = await stored.makeBackup(deps, '2026-11-26')
  const addForeign = async (day: string, replaced: object) => {
    const foreign = join(stored.folder, nameOn(day))
    await cp(join(stored.folder, nameOn('2026-11-26')), foreign, { recursive: true })
    await writeFile(join(foreign, 'manifest.json'), JSON.stringify({ ...manifest, ...replaced }))
  }
  await addForeign('2026-11-20', { instance: crypto.randomUUID() })
  await addForeign('2026-11-21', { instance: undefined, postgres: { ...manifest.postgres, createdAt: '2026-11-01 03:00:00' } })

  await stored.makeBackup(deps, '2026-11-27', { copies: 2 })
  const { deleted } = await stored.makeBackup(deps, '2026-11-28', { copies: 2 })

  expect(deleted).toEqual([nameOn('2026-11-26')])
  expect(await stored.target.listBackups()).toEqual(['2026-11-20', '2026-11-21', '2026-11-27', '2026-11-28'].map(nameOn))
  expect(await findBackupStatus(deps.db)).toEqual({
    newest: { name: nameOn('2026-11-28'), finishedAt: new Date('2026-11-28T03:17:00Z'), bytes: expect.any(Number) },
    error: undefined,
    check: undefined,
  })
})

it('makes and deletes nothing if the disk has too little space, says how much is missing, and reports it once a week', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using stored = await openTestTarget()
  const full = { copies: 1, minFreeBytes: undefined, readSpace: async () => ({ freeBytes: 2_000_000_100, totalBytes: 5e11 }) }
  const sentence = /has 2 GB free, too little for a back-up of about [\d.]+ (kB|MB) and the 2 GB that must stay free\. Nothing was made/

  await expect(stored.makeBackup(deps, '2026-11-01', { ...full, willRetry: true })).rejects.toThrow(sentence)
  expect(await countEmails(deps)).toBe(0)
  await stored.makeBackup(deps, '2026-11-02', { ...full, readSpace: async () => ({ freeBytes: 4e9, totalBytes: 5e11 }) })
  const countAfterFailure = async (day: string) => {
    await expect(stored.makeBackup(deps, day, full)).rejects.toThrow(sentence)
    return countEmails(deps)
  }
  expect([await countAfterFailure('2026-11-03'), await countAfterFailure('2026-11-04'), await countAfterFailure('2026-11-09')]).toEqual([
    1, 1, 1,
  ])
  expect(await countAfterFailure('2026-11-10')).toBe(2)
  await stored.makeBackup(deps, '2026-11-11', { copies: 2 })
  expect(await countAfterFailure('2026-11-12')).toBe(3)

  expect(await stored.target.listBackups()).toEqual([nameOn('2026-11-02'), nameOn('2026-11-11')])
  expect(await findBackupStatus(deps.db)).toMatchObject({ newest: { name: nameOn('2026-11-11') }, error: expect.stringMatching(sentence) })
})

it('deletes what a killed back-up left, but no back-up that was complete before the kill', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using stored = await openTestTarget()
  await using store = await openClickStore(deps.clickhouseUrl)
  await stored.makeBackup(deps, '2026-11-26')
  const killed = join(stored.folder, nameOn('2026-11-27'))
  await mkdir(join(killed, 'postgres'), { recursive: true })
  await writeFile(join(killed, 'postgres/public.links.copy.zst'), 'half a file')
  await runAsOwner(deps, async (owner) => {
    await owner.query('update backup_runs set finished_at = null, bytes = null')
    await updateBackupOfRun(owner, await insertRun(owner, 'backup', new Date('2026-11-27T03:17:00Z')), nameOn('2026-11-27'))
  })
  await store.commandOnAll(`CREATE TABLE ${store.toStoredName('clicks_frozen')}`, `AS ${store.toStoredName('clicks')}`)

  await stored.makeBackup(deps, '2026-11-28')

  const names = (await readdir(stored.folder)).filter((name) => name.startsWith('linkshelf-'))
  expect(names).toEqual([nameOn('2026-11-26'), nameOn('2026-11-28')])
  expect(await listFrozenTables(deps)).toEqual([])
  const { rows } = await runAsOwner(deps, (owner) => owner.query('select backup, error from backup_runs order by id'))
  expect(rows).toEqual([
    { backup: null, error: 'The process was killed.' },
    { backup: null, error: 'The process was killed.' },
    { backup: nameOn('2026-11-28'), error: null },
  ])
})

it.each(['while a file is written', 'between two files'])('leaves nothing if it is stopped %s, and is due again', async (moment) => {
  await using deps = await openTestDeps({ clicks: true })
  await using stored = await openTestTarget()
  const stop = new AbortController()
  const target: BackupTarget = {
    ...stored.target,
    async createBackup(takenAt) {
      const writer = await stored.target.createBackup(takenAt)
      return {
        ...writer,
        async writeFile(path, content) {
          const writing = writer.writeFile(path, content)
          if (moment === 'between two files') await writing
          if (path.includes('links')) stop.abort(new Error('Stopped'))
          return writing
        },
      }
    },
  }

  await expect(stored.makeBackup(deps, '2026-11-28', { target, signal: stop.signal })).rejects.toThrow('Stopped')

  expect(await readdir(stored.folder)).toEqual([])
  expect(await listFrozenTables(deps)).toEqual([])
  const { rowCount } = await runAsOwner(deps, (owner) => owner.query('select from backup_runs'))
  expect([rowCount, await countEmails(deps)]).toEqual([0, 0])
})

it.each([
  ['clicks', 7_235_022],
  ['runs', 7_235_024],
])('does not complete a back-up that lost the lock of %s', async (_lock, key) => {
  await using deps = await openTestDeps({ clicks: true })
  await using stored = await openTestTarget()
  const endHolder = `select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and objid = $1 and database = (select oid from pg_database where datname = current_database())`
  const target: BackupTarget = {
    ...stored.target,
    async createBackup(takenAt) {
      const writer = await stored.target.createBackup(takenAt)
      return {
        ...writer,
        async writeFile(path, content) {
          if (path.includes('links')) await runAsOwner(deps, (owner) => owner.query(endHolder, [key]))
          return writer.writeFile(path, content)
        },
      }
    },
  }

  await expect(stored.makeBackup(deps, '2026-11-28', { target })).rejects.toThrow(/connection/i)

  expect(await stored.target.listBackups()).toEqual([])
  const { rows } = await runAsOwner(deps, (owner) => owner.query('select bytes, error is not null as failed from backup_runs'))
  expect(rows).toEqual([{ bytes: null, failed: true }])
})

it('says that the back-up is complete if only old back-ups can not be deleted', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using stored = await openTestTarget()
  await stored.makeBackup(deps, '2026-11-26')
  const target: BackupTarget = { ...stored.target, deleteBackup: () => Promise.reject(new Error('access denied')) }
  const message = `The back-up is complete, but the old back-up ${nameOn('2026-11-26')} can't be deleted: access denied`

  await expect(stored.makeBackup(deps, '2026-11-27', { target, copies: 1 })).rejects.toThrow(message)

  expect(await findBackupStatus(deps.db)).toMatchObject({ newest: { name: nameOn('2026-11-27') }, error: message })
  expect(await countEmails(deps)).toBe(1)
})

it('says that the back-up is complete if only the lists can not be updated, and deletes old back-ups', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using stored = await openTestTarget()
  await stored.makeBackup(deps, '2026-11-26')
  const target: BackupTarget = { ...stored.target, writeText: () => Promise.reject(new Error('access denied')) }
  const message = "The back-up is complete, but the lists next to it can't be updated: access denied"

  await expect(stored.makeBackup(deps, '2026-11-27', { target, copies: 1 })).rejects.toThrow(message)

  expect(await stored.target.listBackups()).toEqual([nameOn('2026-11-27')])
  expect(await findBackupStatus(deps.db)).toMatchObject({ newest: { name: nameOn('2026-11-27') }, error: message })
})

it('does not begin while another back-up runs, and names the instance in each back-up', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using stored = await openTestTarget()
  const outcomes = await Promise.allSettled([stored.makeBackup(deps, '2026-11-26'), stored.makeBackup(deps, '2026-11-27')])

  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const [failed] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))
  expect(failed).toContain('Another back-up to BACKUP_TARGET or a check is running.')
  const [name] = await stored.target.listBackups()
  const manifest = JSON.parse(await readFile(join(stored.folder, name ?? '', 'manifest.json'), 'utf8'))
  const { rows } = await runAsOwner(deps, (owner) => owner.query('select id as instance from instance_identity'))
  expect(rows).toEqual([{ instance: manifest.instance }])
})
