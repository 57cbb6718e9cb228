import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  categoriesPerProject,
  type FileImportId,
  fileImportId,
  linksPerProduct,
  type ProductImport,
  productImportStart,
  productQuery,
  productsPerProject,
} from '@linkshelf/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import {
  aCategory,
  aCheckedImport,
  aLink,
  anOrganization,
  aProduct,
  aProject,
  catchErrorCode,
  getProjectContext,
} from '../../../test/builders/builders.ts'
import { aServedDomain } from '../../../test/builders/domain-builder.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import type { ProjectContext } from '../../access/index.ts'
import { listCategories } from '../../categories/categories.ts'
import { checkImport, runImport } from '../../file-imports/import-jobs.ts'
import { createImport, deleteImport, getImport, getImportReport, listImports, startImport } from '../../file-imports/index.ts'
import { getLink } from '../../links/index.ts'
import { setOrganizationSettings } from '../../organizations/index.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { parseInChild } from '../../platform/process/confined/parse-in-child.ts'
import { createProject } from '../../projects/projects.ts'
import { exportProducts } from '../csv/export-products.ts'
import { countProductsByCategory } from '../product-references.ts'
import { listProducts } from '../products.ts'
import { productImports } from './product-imports.ts'

const onPro = { settings: ['package=Pro'] }

function createPayload({ organization, project }: ProjectContext, importId: FileImportId): object {
  return { organizationId: organization.id, projectId: project.id, importId }
}

interface ImportOptions {
  createsCategories?: boolean
  batchRows?: number
}

async function completeImport(
  deps: TestDeps,
  ctx: ProjectContext,
  csv: string | Buffer<ArrayBuffer>,
  { createsCategories, batchRows = 2 }: ImportOptions = {},
): Promise<ProductImport & { import_id: FileImportId }> {
  const { import_id: importId } = await aCheckedImport(deps, ctx, csv)
  await startImport(productImports, ctx, { importId, input: productImportStart.parse({ create_categories: createsCategories }) })
  await runImport(productImports, deps, createPayload(ctx, importId), { batchRows })
  return { ...(await getImport(productImports, ctx, importId)), import_id: importId }
}

async function readReportLines(deps: TestDeps, ctx: ProjectContext, importId: FileImportId): Promise<string[]> {
  const { body } = await getImportReport(productImports, deps, ctx, importId)
  return Buffer.concat(await Array.fromAsync(body))
    .toString()
    .slice(1)
    .trimEnd()
    .split('\r\n')
}

async function listProductRows(deps: TestDeps, ctx: ProjectContext) {
  return (await listProducts(deps, ctx, productQuery.parse({ limit: 100 }))).products
}

it('adds products last, in the order of the file, with attributes, categories and a short link for each target', async () => {
  await using deps = await openTestDeps({ parseForeignFile: parseInChild })
  const ctx = await aProject(deps, onPro)
  const lamps = await aCategory(deps, ctx, { name: 'Lamps' })
  await aProduct(deps, ctx, { name: 'Older' })
  const csv = `Name;Description;Attributes;Categories;URL;Active
"Brass ""A"" lamp";"two
lines";Watt=40;lamps;https://shop.example/lamp shop.example/other;no
Chair;;;;;
Stool;;;;;yes
`
  const result = await completeImport(deps, ctx, csv)

  expect(result).toMatchObject({ state: 'done', rows: 3, processed: 3, created: 3, updated: 0, rejected: 0, links: 2 })
  const all = await listProductRows(deps, ctx)
  expect(all.map(({ name }) => name)).toEqual(['Older', 'Brass "A" lamp', 'Chair', 'Stool'])
  expect(all[1]).toMatchObject({
    description: 'two\nlines',
    attributes: { Watt: '40' },
    categories: [lamps.category_id],
    active: false,
    in_store: true,
  })
  expect(all[2]).toMatchObject({ description: null, attributes: {}, categories: [], urls: [], active: true })
  const links = await Promise.all((all[1]?.urls ?? []).map((id) => getLink(deps, ctx, id as never)))
  expect(links).toMatchObject([
    { target: 'https://shop.example/lamp', title: 'Brass "A" lamp', pending: false },
    { target: 'https://shop.example/other' },
  ])
})

