import type { ProductImport } from '@linkshelf/contract'
import type { Page } from 'playwright-core'
import { anImportIssue, errorReply, inProject, internalError, noReply, Reply } from '../../test/api-answers.ts'
import { productAnswers, someProducts } from '../sample-products.ts'
import type { Scene, Scenes } from '../scene.ts'
import { confirm, press } from '../steps.ts'

const list = `GET ${inProject}/products/imports`
const upload = `POST ${inProject}/products/imports`

function anImport(changes: Partial<ProductImport> = {}): ProductImport {
  return {
    import_id: '0197a000-0000-7000-8000-000000000700',
    file_name: 'spring-collection.csv',
    state: 'ready',
    failure: null,
    undo: null,
    rows: 1_204,
    processed: 1_204,
    created: 1_180,
    updated: 21,
    rejected: 3,
    incomplete: 42,
    links: 458,
    links_over_limit: 40,
    categories: 6,
    categories_over_limit: 0,
    missing_categories: ['Garden', 'Outdoor kitchen', 'Bathroom', 'Hallway', 'Workshop', 'Cellar'],
    ignored_columns: ['Price', 'Brand'],
    program: null,
    skipped: [],
    created_at: '2025-11-05T14:03:00.000Z',
    finished_at: null,
    ...changes,
  }
}

const manyCategories = Array.from({ length: 200 }, (_, index) => `Collection ${index + 1}`)
const nothing = { created: 0, updated: 0, rejected: 0, incomplete: 0, links: 0, links_over_limit: 0, categories: 0 }
const issues = `${list}/${anImport().import_id}/issues`
const done = anImport({ state: 'done', missing_categories: [], finished_at: '2025-11-05T14:05:00.000Z' })

/** Returns a scene that shows the import dialog. `latest` is the latest import that the API returns. */
function createImportScene(name: string, latest: ProductImport, says: Scene['says']): Scene {
  return {
    name,
    answers: { [list]: () => [latest] },
    steps: press('Import products'),
    shows: ['dialog', 'Import products'],
    ...(says && { says }),
  }
}

async function chooseFile(page: Page): Promise<void> {
  await press('Import products')(page)
  await page.getByLabel('CSV file').setInputFiles({ name: 'lamps.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nLamp') })
}

