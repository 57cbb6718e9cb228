import { categoriesPerProject, type ProductImport, type ProductImportStart, productImportsPerProject } from '@linkshelf/contract'
import { projectCall, read } from '../../access/index.ts'
import {
  createImport,
  deleteImport,
  forecastUndo,
  getImport,
  getImportReport,
  listImportIssues,
  listImports,
  startImport,
  toFileImport,
  toImportUndo,
  toIssueRows,
  type UndoableKind,
  undoImport,
} from '../../file-imports/index.ts'
import { type ClickedLinkFinder, importedLinks } from '../../links/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { importedProducts } from './imported-products.ts'
import { type PlannedRow, planRows } from './plan-product-rows.ts'
import { type ProductFile, parser } from './read-product-file.ts'
import { selectSnapshot, writeRows } from './write-product-rows.ts'

const noCounts = { created: 0, updated: 0, rejected: 0, incomplete: 0, links: 0, links_over_limit: 0, categories: 0 }

export const productImports: UndoableKind<{
  file: ProductFile
  settings: undefined
  input: ProductImportStart
  /** Imports that an earlier version of Linkshelf stored have only `missing_categories`. */
  details: { missing_categories: string[]; program?: string | null; skipped?: string[]; categories_over_limit?: number }
  choices: { create_categories: boolean }
  counts: typeof noCounts
  result: ProductImport
}> = {
  kind: 'products',
  entity: 'product_import',
  notFound: 'PRODUCT_IMPORT_NOT_FOUND',
  notReady: 'PRODUCT_IMPORT_NOT_READY',
  tasks: { check: 'check-product-import', run: 'import-products' },
  requires: {
    feature: 'hasProducts',
    failure: 'Products were switched off for this organization before the import ended. Upload the file again.',
  },
  defaultFileName: 'products.csv',
  maxStored: productImportsPerProject,
  batchRows: 500,
  noCounts,

  parser,
  toSettings: () => undefined,

  async plan(deps, ctx, { rows, program, skipped }) {
    const planned = planRows(rows, await read(ctx, (tx) => selectSnapshot(tx, deps, ctx, rows)), { createsCategories: true })
    const created = planned.flatMap((row) => row.newCategories)
    const overLimit = new Map(planned.flatMap((row) => row.missingCategories).map((name) => [name.toLowerCase(), name]))
    // The list ends at the maximum number of categories per project, because a project can't have more.
    const missing_categories = [...created, ...overLimit.values()].slice(0, categoriesPerProject)
    return { ...toEffects(planned), details: { missing_categories, categories_over_limit: overLimit.size, program, skipped } }
  },

  start: async (_tx, _ctx, { input: { create_categories } }) => ({ create_categories }),

  async write(tx, deps, ctx, { before: { choices }, rows }) {
    const { planned, written } = await writeRows(tx, deps, ctx, { rows, choice: { createsCategories: choices.create_categories } })
    return { ...toEffects(planned), after: { lines: [rows.at(0)?.line, rows.at(-1)?.line], ...written } }
  },

  undo: {
    task: 'undo-product-import',
    actions: { start: 'product_import.undo', rows: 'product_import.undo_rows' },
    things: [importedProducts, importedLinks],
  },

  toResult(row) {
    const { missing_categories = [], categories_over_limit = 0, program = null, skipped = [] } = row.details ?? {}
    return {
      ...toFileImport(row),
      ...toImportUndo(row),
      ...noCounts,
      ...row.counts,
      missing_categories,
      categories_over_limit,
      program,
      skipped,
    }
  },
}

function toEffects(planned: readonly PlannedRow[]) {
  const counts = { ...noCounts }
  for (const { outcome, issues, newCategories, newTargets, targetsOverLimit } of planned) {
    if (outcome === 'create') counts.created += 1
    else if (outcome === 'update') counts.updated += 1
    else counts.rejected += 1
    if (outcome !== 'reject' && issues.length > 0) counts.incomplete += 1
    counts.categories += newCategories.length
    counts.links += newTargets.length
    counts.links_over_limit += targetsOverLimit
  }
  return { counts, issues: toIssueRows(planned.map(({ row, issues }) => ({ ...row, issues }))) }
}

const calls = projectCall.productImports

export function productImportRoutes(deps: Deps & { visits: ClickedLinkFinder }) {
  return {
    create: calls.create.handler(({ context, input }) => createImport(productImports, deps, context.ctx, input.body.file)),
    list: calls.list.handler(({ context }) => listImports(productImports, context.ctx)),
    get: calls.get.handler(({ context, input }) => getImport(productImports, context.ctx, input.params.importId)),
    start: calls.start.handler(({ context, input }) =>
      startImport(productImports, context.ctx, { importId: input.params.importId, input: input.body }),
    ),
    issues: calls.issues.handler(async ({ context, input }) => {
      const page = await listImportIssues(productImports, context.ctx, { importId: input.params.importId, ...input.query })
      return { headers: { 'x-next-cursor': page.nextCursor }, body: page.issues }
    }),
    report: calls.report.handler(({ context, input }) => getImportReport(productImports, deps, context.ctx, input.params.importId)),
    forecastUndo: calls.forecastUndo.handler(({ context, input }) =>
      forecastUndo(productImports, deps, context.ctx, input.params.importId),
    ),
    undo: calls.undo.handler(({ context, input }) =>
      undoImport(productImports, context.ctx, { importId: input.params.importId, input: input.body }),
    ),
    delete: calls.delete.handler(({ context, input }) => deleteImport(productImports, context.ctx, input.params.importId)),
  }
}