it('changes nothing when its own export is imported', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps, onPro)
  const categories = [(await aCategory(deps, ctx, { name: 'Old; lamps' })).category_id]
  const link = await aLink(deps, ctx, { target: 'https://shop.example/lamp' })
  const hidden = { availability: 'hidden', show_from: '2030-01-01T08:00:00Z', show_until: '2030-02-01T00:00:00Z' } as const
  const cropped = { image_url: 'https://pictures.example/1.png', image_focus: { x: 0.000_000_1, y: 1 } }
  await aProduct(deps, ctx, { name: '=1+1', description: ' two\nlines', active: false, ...hidden })
  await aProduct(deps, ctx, { categories, urls: [link.url_id], attributes: { Watt: '40', 'a=b': 'c;d' }, ...cropped })
  const before = await listProductRows(deps, ctx)
  const { body } = await exportProducts(deps, ctx)

  const result = await completeImport(deps, ctx, Buffer.concat(await Array.fromAsync(body)))

  expect(result).toMatchObject({ created: 0, updated: 2, rejected: 0, incomplete: 0, links: 0, ignored_columns: [] })
  expect(await listProductRows(deps, ctx)).toEqual(before)
})

it('updates the columns that the file has, and adds short links for new targets', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps, onPro)
  const [old, sale] = [
    (await aCategory(deps, ctx, { name: 'Old' })).category_id,
    (await aCategory(deps, ctx, { name: 'Sale' })).category_id,
  ]
  const link = await aLink(deps, ctx, { target: 'https://shop.example/lamp' })
  const lamp = await aProduct(deps, ctx, { description: 'Warm', categories: [old], urls: [link.url_id], attributes: { Watt: '40' } })

  await completeImport(deps, ctx, `product_id,categories,target\n${lamp.product_id},Sale,https://shop.example/lamp https://b.example/`)

  const [updated] = await listProductRows(deps, ctx)
  expect(updated).toMatchObject({ name: 'Brass lamp', description: 'Warm', categories: [sale], attributes: { Watt: '40' } })
  expect(updated?.urls).toHaveLength(2)
  expect(updated?.urls[0]).toBe(link.url_id)
})

it('sets the focus of a picture, removes it when the picture changes, and rejects a focus outside the picture', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const image_url = 'https://pictures.example/1.png'
  const [kept, moved, replaced] = [
    await aProduct(deps, ctx, { image_url, image_focus: { x: 0.2, y: 0.4 } }),
    await aProduct(deps, ctx, { image_url }),
    await aProduct(deps, ctx, { image_url, image_focus: { x: 0.2, y: 0.4 } }),
  ].map(({ product_id }) => product_id)

  await completeImport(deps, ctx, `product_id,image_url\n${kept},${image_url}\n${replaced},https://pictures.example/2.png`)
  const result = await completeImport(deps, ctx, `product_id,image_focus\n${moved},0.5 1\n${kept},1.2 0\n`)

  const focusByProductId = new Map((await listProductRows(deps, ctx)).map((product) => [product.product_id, product.image_focus]))
  expect([kept, moved, replaced].map((id) => focusByProductId.get(id ?? ''))).toEqual([{ x: 0.2, y: 0.4 }, { x: 0.5, y: 1 }, null])
  expect(result).toMatchObject({ updated: 1, rejected: 1 })
})

it('sets availability, store visibility and schedule, and rejects a schedule that ends before it begins', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const lamp = await aProduct(deps, ctx, { show_from: '2030-01-01T08:00:00Z', show_until: '2030-02-01T00:00:00Z' })
  const chair = await aProduct(deps, ctx, { name: 'Chair', show_until: '2030-02-01T00:00:00Z' })

  const result = await completeImport(
    deps,
    ctx,
    `product_id,name,in_store,availability,show_from
${lamp.product_id},Lamp,no,Unavailable,
${chair.product_id},Chair,,,2030-03-01T00:00:00Z
,Stool,,gone,
,Shelf,,,tomorrow
,Table,,hidden,2031-01-01T01:00:00+01:00
`,
  )

  expect(result).toMatchObject({ created: 1, updated: 1, rejected: 3 })
  const [header, ...rejected] = await readReportLines(deps, ctx, result.import_id)
  expect(header).toContain('line,column,reason')
  expect(rejected.map((line) => line.split(',').slice(0, 2))).toEqual([
    ['3', 'show_until'],
    ['4', 'availability'],
    ['5', 'show_from'],
  ])
  const all = await listProductRows(deps, ctx)
  const findProduct = (name: string) => all.find((product) => product.name === name)
  expect(findProduct('Lamp')).toMatchObject({
    in_store: false,
    availability: 'unavailable',
    show_from: null,
    show_until: '2030-02-01T00:00:00.000Z',
  })
  expect(findProduct('Chair')).toMatchObject({ show_from: null })
  expect(findProduct('Table')).toMatchObject({
    in_store: true,
    availability: 'hidden',
    show_from: '2031-01-01T00:00:00.000Z',
    show_until: null,
  })
})

