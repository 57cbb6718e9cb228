import { mkdir, mkdtempDisposable, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import pg from 'pg'
import { afterEach, expect, inject, it, vi } from 'vitest'
import { aLabel, aLink, anApiKey, aProject, aStore } from '../../test/builders/builders.ts'
import { aClick, aPageView } from '../../test/builders/click-builder.ts'
import { createEmptyStores, type EmptyStores } from '../../test/databases/create-empty-stores.ts'
import { prepareWithAccounts } from '../../test/databases/prepare-with-accounts.ts'
import { openS3Server, s3Bucket } from '../../test/open-s3-server.ts'
import { openShippedJournal } from '../../test/open-shipped-journal.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { readAllClickTables } from '../../test/read-all-click-tables.ts'
import { recordClicks, recordViews } from '../../test/record-clicks.ts'
import { updateDailyRollups } from '../analytics/rollups/update-daily-rollups.ts'
import { ClickMoveError, type ClickStore, copyJournals, guardClickWrites, openClickStore } from '../clicks/index.ts'
import { clickhouseFolder, postgresFolder } from '../databases/newer-databases.ts'
import { openClickHouse } from '../platform/clickhouse/clickhouse.ts'
import { createBackup, openBackup, openBackupTarget, restoreBackup } from './index.ts'
import { assertRestoreEnded } from './migrate.ts'
import { omittedTables } from './omitted-tables.ts'

async function runSql<Row>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** Returns the rows of every copied table as text, by table, without the numbers of transactions. */
async function readAllTables(databaseUrl: string): Promise<Record<string, string[]>> {
  const tables = await runSql<{ name: string }>(
    databaseUrl,
    "select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'graphile_worker')",
  )
  const contents: Record<string, string[]> = {}
  for (const { name } of tables.filter((table) => !omittedTables.has(table.name))) {
    const rows = await runSql<{ row: string }>(databaseUrl, `select (to_jsonb(t) - 'recorded_in')::text as row from ${name} t order by 1`)
    contents[name] = rows.map(({ row }) => row)
  }
  return contents
}

async function listStagingTables({ clickhouse }: TestDeps): Promise<unknown[]> {
  const query = "SELECT name FROM system.tables WHERE database = currentDatabase() AND name LIKE '%frozen%'"
  return (await clickhouse.query({ query, format: 'JSONEachRow' })).json()
}

afterEach(() => {
  vi.unstubAllEnvs()
})

const folders = { postgresFolder, clickhouseFolder }

async function backUp(deps: TestDeps, target: string) {
  await using store = await openClickStore(deps.clickhouseUrl)
  const { databaseUrl, clickhouseUrl, clock } = deps
  return createBackup({ databaseUrl, clickhouseUrl, store, target: openBackupTarget(target), clock })
}

function restore(location: string, { databaseUrl, clickhouseUrl }: EmptyStores) {
  return restoreBackup({ backup: openBackup(location), databaseUrl, clickhouseUrl, cluster: inject('clickhouseCluster'), ...folders })
}

/** Adds rows to every click table and to some tables of a project. */
async function fillStores(deps: TestDeps): Promise<void> {
  const ctx = await aProject(deps)
  const linkId = (await aLink(deps, ctx)).url_id
  await aStore(deps, ctx)
  await aLabel(deps, ctx)
  await anApiKey(deps, ctx)
  const [today, lastMonth] = [Date.now(), Date.now() - 33 * 86_400_000]
  for (const at of [today, lastMonth]) {
    await recordClicks(deps, ctx, [
      { at, linkId, utmTerm: "a\tb\\'\n" },
      { at, isBot: true },
      { at, isScan: true, productId: deps.ids.next() },
    ])
    await recordViews(deps, ctx, [{ at }, { at, productId: deps.ids.next() }])
  }
  await updateDailyRollups(deps, 365)
}

async function readClickTables(url: string): Promise<Record<string, unknown[]>> {
  const client = openClickHouse(url)
  try {
    return await readAllClickTables(client)
  } finally {
    await client.close()
  }
}

it('restores every row of both databases as they were when the back-up began, the roles and row-level security', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using target = await mkdtempDisposable(join(tmpdir(), 'linkshelf-backup-'))
  await fillStores(deps)
  const contents = { tables: await readAllTables(deps.databaseUrl), clicks: await readAllClickTables(deps.clickhouse) }

  const { location } = await backUp(deps, target.path)
  await fillStores(deps)
  await using stores = await createEmptyStores()
  await restore(location, stores)

  expect(await readAllTables(stores.databaseUrl)).toEqual(contents.tables)
  expect(await readClickTables(stores.clickhouseUrl)).toEqual(contents.clicks)
  expect(await listStagingTables(deps)).toEqual([])
  const accounts = await prepareWithAccounts(stores.databaseUrl)
  expect(await runSql(accounts.api, 'select id from organizations')).toEqual([])
  expect(await runSql(stores.databaseUrl, 'select id from organizations')).toHaveLength(1)
  await expect(runSql(accounts.edge, 'select * from users')).rejects.toThrow('permission denied')
})

