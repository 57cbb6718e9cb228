import { type CategoryId, categoryDraft, categoryNameMaxLength, type OrganizationId, type ProjectId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { catchErrorCode } from '../../test/builders/builders.ts'
import { aPlainDatabase, migrateUntil, runStatements } from '../../test/databases/plain-database.ts'
import { createRequestContext, findSystemContext } from '../access/index.ts'
import { prepareDatabase } from '../databases/database.ts'
import { systemClock } from '../platform/clock.ts'
import { systemIds } from '../platform/ids.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { silentLog } from '../platform/process/log.ts'
import { countProductsByCategory } from '../products/index.ts'
import { createCategory, listCategories } from './categories.ts'

const organizationId = '01900000-0000-7000-8000-000000000001' as OrganizationId
const [projectId, otherProjectId] = ['01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000000003'] as [
  ProjectId,
  ProjectId,
]
const productId = '01900000-0000-7000-8000-000000000004'
const toCategoryId = (nth: number) => `01900000-0000-7000-8000-0000000001${nth.toString().padStart(2, '0')}` as CategoryId
const long = `${'🪔'.repeat(49)}ab`

const formatCategoryRow = (name: string, nth: number, project = projectId) =>
  `('${toCategoryId(nth)}', '${organizationId}', '${project}', '${name}', '#000000', true, ${nth}, now())`

const categoriesOfOldVersion = `
  insert into organizations (id, name) values ('${organizationId}', 'Mia');
  insert into projects (id, organization_id, name, description) values
    ('${projectId}', '${organizationId}', 'Shelf', ''), ('${otherProjectId}', '${organizationId}', 'Other', '');
  insert into categories (id, organization_id, project_id, name, color_hex, is_active, position, created_at) values
    ${['Sale', 'SALE', 'sale (2)', 'Sale', long, long, 'Lamps'].map((name, nth) => formatCategoryRow(name, nth)).join(', ')},
    ${formatCategoryRow('Sale', 50, otherProjectId)};
  insert into products (id, organization_id, project_id, name, attributes, is_active, position, created_at)
    values ('${productId}', '${organizationId}', '${projectId}', 'Lamp', '{}', true, 1, now());
  insert into product_categories (organization_id, project_id, product_id, category_id)
    select organization_id, project_id, '${productId}', id from categories where project_id = '${projectId}'`

it('numbers duplicate category names in order and changes nothing else, when the table owner is not a superuser', async () => {
  await using database = await aPlainDatabase()
  await migrateUntil(database.url, '0515')
  await runStatements(
    database.url,
    'set role linkshelf_app',
    `select set_config('linkshelf.organization_id', '${organizationId}', false)`,
    categoriesOfOldVersion,
  )

  await prepareDatabase(database.url, { api: database.apiUrl })

  const db = openPostgres(database.apiUrl)
  const deps = { db, clock: systemClock, ids: systemIds, log: silentLog, hasPlans: true }
  const job = createRequestContext(deps, { actor: { kind: 'system', name: 'test' }, source: 'job' })
  const [mia, other] = [
    await findSystemContext(job, organizationId, projectId),
    await findSystemContext(job, organizationId, otherProjectId),
  ]
  if (mia === undefined || other === undefined) throw new Error('The projects were migrated')
  const listed = await listCategories({ countProducts: countProductsByCategory }, mia)
  const names = listed.map(({ name }) => name)
  try {
    expect(names).toEqual(['Sale', 'SALE (3)', 'sale (2)', 'Sale (4)', long, `${'🪔'.repeat(48)} (2)`, 'Lamps'])
    expect(names.filter(({ length }) => length > categoryNameMaxLength)).toEqual([])
    expect(listed.map(({ category_id, product_count }) => [category_id, product_count])).toEqual(
      names.map((_, nth) => [toCategoryId(nth), 1]),
    )
    expect((await listCategories({ countProducts: countProductsByCategory }, other)).map(({ name }) => name)).toEqual(['Sale'])
    expect(await catchErrorCode(createCategory(deps, mia, categoryDraft.parse({ name: 'sale' })))).toBe('CATEGORY_NAME_TAKEN')
  } finally {
    await db.destroy()
  }
})