it('reports what an import would do before it changes anything', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const lamp = await aProduct(deps, ctx)
  const csv = `product_id,name,categories,url,Weight\n,Chair,New,https://a.example/,9\n${lamp.product_id},Lamp,,,\n,,,,9\n`

  const checked = await aCheckedImport(deps, ctx, csv)

  expect(checked).toMatchObject({ state: 'ready', rows: 3, processed: 3, created: 1, updated: 1, rejected: 1, incomplete: 0, links: 1 })
  expect(checked).toMatchObject({ missing_categories: ['New'], categories: 1, ignored_columns: ['Weight'], file_name: 'products.csv' })
  expect(await readReportLines(deps, ctx, checked.import_id)).toHaveLength(2)
  expect(await listProductRows(deps, ctx)).toEqual([lamp])
})

it('reports which program wrote a file and what it omits, then imports the products', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps, onPro)
  const fixture = await readFile(join(import.meta.dirname, 'programs', 'google-merchant-feed.tsv'))
  const skipped = ['2 further pictures are left out: a product has one picture.']

  const checked = await aCheckedImport(deps, ctx, fixture)
  expect(checked).toMatchObject({ program: 'Google Merchant Center', skipped, rows: 4, created: 4, links: 4, incomplete: 1 })
  const result = await completeImport(deps, ctx, fixture)

  expect(result).toMatchObject({ program: 'Google Merchant Center', skipped, created: 4, rejected: 0, links: 4, incomplete: 1 })
  expect(await listProductRows(deps, ctx)).toMatchObject([
    {
      name: 'Linen apron',
      image_url: 'https://studio.example/apron.jpg',
      availability: 'available',
      price: { amount: '42.00', currency: 'EUR' },
    },
    { name: 'Oak board', availability: 'unavailable' },
    { name: 'Steel pan', availability: 'available' },
    { name: 'Salt jar', availability: 'available' },
  ])
  expect((await readReportLines(deps, ctx, result.import_id))[1]).toMatch(
    /^5,availability,"Imported without it: Write one of available, unavailable, hidden",A4,/,
  )
})

it('adds no short link to an address that this instance serves', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aServedDomain(deps, await aProject(deps), 'lamps.example')

  await completeImport(deps, ctx, 'name,targets\nLamp,https://lamps.example/lamp https://shop.example/lamp\n')

  expect((await listProductRows(deps, ctx))[0]?.urls).toHaveLength(1)
  expect(await queryAsOwner(deps, 'select target from links')).toEqual([{ target: 'https://shop.example/lamp' }])
})