it('includes all clicks that were stored before the back-up, and continues to store clicks during it', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using target = await mkdtempDisposable(join(tmpdir(), 'linkshelf-backup-'))
  const ctx = await aProject(deps)
  const guarded = { ...deps, clickhouse: guardClickWrites(deps.clickhouse, deps.shipDb) }
  await using store = await openClickStore(deps.clickhouseUrl)
  let [stored, isRunning] = [0, true]
  const recording = (async () => {
    while (isRunning) {
      const isStored = await recordClicks(guarded, ctx, [{ at: Date.now() }]).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ClickMoveError) return false
          throw error
        },
      )
      if (isStored) stored += 1
    }
  })()
  await expect.poll(() => stored).toBeGreaterThan(1)
  const storedBefore = stored

  const { manifest } = await backUp(deps, target.path)
  const storedAfter = stored
  await expect.poll(() => stored).toBeGreaterThan(storedAfter)
  isRunning = false
  await recording

  const countRows = (table: string) => sum(manifest.clickhouse.partitions.filter((partition) => partition.table === table))
  expect(countRows('clicks')).toBeGreaterThanOrEqual(storedBefore)
  expect(countRows('clicks')).toBeLessThanOrEqual(storedAfter)
  expect(await store.select('SELECT toUInt32(count()) AS rows FROM clicks')).toEqual([{ rows: stored }])
})

function sum(partitions: readonly { rows: number }[]): number {
  return partitions.reduce((total, { rows }) => total + rows, 0)
}

it('rejects a damaged back-up, lets nothing start, and can be repeated with the undamaged back-up', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using target = await mkdtempDisposable(join(tmpdir(), 'linkshelf-backup-'))
  await using stores = await createEmptyStores()
  await fillStores(deps)
  const { location } = await backUp(deps, target.path)
  const file = join(location, 'postgres/public.links.copy.zst')
  const bytes = await readFile(file)

  // PostgreSQL rejects the first row, long before the end of the file.
  await writeFile(file, zstdCompressSync('changed\n'.repeat(1_000_000)))
  await expect(restore(location, stores)).rejects.toThrow(`${file} differs from the manifest: the back-up is damaged.`)
  await expect(assertRestoreEnded(stores.databaseUrl)).rejects.toThrow('did not end: run `linkshelf restore` with this back-up again.')
  await rm(file)
  await expect(restore(location, stores)).rejects.toThrow(`${file} can't be read`)
  await writeFile(file, bytes)
  await restore(location, stores)

  await assertRestoreEnded(stores.databaseUrl)
  expect(await readAllTables(stores.databaseUrl)).toEqual(await readAllTables(deps.databaseUrl))
  await expect(restore(location, stores)).rejects.toThrow('The database has tables: restore into an empty data folder')
})

it('changes nothing if the clicks would be restored into a ClickHouse that has tables', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using target = await mkdtempDisposable(join(tmpdir(), 'linkshelf-backup-'))
  await using stores = await createEmptyStores()
  const { location } = await backUp(deps, target.path)

  await expect(
    restoreBackup({
      backup: openBackup(location),
      ...stores,
      clickhouseUrl: deps.clickhouseUrl,
      cluster: inject('clickhouseCluster'),
      ...folders,
    }),
  ).rejects.toThrow('ClickHouse has tables')
  expect(await runSql(stores.databaseUrl, "select tablename from pg_tables where schemaname = 'public'")).toEqual([])
})

it('deletes what a failed back-up has written', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using target = await mkdtempDisposable(join(tmpdir(), 'linkshelf-backup-'))
  await using store = await openClickStore(deps.clickhouseUrl)
  await fillStores(deps)
  const { databaseUrl, clickhouseUrl, clock } = deps
  const readsNoRows: ClickStore = {
    ...store,
    select: (query, params) => (query.includes('count()') ? Promise.reject(new Error('socket hang up')) : store.select(query, params)),
  }

  const backup = createBackup({
    databaseUrl,
    clickhouseUrl,
    store: readsNoRows,
    target: openBackupTarget(target.path),
    clock,
  })

  await expect(backup).rejects.toThrow('socket hang up')
  expect(await readdir(target.path)).toEqual([])
  expect(await listStagingTables(deps)).toEqual([])
})

it('makes no back-up while the databases are migrated', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using target = await mkdtempDisposable(join(tmpdir(), 'linkshelf-backup-'))
  await using store = await openClickStore(deps.clickhouseUrl)
  const { databaseUrl, clickhouseUrl, clock } = deps
  const onBegin = async () => {
    await runSql(databaseUrl, "insert into schema_migrations (name) values ('9999_next.sql')")
  }

  const backup = createBackup({ databaseUrl, clickhouseUrl, store, target: openBackupTarget(target.path), clock, onBegin })

  await expect(backup).rejects.toThrow('Try again after the upgrade.')
  expect(await readdir(target.path)).toEqual([])
  expect(await listStagingTables(deps)).toEqual([])
})

