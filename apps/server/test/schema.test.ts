import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { describeClickHouse } from '../../../harness/schema/describe-clickhouse.ts'
import { describePostgres } from '../../../harness/schema/describe-postgres.ts'
import { findOutdatedFiles } from '../../../harness/schema/schema-files.ts'
import { normalizeSql, wrapSql } from '../../../harness/schema/sql-text.ts'
import { takeClickHouseDatabase } from './databases/clickhouse-databases.ts'
import { takePostgresDatabase } from './databases/postgres-databases.ts'

const advice = 'These files of apps/server/schema are not what the migrations make. Write them again with: npm run schema'

it('describes the PostgreSQL tables as the migrations create them, and rejects objects that no file would show', async () => {
  await using database = await takePostgresDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const files = await describePostgres(client)
    expect(findOutdatedFiles('postgres', files), advice).toEqual([])

    await client.query('begin; create table lamps (id uuid); alter table labels drop column name; drop table throttles')
    const changed = await describePostgres(client)
    const outdated = ['postgres/tables/labels.sql', 'postgres/tables/lamps.sql', 'postgres/tables/throttles.sql']
    expect(findOutdatedFiles('postgres', changed)).toEqual(outdated)
    await client.query('create view lit_lamps as select from lamps')
    await expect(describePostgres(client)).rejects.toThrow('does not read: view lit_lamps')
    await client.query('rollback')
  } finally {
    await client.end()
  }
})

it.runIf(inject('isClickhouseEmbedded'))('describes the ClickHouse tables as the migrations create them', async () => {
  await using database = await takeClickHouseDatabase()
  expect(findOutdatedFiles('clickhouse', await describeClickHouse(database.client)), advice).toEqual([])
})

it.each([
  ["CHECK (name = 'NEW public.x'::text AND kind <> ''::text)", "check (name = 'NEW public.x' and kind <> '')"],
  [`DEFAULT '{}'::text[] COLLATE "C"`, `default '{}'::text[] collate "C"`],
  ['FUNCTION public.find_it(at timestamp with time zone)', 'function find_it(at timestamptz)'],
])('writes %s in the style of the migrations, without changing literals', (catalog, written) => {
  expect(normalizeSql(catalog)).toBe(written)
})

it('breaks long lines before clauses and after commas, but never inside a literal', () => {
  const text = 'or a, b where c '.repeat(9).trim()
  expect(wrapSql(`create index labels_name_idx on labels (name, '${text}') where name <> '${text}' and id is null;`).split('\n')).toEqual([
    'create index labels_name_idx on labels (name,',
    `  '${text}')`,
    `  where name <> '${text}'`,
    '    and id is null;',
  ])
})