it('rejects rows with a line, columns and reasons, in a report that can be corrected and imported', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps, onPro)
  const lamp = await aProduct(deps, ctx)
  const missing = '01900000-0000-7000-8000-000000000009'
  const csv = `product_id,name,image_url,attributes,url,active
,Chair,http://a.example/p.png,Color,ftp://a.example/,maybe

${missing},Gone,,,,
${lamp.product_id},Lamp,,,http://go.test/abc,
${lamp.product_id},Lamp 2,,,,
,"=Stool",,,,
`
  const reasons = [
    'Enter an address that begins with https://',
    'Write attributes as Name=Value; Name=Value',
    'Please enter a valid URL',
    'Write true or false',
  ]
  const result = await completeImport(deps, ctx, csv)

  expect(result).toMatchObject({ rows: 5, created: 1, updated: 1, rejected: 3, incomplete: 1 })
  const report = await readReportLines(deps, ctx, result.import_id)
  expect(report).toEqual([
    'line,column,reason,product_id,name,image_url,attributes,url,active',
    `2,"image_url; attributes; targets; active","${reasons.join('; ')}",,Chair,http://a.example/p.png,Color,ftp://a.example/,maybe`,
    `4,product_id,This product does not exist or has been removed.,${missing},Gone,,,,`,
    `5,targets,Imported without a short link to http://go.test/abc: it leads to our own short domain,${lamp.product_id},Lamp,,,http://go.test/abc,`,
    `6,product_id,Line 5 has the same product,${lamp.product_id},Lamp 2,,,,`,
  ])
  const again = await aCheckedImport(deps, ctx, report.join('\n'))
  expect(again).toMatchObject({ rows: 4, ignored_columns: [], rejected: 3 })
  expect((await readReportLines(deps, ctx, again.import_id))[0]).toBe(report[0])
})

it('creates missing categories once, or omits them on request', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const csv = 'name,categories\nA,New; Other\nB,new\nC,NEW\n'

  const without = await completeImport(deps, ctx, csv, { createsCategories: false })
  expect(without).toMatchObject({ created: 3, incomplete: 3 })
  expect(await listCategories({ countProducts: countProductsByCategory }, ctx)).toEqual([])

  const result = await completeImport(deps, ctx, csv)
  expect(result).toMatchObject({ created: 3, incomplete: 0, categories: 2, categories_over_limit: 0 })
  expect((await listCategories({ countProducts: countProductsByCategory }, ctx)).map(({ name }) => name)).toEqual(['New', 'Other'])
  const [created] = await listCategories({ countProducts: countProductsByCategory }, ctx)
  expect((await listProductRows(deps, ctx)).filter(({ categories }) => categories.includes(created?.category_id ?? ''))).toHaveLength(3)
})

it("creates categories up to the project's limit, and reports how many more the file has", async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aCategory(deps, ctx, { name: 'Lamps' })
  const names = Array.from({ length: categoriesPerProject + 50 }, (_, index) => `New ${index + 1}`)
  const csv = ['name,categories', 'A,lamps', ...names.map((name) => `${name},${name}`), `Last,${names.at(-1)}`].join('\n')

  const checked = await aCheckedImport(deps, ctx, csv)
  const result = await completeImport(deps, ctx, csv, { batchRows: 100 })

  const created = { categories: categoriesPerProject - 1, categories_over_limit: 51, incomplete: 52 }
  expect(checked).toMatchObject({ ...created, missing_categories: names.slice(0, categoriesPerProject) })
  expect(result).toMatchObject({ ...created, state: 'done', created: 252, rejected: 0 })
  expect(await listCategories({ countProducts: countProductsByCategory }, ctx)).toHaveLength(categoriesPerProject)
  expect((await readReportLines(deps, ctx, result.import_id)).at(-1)).toBe(
    '253,categories,"Imported without the category ""New 250"": a project can have up to 200 categories",Last,New 250',
  )
})

it("imports products without short links beyond the plan's limit, and reports them", async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps) // the limit of the plan is ten links
  await aLink(deps, ctx)
  const csv = `name,url\n${Array.from({ length: 12 }, (_, nth) => `Lamp ${nth},https://shop.example/${nth}`).join('\n')}`

  const checked = await aCheckedImport(deps, ctx, csv)
  expect(checked).toMatchObject({ created: 12, links: 9, links_over_limit: 3, incomplete: 3 })
  const result = await completeImport(deps, ctx, csv)

  expect(result).toMatchObject({ created: 12, links: 9, links_over_limit: 3, incomplete: 3 })
  expect((await readReportLines(deps, ctx, result.import_id))[1]).toBe(
    '11,targets,Imported without a short link to https://shop.example/9: your plan has no more links for this project,Lamp 9,https://shop.example/9',
  )
  expect(await catchErrorCode(aLink(deps, ctx))).toBe('LINK_LIMIT_REACHED')
})

