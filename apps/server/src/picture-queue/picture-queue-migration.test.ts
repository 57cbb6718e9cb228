import pg from 'pg'
import { expect, it } from 'vitest'
import { aPlainDatabase, migrateUntil, runStatements } from '../../test/databases/plain-database.ts'
import { prepareDatabase } from '../databases/database.ts'

const organizationId = '01900000-0000-7000-8000-000000000001'
const projectId = '01900000-0000-7000-8000-000000000002'

it('enqueues the pictures of existing stores when the owner of the tables is no superuser', async () => {
  await using database = await aPlainDatabase()
  await migrateUntil(database.url, '0151')
  // Row-level security binds the owner of the tables too, so rows are inserted within the scope of an organization.
  await runStatements(
    database.url,
    'set role linkshelf_app',
    `select set_config('linkshelf.organization_id', '${organizationId}', false)`,
    `insert into organizations (id, name) values ('${organizationId}', 'Mia')`,
    `insert into projects (id, organization_id, name, description) values ('${projectId}', '${organizationId}', 'Shelf', '')`,
    `insert into stores (id, organization_id, project_id, name, handle, main_color, secondary_color, layout, is_active, created_at)
     values (gen_random_uuid(), '${organizationId}', '${projectId}', 'Lamps', 'lamps', '#089b71', '#ebedef', 'grid', true, now())`,
  )

  await prepareDatabase(database.url, { api: database.apiUrl })

  const client = new pg.Client({ connectionString: database.apiUrl })
  await client.connect()
  await client.query("select set_config('linkshelf.organization_id', $1, false)", [organizationId])
  const { rows } = await client.query('select kind, payload from picture_tasks')
  await client.end()
  expect(rows).toEqual([{ kind: 'store', payload: { organizationId, projectId } }])
})
