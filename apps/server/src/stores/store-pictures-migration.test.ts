import { expect, it } from 'vitest'
import { aPlainDatabase, migrateUntil, runStatements, selectRows } from '../../test/databases/plain-database.ts'
import { prepareDatabase } from '../databases/database.ts'

const [mia, lamps, store] = [1, 2, 3].map((nth) => `01900000-0000-7000-8000-00000000000${nth}`)

const rowsOfOldVersion = `
  insert into organizations (id, name) values ('${mia}', 'Mia');
  insert into projects (id, organization_id, name, description) values ('${lamps}', '${mia}', 'Lamps', '');
  insert into stores (id, organization_id, project_id, name, handle, main_color, secondary_color, layout, is_active, created_at)
    values ('${store}', '${mia}', '${lamps}', 'Lamps', 'lamps', '#000000', '#000000', 'grid', true, now());`

it("does not crop the pictures of an earlier version's store, and sets its language to English", async () => {
  await using database = await aPlainDatabase()
  await migrateUntil(database.url, '0558')
  const inScope = ['set role linkshelf_app', `select set_config('linkshelf.organization_id', '${mia}', false)`]
  // The triggers would enqueue jobs that draw the pictures of pages, but a later migration creates the tables of jobs.
  // So the triggers are disabled.
  const createTriggerStatement = (state: string) => `alter table stores ${state} trigger user`
  await runStatements(
    database.url,
    createTriggerStatement('disable'),
    ...inScope,
    rowsOfOldVersion,
    'reset role',
    createTriggerStatement('enable'),
  )

  await prepareDatabase(database.url, { api: database.apiUrl })

  expect(await selectRows(database.url, inScope, 'select picture_ratio, language from stores')).toEqual([
    { picture_ratio: 'whole', language: 'en' },
  ])
})