it('imports the maximum number of short links in one batch', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps, { settings: ['package=Enterprise'] })
  const createTargets = (row: number) => Array.from({ length: linksPerProduct }, (_, nth) => `https://shop.example/${row}/${nth}`).join(' ')
  const csv = `name,targets\n${Array.from({ length: 500 }, (_, row) => `Lamp ${row},${createTargets(row)}`).join('\n')}`

  const result = await completeImport(deps, ctx, csv, { batchRows: 500 })

  expect(result).toMatchObject({ state: 'done', created: 500, links: 10_000, incomplete: 0 })
})

it('resolves the short URLs in a file with requests', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps, onPro)
  await completeImport(deps, ctx, 'name,targets\nLamp,https://amzn.to/3AbCdEf https://shop.example/lamp\n')

  const [lamp] = await listProductRows(deps, ctx)
  const [short, other] = await Promise.all((lamp?.urls ?? []).map((id) => getLink(deps, ctx, id as never)))
  expect([short, other]).toMatchObject([
    { target: 'https://amzn.to/3AbCdEf', title: 'Lamp', pending: true },
    { target: 'https://shop.example/lamp', pending: false },
  ])
  expect(await queryAsOwner(deps, 'select kind, subject from outward_requests')).toEqual([{ kind: 'page', subject: short?.url_id }])
})

it('creates one import for two equal concurrent uploads, and runs an import once if it is started twice', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const upload = () => createImport(productImports, deps, ctx, new File(['name\nA\nB\nC'], 'a.csv'))

  const [first, second] = await Promise.all([upload(), upload()])
  expect(second.import_id).toBe(first.import_id)
  const importId = fileImportId.parse(first.import_id)
  expect(await catchErrorCode(startImport(productImports, ctx, { importId, input: { create_categories: false } }))).toBe(
    'PRODUCT_IMPORT_NOT_READY',
  )

  await Promise.all([
    checkImport(productImports, deps, createPayload(ctx, importId)),
    checkImport(productImports, deps, createPayload(ctx, importId)),
  ])
  await Promise.all([
    startImport(productImports, ctx, { importId, input: { create_categories: false } }),
    startImport(productImports, ctx, { importId, input: { create_categories: false } }),
  ])
  await Promise.all([1, 2, 3].map(() => runImport(productImports, deps, createPayload(ctx, importId), { batchRows: 1 })))

  expect((await listProductRows(deps, ctx)).map(({ name }) => name)).toEqual(['A', 'B', 'C'])
  expect(await startImport(productImports, ctx, { importId, input: { create_categories: false } })).toMatchObject({
    state: 'done',
    created: 3,
  })
})

/** Creates real ids until the nth id, at which the process is "killed". */
function createIdsKilledAt({ ids }: TestDeps, nth: number): TestDeps['ids'] {
  let calls = 0
  return {
    next<Id extends string>(): Id {
      calls += 1
      if (calls === nth) throw new Error('killed')
      return ids.next<Id>()
    },
  }
}

/** Uses the real database until the nth transaction, before which the process is "killed". */
function createDatabaseKilledAt({ db }: TestDeps, nth: number): TestDeps['db'] {
  let transactions = 0
  const transaction: TestDeps['db']['transaction'] = () => {
    transactions += 1
    if (transactions === nth) throw new Error('killed')
    return db.transaction()
  }
  return new Proxy(db, { get: (target, key) => (key === 'transaction' ? transaction : Reflect.get(target, key)) })
}

const killings: [moment: string, killed: (deps: TestDeps, nth: number) => Partial<TestDeps>][] = [
  ['in the middle of any batch', (deps, nth) => ({ ids: createIdsKilledAt(deps, nth) })],
  ['between any two batches', (deps, nth) => ({ db: createDatabaseKilledAt(deps, nth) })],
]

