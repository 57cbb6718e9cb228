import {
  categoriesPerProject,
  type ProductImport,
  productFileMaxBytes,
  productFileMaxRows,
  productImportMessages,
} from '@linkshelf/contract'
import { Switch } from '@mantine/core'
import { api, type ProjectScope } from '../../../api/api.ts'
import { formatCount, formatFirstNames, formatNumber } from '../../../ui/formats/numbers.ts'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { EffectList } from '../../file-imports/effect-list.tsx'
import {
  createCsvFileField,
  csvTexts,
  type ImportChoicesProps,
  type ImportKind,
  type ImportSummaryProps,
} from '../../file-imports/import-kind.ts'
import classes from '../../file-imports/import-panel.module.css'
import { importDialog } from '../../file-imports/import-panel.tsx'
import { toProductsOfImportPath } from '../product-paths.ts'
import { productImportsQuery } from '../product-queries.ts'

export function productImportDialog(scope: ProjectScope): Dialog {
  return importDialog(productImportKind, scope)
}

interface ProductChoices {
  createsCategories: boolean
}

/** The import of products from a file. */
const productImportKind: ImportKind<ProductImport, ProductChoices> = {
  title: 'Import products',
  listQuery: productImportsQuery,
  create: (scope, file) => api.productImports.create.call({ params: scope, body: { file } }),
  start: (scope, { import_id }, { createsCategories }) =>
    api.productImports.start.call({ params: { ...scope, importId: import_id }, body: { create_categories: createsCategories } }),
  delete: (scope, importId) => api.productImports.delete.call({ params: { ...scope, importId } }),
  report: (scope, importId) => api.productImports.report.call({ params: { ...scope, importId } }),
  issues: (scope, importId, cursor) => api.productImports.issues.call({ params: { ...scope, importId }, query: { cursor } }),
  // The queries that are refetched after an import. Other screens show products, categories and links too.
  changes: [api.products.key(), api.categories.key(), api.links.key()],

  file: createCsvFileField({ maxBytes: productFileMaxBytes, maxRows: productFileMaxRows, tooLarge: productImportMessages.fileTooLarge }),
  texts: csvTexts,
  help: (
    <p className={classes.help}>
      The first line names the columns: <code>name</code>, and any of <code>description</code>, <code>image_url</code>,{' '}
      <code>product_url</code>, <code>attributes</code>, <code>categories</code>, <code>url</code>, <code>active</code>,{' '}
      <code>in_store</code>, <code>availability</code>, <code>price</code>, <code>price_checked_on</code>, <code>show_from</code> and{' '}
      <code>show_until</code>. Each <code>url</code> gets a short link. A row with a <code>product_id</code>, as in an export, updates that
      product. Files of Google Merchant Center, Shopify, WooCommerce and Awin can be imported unchanged.
    </p>
  ),
  formatEffects: ({ created, updated, rejected }) => `${formatCount(created, 'product')} created, ${updated} updated, ${rejected} rejected`,
  hasReport: ({ rejected, incomplete }) => rejected + incomplete > 0,
  Summary: ProductImportSummary,

  initialChoices: () => ({ createsCategories: true }),
  Choices: ProductImportChoices,
  undo: {
    forecastQuery: (scope, importId) => api.productImports.forecastUndo.queryOptions({ input: { params: { ...scope, importId } } }),
    start: (scope, { import_id }, includesClicked) =>
      api.productImports.undo.call({ params: { ...scope, importId: import_id }, body: { include_clicked: includesClicked } }),
    countCreated: ({ created }) => created,
    toListPath: toProductsOfImportPath,
    texts: {
      show: 'Show products',
      stays: 'Categories that the import created, and its changes to other products, stay.',
      afterUndo: 'You can now import a corrected file.',
    },
  },
  importable: ({ created, updated }) => ({ count: created + updated, text: formatCount(created + updated, 'product') }),
}

function ProductImportSummary({ shown, choices, isForecast, report }: ImportSummaryProps<ProductImport, ProductChoices>) {
  const incompleteDetail = 'Without some of their values.'
  const effects = [
    { count: shown.created, noun: 'product', done: 'created' },
    { count: shown.updated, noun: 'product', done: 'updated' },
    { count: isForecast && !choices.createsCategories ? 0 : shown.categories, noun: 'category', many: 'categories', done: 'created' },
    { count: shown.links, noun: 'short link', done: 'created' },
    { count: shown.links_over_limit, noun: 'short link', done: 'left out', detail: 'Your plan has no more links for this project.' },
    { count: shown.incomplete, noun: 'product', done: 'imported in part', detail: incompleteDetail },
    { count: shown.rejected, noun: 'row', done: 'rejected', detail: 'Correct these rows in the report, and import it.' },
  ]
  return (
    <>
      {shown.program !== null && <p className={classes.help}>{[`This is a file of ${shown.program}.`, ...shown.skipped].join(' ')}</p>}
      <EffectList effects={effects} isForecast={isForecast} ignoredColumns={shown.ignored_columns} report={report} />
    </>
  )
}

function ProductImportChoices({ shown, choices, onChange }: ImportChoicesProps<ProductImport, ProductChoices>) {
  const { missing_categories: names, categories: created, categories_over_limit: overLimit } = shown
  if (names.length === 0) return null
  const limit = `a project can have up to ${categoriesPerProject} categories. Products are imported without the others`
  if (overLimit > 0 && created === 0) {
    const missing = formatCount(overLimit, 'missing category', 'missing categories')
    return <p className={classes.help}>{`None of the ${missing} can be created: ${limit}.`}</p>
  }
  const label = names.length === 1 ? 'Create the missing category' : `Create the ${formatNumber(names.length)} missing categories`
  return (
    <Switch
      label={overLimit > 0 ? `Create ${formatNumber(created)} of the ${formatNumber(created + overLimit)} missing categories` : label}
      description={`${formatFirstNames(names)}. ${overLimit > 0 ? `Not all of them: ${limit}.` : 'Otherwise products are imported without them.'}`}
      checked={choices.createsCategories}
      onChange={(event) => onChange({ createsCategories: event.currentTarget.checked })}
    />
  )
}