it('stores a back-up in a bucket, restores it, and leaves nothing if a request fails', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using server = await openS3Server()
  await using stores = await createEmptyStores()
  for (const [name, value] of Object.entries(server.environment)) vi.stubEnv(name, value)
  await fillStores(deps)
  const target = `s3://${s3Bucket}/nightly`

  server.findFault = ({ key }) => (key.includes('/clickhouse/page_views') ? 'refuse' : undefined)
  await expect(backUp(deps, target)).rejects.toThrow('the key of AWS_ACCESS_KEY_ID needs the permissions')
  expect([...server.objects.keys()]).toEqual([])
  expect(await listStagingTables(deps)).toEqual([])
  server.findFault = () => undefined
  const { location, manifest } = await backUp(deps, target)
  expect(await restore(location, stores)).toMatchObject({ manifest })

  expect(await readAllTables(stores.databaseUrl)).toEqual(await readAllTables(deps.databaseUrl))
  expect(await readClickTables(stores.clickhouseUrl)).toEqual(await readAllClickTables(deps.clickhouse))
})

it('does not accept a back-up that was interrupted, is damaged, or was made by a newer release', async () => {
  await using target = await mkdtempDisposable(join(tmpdir(), 'linkshelf-backup-'))
  await using stores = await createEmptyStores()
  const interrupted = join(target.path, 'linkshelf-2026-11-28T03-00-00Z')
  await mkdir(interrupted)
  const complete = join(target.path, 'linkshelf-2026-11-27T03-00-00Z')
  await mkdir(complete)
  await writeFile(join(complete, 'manifest.json'), '{"format": 1}')

  await expect(restore(interrupted, stores)).rejects.toThrow('is not a complete back-up. Name the back-up that')
  await expect(restore(target.path, stores)).rejects.toThrow(`Name one of its back-ups, for example ${complete}.`)
  await expect(restore(complete, stores)).rejects.toThrow("manifest.json can't be read: the back-up is damaged.")
  await writeFile(join(complete, 'manifest.json'), '{"format": 2}')
  await expect(restore(complete, stores)).rejects.toThrow('A newer release wrote')
})

it('counts each click of the old journal once, although the back-up has some of them', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using target = await mkdtempDisposable(join(tmpdir(), 'linkshelf-backup-'))
  await using stores = await createEmptyStores()
  await using journal = await openShippedJournal(deps)
  for (const record of [aClick(), aClick(), aPageView()]) await journal.append(record)
  await journal.ship(deps.clickhouse)
  await restore((await backUp(deps, target.path)).location, stores)
  await journal.append(aClick())

  const clickhouse = openClickHouse(stores.clickhouseUrl)
  await using restored = await openShippedJournal(deps)
  expect(await copyJournals(journal.journalsFolder, restored.journalsFolder)).toBeGreaterThan(0)
  await restored.ship(clickhouse)

  const { clicks, page_views: views } = await readAllClickTables(clickhouse)
  expect([clicks?.length, views?.length]).toEqual([3, 1])
  await clickhouse.close()
})

/** Columns of copied tables whose names sound like secrets, and why a back-up may contain them. */
const copiedSecrets: Record<string, string> = {
  'domains.token': 'is in the public DNS',
  'earnings.transaction_key': 'identifies a sale',
  'email_changes.session_uid': 'names a session, and signs nobody in',
  'picture_tasks.key': 'identifies a picture',
  'postback_addresses.secret': 'networks would have to be told a new address',
  'trial_address_key.key': 'protects hashes in the same back-up',
  'unsubscribe_key.key': 'sent emails would have dead links',
  'user_passkeys.public_key': 'verifies a passkey, and signs nobody in',
  'user_totp.secret': 'encrypted with IDENTITY_SECRET, and users need their keys after a restore',
  'users.password_hash': 'a hash',
}

it('omits the secrets of visitors, sessions and connections', async () => {
  await using deps = await openTestDeps()
  const columns = await runSql<{ name: string; table: string }>(
    deps.databaseUrl,
    `select table_name || '.' || column_name as name, 'public.' || table_name as table from information_schema.columns
     where table_schema = 'public' and column_name ~ '(secret|token|password|salt|verifier|session|(^|_)key$)' order by 1`,
  )
  const copied = columns.filter(({ table }) => !omittedTables.has(table)).map(({ name }) => name)
  expect(copied).toEqual(Object.keys(copiedSecrets))
})

it('copies no table that refers to an omitted table', async () => {
  await using deps = await openTestDeps()
  const references = await runSql<{ from: string; to: string }>(
    deps.databaseUrl,
    `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f'`,
  )
  expect(references.length).toBeGreaterThan(10)
  const isOmitted = (table: string) => omittedTables.has(`public.${table}`)
  expect(references.filter(({ from, to }) => !isOmitted(from) && isOmitted(to))).toEqual([])
})