it.each(killings)('imports every row once if the process is killed %s and the import resumes', async (_moment, killed) => {
  await using deps = await openTestDeps()
  const csv = `name,categories,url\n${'abcde'
    .split('')
    .map((name) => `${name},${name}1,https://shop.example/${name}`)
    .join('\n')}`
  // One process parses all files of an organization, so a new organization for each case would start a new process.
  const owned = await anOrganization(deps, onPro)
  let kills = 0
  for (let nth = 1; ; nth += 1) {
    const { id } = await createProject(deps, owned.ctx, { name: `Kill ${nth}`, description: 'Lamps' })
    const ctx = await getProjectContext(owned.user, owned.organization.id, id)
    const { import_id: importId } = await aCheckedImport(deps, ctx, csv)
    await startImport(productImports, ctx, { importId, input: { create_categories: true } })
    const run = runImport(productImports, { ...deps, ...killed(deps, nth) }, createPayload(ctx, importId), { batchRows: 2 })
    const isKilled = await run.then(
      () => false,
      (error: Error) => error.message === 'killed',
    )
    await runImport(productImports, deps, createPayload(ctx, importId), { batchRows: 2 })

    const all = await listProductRows(deps, ctx)
    expect(all.map(({ name }) => name).join('')).toBe('abcde')
    expect(all.every(({ urls, categories }) => urls.length === 1 && categories.length === 1)).toBe(true)
    expect(await getImport(productImports, ctx, importId)).toMatchObject({ state: 'done', processed: 5, created: 5, links: 5 })
    expect(await listCategories({ countProducts: countProductsByCategory }, ctx)).toHaveLength(5)
    if (!isKilled) break
    kills += 1
  }
  expect(kills).toBeGreaterThanOrEqual(5)
})

it('stops when the import is deleted, and does not delete imported products', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { import_id: importId } = await aCheckedImport(deps, ctx, 'name\nA\nB\nC')
  await startImport(productImports, ctx, { importId, input: { create_categories: false } })
  // The first three transactions read the scope, read the file, and write one batch.
  const between = { ...deps, db: createDatabaseKilledAt(deps, 4) }
  await expect(runImport(productImports, between, createPayload(ctx, importId), { batchRows: 1 })).rejects.toThrow('killed')

  await deleteImport(productImports, ctx, importId)
  await runImport(productImports, deps, createPayload(ctx, importId), { batchRows: 1 })

  expect((await listProductRows(deps, ctx)).map(({ name }) => name)).toEqual(['A'])
  expect(await listImports(productImports, ctx)).toEqual([])
  expect(await catchErrorCode(getImport(productImports, ctx, importId))).toBe('PRODUCT_IMPORT_NOT_FOUND')
})

it("rejects products above the project's limit", async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
    sql`insert into products (id, organization_id, project_id, name, attributes, is_active, position, created_at)
      select gen_random_uuid(), ${ctx.organization.id}, ${ctx.project.id}, 'Lamp', '{}', true, nth, now()
      from generate_series(2, ${productsPerProject}::int) as nth`.execute(tx),
  )

  expect(await completeImport(deps, ctx, 'name\nA\nB\nC')).toMatchObject({ created: 1, rejected: 2 })
})

it("imports nothing into another organization's project, and hides its imports", async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const { import_id: importId } = await aCheckedImport(deps, mia, 'name\nA')
  const theirs = await aProduct(deps, noah)

  expect(await catchErrorCode(getImport(productImports, noah, importId))).toBe('PRODUCT_IMPORT_NOT_FOUND')
  expect(await catchErrorCode(startImport(productImports, noah, { importId, input: { create_categories: false } }))).toBe(
    'PRODUCT_IMPORT_NOT_FOUND',
  )
  expect(await completeImport(deps, mia, `product_id,name\n${theirs.product_id},Stolen`)).toMatchObject({ updated: 0, rejected: 1 })
  expect(await listProductRows(deps, noah)).toEqual([theirs])
})

it.each(['check-product-import', 'import-products'])(
  'fails with a reason if the organization may no longer use products: %s',
  async (task) => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps, onPro)
    const { import_id } = await createImport(productImports, deps, ctx, new File(['Name\nLamp\n'], 'products.csv'))
    const importId = fileImportId.parse(import_id)
    if (task === 'import-products') {
      await checkImport(productImports, deps, createPayload(ctx, importId))
      await startImport(productImports, ctx, { importId, input: { create_categories: false } })
    }
    const off = ['product_page_enabled=false', 'store_page_enabled=false']
    await setOrganizationSettings(deps, ctx.organization.id, off)

    for (let nth = 0; nth < 2; nth += 1) {
      await (task === 'import-products' ? runImport : checkImport)(productImports, deps, createPayload(ctx, importId))
    }

    expect(await getImport(productImports, ctx, importId)).toMatchObject({
      state: 'failed',
      failure: productImports.requires?.failure,
      created: 0,
    })
  },
)
