import { expect, it } from 'vitest'
import { aPlainDatabase, migrateUntil, runStatements } from '../../test/databases/plain-database.ts'
import { runAsOwner } from '../../test/databases/run-as-owner.ts'
import { prepareDatabase } from '../databases/database.ts'

const toUuid = (digit: number) => `01900000-0000-7000-8000-00000000000${digit}`
const [organization, project, mia, linkView, privateView, mailedView] = [1, 2, 3, 4, 5, 6].map(toUuid)
const asMia = [
  'set role linkshelf_app',
  `select set_config('linkshelf.organization_id', '${organization}', false)`,
  `select set_config('linkshelf.user_id', '${mia}', false)`,
]
const owned = `'${organization}', '${project}', '${mia}'`

/** Returns the rows that `query` finds after the statements have run on the same connection. */
function selectRowsAfter(databaseUrl: string, statements: readonly string[], query: string): Promise<object[]> {
  return runAsOwner({ databaseUrl }, async (client) => {
    for (const statement of statements) await client.query(statement)
    return (await client.query(query)).rows
  })
}

it('moves views of links and of analytics, with ids and mailings, when the table owner is not a superuser', async () => {
  await using database = await aPlainDatabase()
  await migrateUntil(database.url, '0402')
  await runStatements(
    database.url,
    `insert into users (id, email, full_name, password_hash) values ('${mia}', 'mia@people.test', 'Mia', 'x')`,
    ...asMia,
    `insert into organizations (id, name) values ('${organization}', 'Shelf')`,
    `insert into members (organization_id, user_id, role) values ('${organization}', '${mia}', 'owner')`,
    `insert into projects (id, organization_id, name, description) values ('${project}', '${organization}', 'Videos', '')`,
    `insert into link_views values ('${linkView}', ${owned}, 'Phones', 'search=%C3%A9t%C3%A9&sort=clicks', '2026-01-02')`,
    `insert into saved_reports values ('${privateView}', ${owned}, 'All', '{}', null, '2026-01-03'),
      ('${mailedView}', ${owned}, 'phones', '{"country": "DE"}', '2026-01-04', '2026-01-05')`,
    'set role linkshelf_jobs',
    `insert into weekly_reports values ('${mailedView}', '2026-01-05', '2026-01-12')`,
  )

  await prepareDatabase(database.url, { api: database.apiUrl })

  const columns = 'id, kind, name, view, mailed_since::date::text as mailed, created_at::date::text as created'
  expect(await selectRowsAfter(database.url, asMia, `select ${columns} from saved_views order by id`)).toEqual([
    {
      id: linkView,
      kind: 'links',
      name: 'Phones',
      view: { query: 'search=%C3%A9t%C3%A9&sort=clicks' },
      mailed: null,
      created: '2026-01-02',
    },
    { id: privateView, kind: 'analytics', name: 'All', view: {}, mailed: null, created: '2026-01-03' },
    { id: mailedView, kind: 'analytics', name: 'phones', view: { country: 'DE' }, mailed: '2026-01-04', created: '2026-01-05' },
  ])
  const mailed = 'select saved_views.id, week::text from saved_views left join weekly_reports on report_id = saved_views.id'
  expect(await selectRowsAfter(database.url, ['set role linkshelf_jobs'], mailed)).toEqual([{ id: mailedView, week: '2026-01-05' }])
})
