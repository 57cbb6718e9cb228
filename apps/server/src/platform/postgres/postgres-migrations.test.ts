import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { queryAsOwner, runAsOwner } from '../../../test/databases/run-as-owner.ts'
import { StartError } from '../process/start-error.ts'
import { migratePostgres } from './postgres-migrations.ts'

const migrateFolder = fileURLToPath(new URL('../../../test/databases/migrate-folder.ts', import.meta.url))

const lamps = 'create table lamps (id int, name text); insert into lamps select n, n::text from generate_series(1, 1000) as n;'
const buildIndex = '-- outside a transaction\ncreate index concurrently if not exists lamps_name_idx on lamps (name);\n'

interface Folder extends AsyncDisposable {
  databaseUrl: string
  folder: string
  /** Runs one query on a connection of its own. */
  query(text: string): Promise<Record<string, unknown>[]>
  /** Begins a transaction that has written to `lamps`. Returns a function that commits the transaction. */
  openWriter(): Promise<() => Promise<void>>
}

/** Creates an empty database and a folder with these migrations. */
async function aFolder(files: Record<string, string>): Promise<Folder> {
  const name = `migrations_${randomBytes(6).toString('hex')}`
  const server = { databaseUrl: inject('databaseServerUrl') }
  await queryAsOwner(server, `create database ${name}`)
  const databaseUrl = Object.assign(new URL(server.databaseUrl), { pathname: `/${name}` }).href
  const folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-migrations-'))
  await Promise.all(Object.entries(files).map(([file, sql]) => writeFile(join(folder.path, file), sql)))
  return {
    databaseUrl,
    folder: folder.path,
    query: (text) => queryAsOwner({ databaseUrl }, text),
    async openWriter() {
      const writer = new pg.Client({ connectionString: databaseUrl })
      await writer.connect()
      await writer.query("begin; insert into lamps values (0, 'open')")
      return async () => {
        await writer.query('commit')
        await writer.end()
      }
    },
    async [Symbol.asyncDispose]() {
      await folder.remove()
      await queryAsOwner(server, `drop database ${name} with (force)`)
    },
  }
}

const selectBuilding = `
  select from pg_stat_activity
  where datname = current_database() and query like '%create index concurrently%' and state = 'active' and pid <> pg_backend_pid()`
const selectIndex = "select indisvalid from pg_index where indexrelid = to_regclass('lamps_name_idx')"

it('builds an index outside a transaction while others write', async () => {
  await using database = await aFolder({ '0001_lamps.sql': lamps })
  await migratePostgres(database.databaseUrl, database.folder)
  const commit = await database.openWriter()
  await writeFile(join(database.folder, '0002_index.sql'), buildIndex)

  const migrated = migratePostgres(database.databaseUrl, database.folder)
  await expect.poll(() => database.query(selectBuilding)).toHaveLength(1)
  await database.query("insert into lamps values (1001, 'added while the index is built')")
  expect(await database.query(selectBuilding)).toHaveLength(1)
  await commit()
  await migrated

  expect(await database.query(selectIndex)).toEqual([{ indisvalid: true }])
  expect(await database.query('select name from schema_migrations order by name')).toEqual([
    { name: '0001_lamps.sql' },
    { name: '0002_index.sql' },
  ])
})

