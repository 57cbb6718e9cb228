import { expect, it } from 'vitest'
import { aPlainDatabase, migrateUntil, runStatements, selectRows } from '../../test/databases/plain-database.ts'
import { prepareDatabase } from '../databases/database.ts'

const [mia, lamps, store] = [1, 2, 3].map((nth) => `01900000-0000-7000-8000-00000000000${nth}`)

const rowsOfOldVersion = `
  insert into organizations (id, name) values ('${mia}', 'Mia');
  insert into projects (id, organization_id, name, description) values ('${lamps}', '${mia}', 'Lamps', '');
  insert into stores (id, organization_id, project_id, name, handle, main_color, secondary_color, layout, is_active, created_at)
    values ('${store}', '${mia}', '${lamps}', 'Lamps', 'lamps', '#000000', '#000000', 'left', true, now());`

it('sets no theme and no fonts for a store of an earlier version, and accepts a new layout for it', async () => {
  await using database = await aPlainDatabase()
  await migrateUntil(database.url, '0600')
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

  const look = 'select layout, theme, heading_font, text_font from stores'
  expect(await selectRows(database.url, inScope, look)).toEqual([{ layout: 'left', theme: 'plain', heading_font: null, text_font: null }])
  await runStatements(database.url, createTriggerStatement('disable'), ...inScope, `update stores set layout = 'magazine'`, 'reset role')
  expect(await selectRows(database.url, inScope, 'select layout from stores')).toEqual([{ layout: 'magazine' }])
})
