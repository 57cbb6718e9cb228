import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findEditedMigrations, findNewerMigrations, hashStatements, readMigration, release } from './migration-files.ts'

const name = '0001_first.sql'

async function aFolder(sql: string) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-migrations-'))
  await writeFile(join(folder.path, name), sql)
  return folder
}

it.each([
  ['select 1;\n', null],
  ['-- A comment of its own.\n-- harmless to 0.0.9\nselect 1;\n', '0.0.9'],
])('reads the marker of %j', async (sql, harmlessTo) => {
  await using folder = await aFolder(sql)
  expect(await readMigration(folder.path, name)).toEqual({ name, sql, harmlessTo, checksum: hashStatements(sql) })
})

it.each(['-- harmless to the previous release', '-- harmless to 0.0', `-- harmless to ${release}`])('rejects %j', async (sql) => {
  await using folder = await aFolder(sql)
  await expect(readMigration(folder.path, name)).rejects.toThrow(`has to say "-- harmless to" and the version before ${release}.`)
})

it('finds applied migrations that have no file, except migrations that are harmless to this release', async () => {
  await using folder = await aFolder('select 1')
  const applied = [
    { name },
    { name: '0002_unmarked.sql' },
    { name: '0003_null.sql', harmless_to: null },
    { name: '0004_harmless.sql', harmless_to: release },
    { name: '0005_harmless_to_another.sql', harmless_to: '0.0.9' },
  ]
  expect(await findNewerMigrations(applied, folder.path)).toEqual(['0002_unmarked.sql', '0003_null.sql', '0005_harmless_to_another.sql'])
})

it('finds applied migrations whose statements have changed, and ignores comments and migrations without a checksum', async () => {
  const applied = [{ name, checksum: hashStatements('-- Before.\nselect 1;\nselect 2; -- two') }]
  const listEdited = async (sql: string, rows: Parameters<typeof findEditedMigrations>[0] = applied) => {
    await using folder = await aFolder(sql)
    return findEditedMigrations(rows, folder.path)
  }
  expect(await listEdited('-- After.\n\nselect 1;\nselect 2;\n')).toEqual([])
  expect(await listEdited('select 1;\nselect 3;\n')).toEqual([name])
  const unknown = [{ name: '0002_later.sql', checksum: 'a' }, { name }, { name, checksum: null }, { name, checksum: '' }]
  expect(await listEdited('select 3', unknown)).toEqual([])
})
