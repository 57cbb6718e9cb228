import type { OrganizationId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aPlainDatabase, migrateUntil, runStatements } from '../../test/databases/plain-database.ts'
import { createRequestContext, findSystemContext, read } from '../access/index.ts'
import { prepareDatabase } from '../databases/database.ts'
import { systemClock } from '../platform/clock.ts'
import { systemIds } from '../platform/ids.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { silentLog } from '../platform/process/log.ts'
import { sumBytesByKind } from './index.ts'

const mia = '01900000-0000-7000-8000-000000000001' as OrganizationId
const project = '01900000-0000-7000-8000-000000000002'
const importId = '01900000-0000-7000-8000-000000000003'

const filesOfOldVersion = `
  insert into organizations (id, name) values ('${mia}', 'Mia');
  insert into projects (id, organization_id, name, description) values ('${project}', '${mia}', 'Shelf', '');
  insert into uploads (digest, organization_id, purpose, width, height, stored_bytes, source, created_at, used_at) values
    ('a', '${mia}', 'picture', 1, 1, 70, 'four', now(), now()), ('b', '${mia}', 'social', 1, 1, 500, null, now(), now());
  insert into file_imports (id, organization_id, project_id, kind, file_name, file_hash, file, state, created_at)
    values ('${importId}', '${mia}', '${project}', 'links', 'links.csv', 'a', '0123456789', 'ready', now());
  insert into file_import_issues (organization_id, project_id, import_id, line, column_names, reasons, cells)
    values ('${mia}', '${project}', '${importId}', 2, '{url}', '{Too long}', '["x"]')`

it('counts what earlier releases stored, and later deletions, if the owner of the tables is not a superuser', async () => {
  await using database = await aPlainDatabase()
  await migrateUntil(database.url, '0435')
  // Row-level security binds even the owner of the tables, so rows are inserted within the scope of an organization.
  const inScope = ['set role linkshelf_app', `select set_config('linkshelf.organization_id', '${mia}', false)`]
  await runStatements(database.url, ...inScope, filesOfOldVersion)

  await prepareDatabase(database.url, { api: database.apiUrl })

  const db = openPostgres(database.apiUrl)
  const job = createRequestContext(
    { db, clock: systemClock, ids: systemIds, log: silentLog, hasPlans: true },
    { actor: { kind: 'system', name: 'test' }, source: 'job' },
  )
  try {
    const ctx = await findSystemContext(job, mia)
    if (ctx === undefined) throw new Error('The organization was migrated')
    const stored = () => read(ctx, (tx) => sumBytesByKind(tx, ctx))
    expect(await stored()).toEqual({ pictures: 74, drawn_pictures: 500, imports: 23, icons: 0, archives: 0, exports: 0, responses: 0 })

    // Deleting the project also deletes its file, by a foreign key.
    await runStatements(database.url, ...inScope, `delete from projects where id = '${project}'`, "delete from uploads where digest = 'a'")
    expect(await stored()).toMatchObject({ pictures: 0, drawn_pictures: 500, imports: 0 })
  } finally {
    await db.destroy()
  }
})