it('ends the session of a killed process, and repairs the index that it was building', async () => {
  await using database = await aFolder({ '0001_lamps.sql': lamps })
  await migratePostgres(database.databaseUrl, database.folder)
  const commit = await database.openWriter()
  await writeFile(join(database.folder, '0002_index.sql'), buildIndex)

  const child = spawn(process.execPath, [migrateFolder, database.databaseUrl, database.folder], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  await expect.poll(() => database.query(selectBuilding)).toHaveLength(1)
  child.kill('SIGKILL')
  await ended
  // The writer is still open, so the statement would continue without its process.
  await expect.poll(() => database.query(selectBuilding)).toHaveLength(0)
  expect(await database.query(selectIndex)).toEqual([{ indisvalid: false }])

  await commit()
  await migratePostgres(database.databaseUrl, database.folder)
  expect(await database.query(selectIndex)).toEqual([{ indisvalid: true }])
})

it('builds an index once if two processes migrate at once', async () => {
  await using database = await aFolder({ '0001_lamps.sql': lamps, '0002_index.sql': buildIndex })
  await Promise.all([1, 2].map(() => migratePostgres(database.databaseUrl, database.folder)))
  expect(await database.query(selectIndex)).toEqual([{ indisvalid: true }])
})

it('lets others write between its attempts to get a strong lock', async () => {
  await using database = await aFolder({ '0001_lamps.sql': lamps })
  await migratePostgres(database.databaseUrl, database.folder)
  const commit = await database.openWriter()
  await writeFile(join(database.folder, '0002_column.sql'), 'alter table lamps add column watts int')

  const waits = { lockTimeoutMs: 200, pauseMs: 100, patienceMs: Number.POSITIVE_INFINITY }
  const migrated = migratePostgres(database.databaseUrl, database.folder, undefined, waits)
  const waiting = "select from pg_locks where relation = 'lamps'::regclass and mode = 'AccessExclusiveLock' and not granted"
  await expect.poll(() => database.query(waiting)).toHaveLength(1)
  await database.query("insert into lamps values (1001, 'added before the migration')")
  await commit()
  await migrated

  expect(await database.query('select watts from lamps where id = 1001')).toEqual([{ watts: null }])
})

it.each([
  ['in a transaction', 'alter table lamps add column watts int'],
  ['outside a transaction', '-- outside a transaction\nalter table lamps add column if not exists watts int'],
])('names the session that holds a lock for too long, and changes nothing, %s', async (_where, sql) => {
  await using database = await aFolder({ '0001_lamps.sql': lamps })
  await migratePostgres(database.databaseUrl, database.folder)
  const commit = await database.openWriter()
  await writeFile(join(database.folder, '0002_column.sql'), sql)

  const waits = { lockTimeoutMs: 10, pauseMs: 1, patienceMs: 0 }
  const failed = await migratePostgres(database.databaseUrl, database.folder, undefined, waits).catch((error: unknown) => error)
  const [{ pid }] = (await database.query(
    "select pid from pg_stat_activity where state = 'idle in transaction' and datname = current_database()",
  )) as [{ pid: number }]
  expect(failed).toBeInstanceOf(StartError)
  expect((failed as StartError).message).toMatch(
    new RegExp(
      `^Migration 0002_column.sql waits for a lock that another session holds; the oldest open transaction is that of process ${pid} of linkshelf, since [-:\\d ]+ UTC. End that session and run this again.$`,
    ),
  )
  await commit()
  expect(await database.query('select name from schema_migrations')).toEqual([{ name: '0001_lamps.sql' }])
})

it.each([
  'create index if not exists lamps_name_idx on lamps (name)',
  'create index concurrently lamps_name_idx on lamps (name)',
  'drop index concurrently lamps_name_idx',
  'alter table lamps add column watts int',
  "insert into lamps values (1, 'lamp')",
])('rejects a file outside a transaction with a statement that is not repeatable: %s', async (statement) => {
  await using database = await aFolder({ '0001_lamps.sql': lamps })
  await migratePostgres(database.databaseUrl, database.folder)
  await writeFile(join(database.folder, '0002_more.sql'), `-- outside a transaction\ndelete from lamps; ${statement};`)

  await expect(migratePostgres(database.databaseUrl, database.folder)).rejects.toThrow(
    "Migration 0002_more.sql failed: it has a statement that can't be repeated",
  )
  expect(await database.query('select count(*)::int as lamps from lamps')).toEqual([{ lamps: 1000 }])
})

it('continues an interrupted file outside a transaction from its first statement', async () => {
  await using database = await aFolder({ '0001_lamps.sql': lamps })
  const sql = (statement: string) =>
    `-- outside a transaction\ndelete from lamps where id = 1; ${statement}; delete from lamps where id = 3;`
  await writeFile(join(database.folder, '0002_more.sql'), sql('update lamps set watts = 1'))
  await expect(migratePostgres(database.databaseUrl, database.folder)).rejects.toThrow('column "watts" of relation "lamps" does not exist')
  expect(await database.query('select count(*)::int as lamps from lamps')).toEqual([{ lamps: 999 }])

  await writeFile(join(database.folder, '0002_more.sql'), sql('delete from lamps where id = 2'))
  await migratePostgres(database.databaseUrl, database.folder)
  expect(await database.query('select count(*)::int as lamps from lamps')).toEqual([{ lamps: 997 }])
})

it('works with the rights of an owner who is no superuser', async () => {
  await using database = await aFolder({ '0001_lamps.sql': lamps, '0002_index.sql': buildIndex })
  const role = `owner_${randomBytes(6).toString('hex')}`
  const name = new URL(database.databaseUrl).pathname.slice(1)
  await runAsOwner(database, async (owner) => {
    await owner.query(`create role ${role} login password 'otters'; alter database ${name} owner to ${role}`)
  })
  const databaseUrl = Object.assign(new URL(database.databaseUrl), { username: role, password: 'otters' }).href

  await migratePostgres(databaseUrl, database.folder)

  expect(await database.query(selectIndex)).toEqual([{ indisvalid: true }])
  await database.query(`reassign owned by ${role} to linkshelf; drop owned by ${role}; drop role ${role}`)
})