export const productFilesScenes: Scenes = {
  screen: 'product-files',
  address: '/store/products',
  title: 'Products · Linkshelf',
  answers: { ...productAnswers, [`GET ${inProject}/products`]: () => someProducts, [list]: () => [], [issues]: () => [anImportIssue()] },
  states: [
    { name: 'loading imports', answers: { [list]: noReply }, steps: press('Import products'), shows: ['status', 'Loading'] },
    {
      name: 'imports not loaded',
      answers: { [list]: internalError },
      steps: press('Import products'),
      shows: ['heading', 'Error loading imports'],
      says: ['Retry'],
    },
    {
      name: 'choosing a file',
      steps: press('Import products'),
      shows: ['dialog', 'Import products'],
      says: ['Choose file', /The first line names the columns/, /Files of Google Merchant Center, Shopify, WooCommerce and Awin/],
    },
    createImportScene('choosing a file after another', done, ['spring-collection.csv', /1,180 products created/, 'Download report']),
    {
      name: 'undo of an import',
      answers: {
        [list]: () => [done],
        [`${list}/${done.import_id}/undo`]: () => ({
          links: 420,
          clicked_links: 12,
          products: 1_101,
          kept_links: 38,
          kept_products: 79,
          kept: [
            { kind: 'product', id: '0197a000-0000-7000-8000-000000000811', name: 'Gooseneck kettle', reason: 'changed' },
            { kind: 'link', id: '0197a000-0000-7000-8000-000000000812', name: 'Brass desk lamp', reason: 'clicks' },
          ],
        }),
      },
      steps: press('Import products', 'Undo the import of spring-collection.csv'),
      shows: ['button', 'Undo import'],
      says: [
        /1,101 products and 408 links will be deleted/,
        'Also delete 12 links with clicks',
        '79 products and 50 links will stay:',
        'Gooseneck kettle',
      ],
    },
    {
      name: 'products of an import',
      address: `/store/products?import=${done.import_id}`,
      answers: { [list]: () => [done] },
      shows: ['link', 'Remove filter Import: spring-collection.csv'],
    },
    {
      name: 'no products of an import',
      address: `/store/products?import=${done.import_id}`,
      answers: { [list]: () => [done], [`GET ${inProject}/products`]: () => [] },
      shows: ['heading', 'No products found'],
      says: ['Show all products'],
    },
    {
      name: 'file not uploaded',
      answers: { [upload]: () => errorReply(413, 'REQUEST_TOO_LARGE', 'The request is too large.') },
      steps: chooseFile,
      shows: ['alert'],
      says: ['The request is too large.'],
    },
    {
      name: 'file checked at once',
      answers: { [upload]: () => new Reply(201, anImport({ file_name: 'lamps.csv', rows: 1, ...nothing, created: 1 })) },
      steps: chooseFile,
      shows: ['button', 'Import 1 product'],
    },
    createImportScene('checking', anImport({ state: 'checking', rows: 0, processed: 0, ...nothing }), [
      /^Checking spring-collection.csv/,
      'Stop',
    ]),
    {
      name: 'file rejected',
      answers: {
        [upload]: () =>
          new Reply(201, anImport({ state: 'failed', failure: 'Line 12: A quotation mark is missing or in the wrong place.' })),
      },
      steps: chooseFile,
      shows: ['alert'],
      says: [/Line 12: A quotation mark is missing/, 'Choose another file'],
    },
    createImportScene('checked', anImport(), [
      'Import 1,201 products',
      /1,180 products will be created/,
      /40 short links will be left out/,
      /6 categories will be created/,
      'Create the 6 missing categories',
      /Garden, Outdoor kitchen, Bathroom, Hallway and 2 more/,
      /Price, Brand/,
    ]),
    createImportScene(
      'checked, a file of Shopify',
      anImport({
        file_name: 'products_export.csv',
        program: 'Shopify',
        skipped: [
          '212 further variants are part of their products.',
          '1,040 further pictures are left out: a product has one picture.',
          'The file names no pages of products, so they get no short links.',
        ],
        links: 0,
        links_over_limit: 0,
        ignored_columns: ['Tags', 'Variant SKU'],
      }),
      [/This is a file of Shopify\. 212 further variants/, /get no short links/, /Tags, Variant SKU/],
    ),
    createImportScene(
      'more categories than a project can have',
      anImport({ categories: 188, categories_over_limit: 62, incomplete: 120, missing_categories: manyCategories }),
      [
        /188 categories will be created/,
        'Create 188 of the 250 missing categories',
        /Not all of them: a project can have up to 200 categories/,
      ],
    ),
    createImportScene('no further categories', anImport({ categories: 0, categories_over_limit: 6 }), [
      /None of the 6 missing categories can be created: a project can have up to 200 categories/,
    ]),
    createImportScene('nothing to import', anImport({ ...nothing, rejected: 1_204, missing_categories: [] }), [
      /1,204 rows will be rejected/,
    ]),
    createImportScene('importing', anImport({ state: 'importing', processed: 500 }), [
      '500 of 1,204 rows imported',
      /You can close this/,
      'Stop',
    ]),
    {
      name: 'import not started',
      answers: { [list]: () => [anImport()], [`${upload}/${done.import_id}/start`]: internalError },
      steps: press('Import products', 'Import 1,201 products'),
      shows: ['alert'],
      says: ['The import could not be started. Please try again.'],
    },
    {
      name: 'imported with categories',
      answers: {
        [list]: () => [anImport()],
        [`${upload}/${done.import_id}/start`]: ({ body }) =>
          JSON.stringify(body) === '{"create_categories":true}' ? done : internalError(),
      },
      steps: press('Import products', 'Import 1,201 products'),
      shows: ['dialog', 'Import products'],
      says: [/is imported/, /1,180 products created/, /6 categories created/, 'Download report', 'Show products'],
    },
    {
      name: 'imported without categories',
      answers: {
        [list]: () => [anImport()],
        [`${upload}/${done.import_id}/start`]: ({ body }) =>
          JSON.stringify(body) === '{"create_categories":false}' ? { ...done, categories: 0 } : internalError(),
      },
      steps: async (page) => {
        await press('Import products')(page)
        await page.getByRole('switch', { name: /Create the 6 missing/ }).click()
        await confirm(page, 'Import 1,201 products')
      },
      shows: ['dialog', 'Import products'],
      says: [/is imported/, /1,180 products created/],
    },
    {
      name: 'export failed',
      answers: { [`GET ${inProject}/products/export`]: internalError },
      steps: press('Export products as CSV'),
      shows: ['alert'],
      says: ['The export failed. Please try again.'],
    },
  ],
}
