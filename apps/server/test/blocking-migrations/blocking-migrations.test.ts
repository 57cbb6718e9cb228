import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { postgresFolder } from '../../src/databases/newer-databases.ts'
import { aPlainDatabase, migrateUntil } from '../databases/plain-database.ts'
import { takePostgresDatabase } from '../databases/postgres-databases.ts'
import { queryAsOwner, runAsOwner } from '../databases/run-as-owner.ts'
import { findBlockingStatements } from './find-blocking-statements.ts'
import { smallTables } from './small-tables.ts'

/** Earlier files are not tested. They are applied, and the operations manual lists which of them block writes. */
const firstTested = '0750'

it('has no migration that blocks writes while it reads a large table', async () => {
  await using database = await aPlainDatabase()
  await migrateUntil(database.url, firstTested)
  const blocking: Record<string, string[]> = {}
  await runAsOwner({ databaseUrl: database.url }, async (owner) => {
    for (const name of (await readdir(postgresFolder)).filter((file) => file >= firstTested).sort()) {
      const found = await findBlockingStatements(owner, await readFile(join(postgresFolder, name), 'utf8'))
      if (found.length > 0) blocking[name] = found
    }
  })
  expect(blocking).toEqual({})
})

it('finds statements that block writes while they read a large table, and only these', async () => {
  await using database = await takePostgresDatabase()
  const find = (sql: string) => runAsOwner({ databaseUrl: database.url }, (owner) => findBlockingStatements(owner, sql))
  const outside = '-- outside a transaction\n'
  for (const sql of [
    'create index a_idx on links (target)',
    'alter table links alter column brand_logo type int using 1',
    'alter table links add column a uuid default gen_random_uuid()',
    "alter table links add constraint a_check check (target <> 'a')",
    'alter table links add column b text; alter table links alter column b set not null',
    'alter table links add column c uuid; alter table links add foreign key (c) references projects (id)',
    "update links set target = 'a'",
    'alter table links no force row level security; create table copies as select id from links; alter table links force row level security',
    `${outside}update links set target = 'a'`,
    `${outside}do $$ begin update links set target = 'a'; end $$`,
  ])
    expect.soft(await find(sql), sql).toEqual([expect.stringContaining('reads links with ')])
  for (const sql of [
    'create table lamps (id uuid, link_id uuid references links (id)); create index on lamps (id); update lamps set id = null',
    'alter table links add column d text, add column e int not null default 0',
    "alter table links add constraint b_check check (target <> 'a') not valid",
    'alter table links validate constraint b_check',
    'create index labels_a_idx on labels (name); update labels set name = name',
    `${outside}create index concurrently if not exists b_idx on links (target); drop index concurrently if exists b_idx`,
    `${outside}alter table links no force row level security; alter table links force row level security`,
    `${outside}do $$ begin loop
      update links set target = 'b' where id in (select id from links where target = 'a' limit 1000);
      exit when not found;
      commit;
    end loop; end $$`,
  ])
    expect.soft(await find(sql), sql).toEqual([])
})

it('lists only small tables that exist', async () => {
  await using database = await takePostgresDatabase()
  const tables = await queryAsOwner<{ name: string }>(
    { databaseUrl: database.url },
    "select tablename as name from pg_tables where schemaname = 'public'",
  )
  const names = tables.map(({ name }) => name)
  expect(smallTables.filter((table) => !names.includes(table))).toEqual([])
})
