import { expect, it } from 'vitest'
import { aPlainDatabase, migrateUntil, runStatements, selectRows } from '../../test/databases/plain-database.ts'
import { prepareDatabase } from '../databases/database.ts'
import { systemClock } from '../platform/clock.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { silentLog } from '../platform/process/log.ts'
import { parseStoreAddress } from '../storefront/index.ts'
import { createStorePages } from '../storefront/store-pages.ts'

const createId = (nth: number) => `01900000-0000-7000-8000-${String(nth).padStart(12, '0')}`
const [organization, shelf, other, store] = [createId(1), createId(2), createId(3), createId(4)]
const asApi = ['set role linkshelf_app', `select set_config('linkshelf.organization_id', '${organization}', false)`]

const formatProductRow = (nth: number, name: string, project = shelf) =>
  `insert into products (id, organization_id, project_id, name, attributes, is_active, position, created_at)
    values ('${createId(nth)}', '${organization}', '${project}', '${name}', '{}', true, ${nth}, now())`

const rowsOfOldVersion = `
  insert into organizations (id, name) values ('${organization}', 'Mia');
  insert into projects (id, organization_id, name, description) values ('${shelf}', '${organization}', 'Shelf', ''), ('${other}', '${organization}', 'Other', '');
  insert into stores (id, organization_id, project_id, name, handle, main_color, secondary_color, layout, is_active, created_at)
    values ('${store}', '${organization}', '${shelf}', 'Lamps', 'lamps', '#000000', '#ffffff', 'grid', true, now());
  insert into store_handles (handle, organization_id, project_id, store_id) values ('lamps', '${organization}', '${shelf}', '${store}');
  insert into categories (id, organization_id, project_id, name, color_hex, is_active, position, created_at)
    values ('${createId(10)}', '${organization}', '${shelf}', 'Küche', '#000000', true, 1, now());
  ${[formatProductRow(20, 'KÜCHE'), formatProductRow(21, 'Brass lamp'), formatProductRow(22, 'Brass lamp!'), formatProductRow(23, '★'), formatProductRow(24, 'Brass lamp', other)].join(';')}`

const selectSlugs = (url: string) =>
  selectRows<{ id: string; slug: string; registered: string }>(
    url,
    asApi,
    `select pages.id, pages.slug, string_agg(page_slugs.slug, ' ') as registered
      from (select id, slug from categories union all select id, slug from products) as pages
      join page_slugs on pages.id in (product_id, category_id) group by 1, 2 order by 1`,
  )

it('names products and categories of an earlier release, redirects their id addresses, and names pages that old processes add during the upgrade', async () => {
  await using database = await aPlainDatabase()
  const edgeUrl = database.apiUrl // the only account besides the owner's account
  await migrateUntil(database.url, '0556')
  // The triggers of these tables enqueue jobs that draw pictures. A later migration creates the job tables, so the
  // triggers are disabled while the old rows are inserted.
  const createTriggerStatements = (state: string) => ['stores', 'products'].map((table) => `alter table ${table} ${state} trigger user`)
  await runStatements(
    database.url,
    ...createTriggerStatements('disable'),
    ...asApi,
    rowsOfOldVersion,
    'reset role',
    ...createTriggerStatements('enable'),
  )

  await prepareDatabase(database.url, { edge: edgeUrl })

  const named = [
    [createId(10), 'küche'],
    [createId(20), 'küche-2'],
    [createId(21), 'brass-lamp'],
    [createId(22), 'brass-lamp-2'],
    [createId(23), 'product'],
    [createId(24), 'brass-lamp'],
  ].map(([page, slug]) => ({ id: page, slug, registered: slug }))
  expect(await selectSlugs(database.url)).toEqual(named)
  const db = openPostgres(edgeUrl)
  const pages = createStorePages({
    db,
    publicOrigin: 'https://go.test',
    clock: systemClock,
    log: silentLog,
    timeoutMs: 60_000,
    renderTimeoutMs: 60_000,
  })
  const visit = async (path: string) => {
    const address = parseStoreAddress(path)
    const found = address === undefined ? undefined : await pages.visit(address)
    return found?.kind === 'page' ? [found.page.status, found.page.location ?? found.page.view?.pageId] : found?.kind
  }
  try {
    expect(await visit(`/@lamps/c/${createId(10)}`)).toEqual([301, '/@lamps/k%C3%BCche'])
    expect(await visit(`/@lamps/p/${createId(21)}`)).toEqual([301, '/@lamps/brass-lamp'])
    expect(await visit('/@lamps/k%C3%BCche')).toEqual([200, createId(10)])
    expect(await visit('/@lamps/brass-lamp')).toEqual([200, createId(21)])
  } finally {
    await pages.close()
    await db.destroy()
  }

  await runStatements(database.url, ...asApi, formatProductRow(25, 'Brass lamp'))
  expect((await selectSlugs(database.url)).at(-1)).toEqual({ id: createId(25), slug: createId(25), registered: createId(25) })
  await prepareDatabase(database.url, { edge: edgeUrl })
  expect(await selectSlugs(database.url)).toEqual([...named, { id: createId(25), slug: 'brass-lamp-3', registered: 'brass-lamp-3' }])
})
