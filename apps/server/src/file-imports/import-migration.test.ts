import type { FileImportId, OrganizationId, ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aPlainDatabase, migrateUntil, runStatements } from '../../test/databases/plain-database.ts'
import { createRequestContext, findSystemContext, read } from '../access/index.ts'
import { prepareDatabase } from '../databases/database.ts'
import { earningsImports } from '../earnings/imports/earnings-imports.ts'
import { linkImports } from '../links/import/link-imports.ts'
import { systemClock } from '../platform/clock.ts'
import { systemIds } from '../platform/ids.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { parseInChild } from '../platform/process/confined/parse-in-child.ts'
import { silentLog } from '../platform/process/log.ts'
import { productImports } from '../products/import/product-imports.ts'
import { runImport } from './import-jobs.ts'
import { createImport, deleteImport, getImport, getImportReport, listImports, startImport } from './index.ts'

const organizationId = '01900000-0000-7000-8000-000000000001' as OrganizationId
const projectId = '01900000-0000-7000-8000-000000000002' as ProjectId
const createId = (nth: number) => `01900000-0000-7000-8000-00000000001${nth}` as FileImportId
const running = createId(1)
const ready = createId(2)
const finished = createId(3)
const failed = createId(4)
const report = createId(5)
const unchecked = createId(6)

const links = 'slug,url,title\\nold,https://a.example/,A\\nnew,https://b.example/,B\\nlast,https://c.example/,C'
const scope = `'${organizationId}', '${projectId}'`
const understood = {
  retailer: 'ebay',
  report: 'ebay_transactions',
  from: '2026-09-15',
  to: '2026-09-15',
  skipped: 1,
  totals: [{ currency: null, earned: 80, pending: 0, reversed: 0, sales: 2_000 }],
  columns: [{ heading: 'Earnings', field: 'earned' }],
  ignored_columns: ['Event'],
  tracking_ids: [],
  questions: ['currency'],
  date_example: null,
}

const importsOfOldVersion = `
  insert into organizations (id, name) values ('${organizationId}', 'Mia');
  insert into projects (id, organization_id, name, description) values ('${projectId}', '${organizationId}', 'Shelf', '');
  insert into link_imports (organization_id, project_id, id, file_name, file_hash, file, state, header, row_count, processed_count, created_count,
      replaces_slugs, slug_count, created_at) values
    (${scope}, '${running}', 'links.csv', 'a', convert_to(E'${links}', 'UTF8'), 'importing', '["slug","url","title"]', 3, 1, 1, false, 1, now()),
    (${scope}, '${ready}', 'ready.csv', 'b', convert_to(E'${links}', 'UTF8'), 'ready', '["slug","url","title"]', 3, 3, 3, false, 3, now());
  insert into product_imports (organization_id, project_id, id, file_name, file_hash, file, state, failure, header, ignored_columns, missing_categories,
      row_count, processed_count, created_count, rejected_count, link_count, created_at, finished_at) values
    (${scope}, '${finished}', 'lamps.csv', 'c', null, 'done', null, '["name"]', '["Price"]', '["Lamps"]', 3, 3, 2, 1, 4, now(), now()),
    (${scope}, '${failed}', 'none.csv', 'd', null, 'failed', 'This file has no rows below its column names.', '[]', '[]', '[]', 0, 0, 0, 0, 0, now(), now());
  insert into product_import_issues (organization_id, project_id, import_id, line, column_names, reasons, cells)
    values (${scope}, '${finished}', 3, '{name}', '{Too long}', '["Lamp"]');
  insert into earnings_imports (organization_id, project_id, id, file_name, file_hash, file, state, understood, date_order, currency, row_count,
      processed_count, added_count, created_at, finished_at) values
    (${scope}, '${report}', 'report.csv', 'e', null, 'done', '${JSON.stringify(understood)}', 'day_first', 'USD', 1, 1, 1, now(), now()),
    (${scope}, '${unchecked}', 'later.csv', 'f', 'a,b', 'checking', null, null, null, 0, 0, 0, now(), null);
  insert into earnings (id, organization_id, project_id, import_id, transaction_key, version_at, recorded_at, retailer, kind, status, currency, amount,
      reversed_amount, sale_amount, quantity, occurred_on, is_day_of_shipment)
    values (gen_random_uuid(), ${scope}, '${report}', 'ebay:1', now(), now(), 'ebay', 'sale', 'approved', 'USD', 80, 0, 2000, 1, '2026-09-15', false)`

it('opens, continues and undoes imports of an earlier release under their ids, if the owner of the tables is not a superuser', async () => {
  await using database = await aPlainDatabase()
  await migrateUntil(database.url, '0400')
  // Row-level security also applies to the owner of the tables here, so rows are inserted in the scope of an
  // organization.
  const inScope = `select set_config('linkshelf.organization_id', '${organizationId}', false)`
  await runStatements(database.url, 'set role linkshelf_app', inScope, importsOfOldVersion)

  await prepareDatabase(database.url, { api: database.apiUrl })

  const db = openPostgres(database.apiUrl)
  const deps = {
    db,
    clock: systemClock,
    ids: systemIds,
    log: silentLog,
    hasPlans: true,
    parseForeignFile: parseInChild,
    origins: { app: 'http://app.test', public: 'http://go.test' },
  }
  const job = createRequestContext(deps, { actor: { kind: 'system', name: 'test' }, source: 'job' })
  const mia = await findSystemContext(job, organizationId, projectId)
  if (mia === undefined) throw new Error('The organization was migrated')
  const runToEnd = (importId: FileImportId) => runImport(linkImports, deps, { organizationId, projectId, importId }, { batchRows: 1 })
  try {
    const counts = { created: 2, rejected: 1, links: 4, missing_categories: ['Lamps'], ignored_columns: ['Price'] }
    expect(await getImport(productImports, mia, finished)).toMatchObject({ file_name: 'lamps.csv', state: 'done', rows: 3, ...counts })
    const { body } = await getImportReport(productImports, deps, mia, finished)
    expect(Buffer.concat(await Array.fromAsync(body)).toString()).toContain('3,name,Too long,Lamp')
    expect(await getImport(productImports, mia, failed)).toMatchObject({ state: 'failed', failure: expect.stringContaining('no rows') })

    // The quota allowed one more short name, so the row after it is rejected.
    await runToEnd(running)
    expect(await getImport(linkImports, mia, running)).toMatchObject({ state: 'done', processed: 3, created: 2, rejected: 1 })
    expect(await getImport(linkImports, mia, ready)).toMatchObject({ state: 'ready', rows: 3, created: 3 })
    await startImport(linkImports, mia, { importId: ready, input: { replace_slugs: false } })
    await runToEnd(ready)
    expect(await getImport(linkImports, mia, ready)).toMatchObject({ state: 'done', created: 2, skipped: 1, rejected: 0 })

    const { file_name } = await createImport(earningsImports, deps, mia, new File(['other'], 'other.csv'))
    expect((await listImports(earningsImports, mia)).map((one) => [one.file_name, one.state])).toContainEqual([file_name, 'checking'])
    expect(await getImport(earningsImports, mia, unchecked)).toMatchObject({
      state: 'checking',
      retailer: null,
      totals: [],
      date_order: null,
    })
    const answers = { date_order: 'day_first', currency: 'USD', added: 1 }
    expect(await getImport(earningsImports, mia, report)).toMatchObject({ state: 'done', ...understood, ...answers })
    await deleteImport(earningsImports, mia, report)
    expect((await read(mia, (tx) => sql`select id from earnings`.execute(tx))).rows).toEqual([])
  } finally {
    await db.destroy()
  }
})
