import {
  categoriesPerProduct,
  categoriesPerProject,
  errorCatalog,
  isSchedule,
  linksPerProduct,
  type ProductId,
  productsPerProject,
  type Schedule,
  scheduleMessage,
} from '@linkshelf/contract'
import type { RowIssue } from '../../file-imports/index.ts'
import type { ImportColumn, ParsedRow } from './parse-product-row.ts'

/** The parts of a product's state that decide whether a row may update it. */
export interface UpdatedProduct extends Schedule {
  /** The destinations of the product's links. */
  targets: string[]
}

/**
 * The state of the project before the import: the products that rows can update, and the remaining numbers of products,
 * categories and links.
 */
export interface ProjectSnapshot {
  /** The products that rows can update, by id. */
  updatedProducts: ReadonlyMap<ProductId, UpdatedProduct>
  /** The names of the project's categories, in lower case. */
  categoryNames: ReadonlySet<string>
  remainingProducts: number
  remainingCategories: number
  remainingLinks: number
  isAllowedTarget(target: string): boolean
}

export interface PlannedRow {
  row: ParsedRow
  outcome: 'create' | 'update' | 'reject'
  /** The reasons why the row is rejected or, if it is imported, the values that it loses. */
  issues: RowIssue<ImportColumn>[]
  /**
   * Names of the categories that the product gets. Each category exists in the project, or `newCategories` of this row
   * or an earlier row adds it. Undefined if the product's categories do not change.
   */
  categories: string[] | undefined
  newCategories: string[]
  missingCategories: string[]
  /** The destinations that get a new short link. */
  newTargets: string[]
  targetsOverLimit: number
}

/**
 * Decides what an import does with each row, in the order of the rows. The check of a file and the import itself both
 * use these decisions.
 */
export function planRows(rows: readonly ParsedRow[], snapshot: ProjectSnapshot, { createsCategories }: CategoryChoice): PlannedRow[] {
  const project: PlannedProject = { ...snapshot, createsCategories, categoryNames: new Set(snapshot.categoryNames) }
  return rows.map((row) => {
    const plan = planRow(row, project)
    addPlanned(project, plan)
    return plan
  })
}

export interface CategoryChoice {
  createsCategories: boolean
}

/** The state that the project would have if the rows planned so far were imported. */
interface PlannedProject extends ProjectSnapshot, CategoryChoice {
  categoryNames: Set<string>
}

function addPlanned(project: PlannedProject, { outcome, newCategories, newTargets }: PlannedRow): void {
  if (outcome === 'create') project.remainingProducts -= 1
  project.remainingCategories -= newCategories.length
  for (const name of newCategories) project.categoryNames.add(name.toLowerCase())
  project.remainingLinks -= newTargets.length
}

function planRow(row: ParsedRow, project: PlannedProject): PlannedRow {
  const issues = [...row.issues, ...findRejections(row, project)]
  if (issues.length > 0) return { ...noEffects, row, outcome: 'reject', issues }
  const categories = planCategories(row, project)
  const targets = planTargets(row, project)
  const outcome = row.productId === undefined ? 'create' : 'update'
  return { ...categories, ...targets, row, outcome, issues: [...(row.notes ?? []), ...categories.issues, ...targets.issues] }
}

const noEffects = { categories: undefined, newCategories: [], missingCategories: [], newTargets: [], targetsOverLimit: 0 }

function findRejections({ productId, targets, values }: ParsedRow, project: PlannedProject): RowIssue<ImportColumn>[] {
  if (productId === undefined)
    return project.remainingProducts > 0
      ? []
      : [{ column: 'name', reason: `A project can have up to ${productsPerProject.toLocaleString('en')} products` }]
  const present = project.updatedProducts.get(productId)
  if (present === undefined) return [{ column: 'product_id', reason: errorCatalog.PRODUCT_NOT_FOUND.message }]
  const { show_from = present.show_from, show_until = present.show_until } = values
  if (!isSchedule({ show_from, show_until })) return [{ column: 'show_until', reason: scheduleMessage }]
  const all = new Set([...present.targets, ...targets])
  return targets.length > 0 && all.size > linksPerProduct
    ? [{ column: 'targets', reason: `Products can have up to ${linksPerProduct} links` }]
    : []
}

function planCategories({ categories: wanted }: ParsedRow, project: PlannedProject) {
  if (wanted === undefined) return { categories: undefined, newCategories: [], missingCategories: [], issues: [] }
  const missing = wanted.filter((name) => !project.categoryNames.has(name.toLowerCase()))
  const added = project.createsCategories ? missing.slice(0, project.remainingCategories) : []
  const left = missing.slice(added.length)
  return {
    categories: wanted.filter((name) => !left.includes(name)).slice(0, categoriesPerProduct),
    newCategories: added,
    missingCategories: left,
    issues: left.map((name): RowIssue<ImportColumn> => ({ column: 'categories', reason: formatMissingCategory(name, project) })),
  }
}

function formatMissingCategory(name: string, { createsCategories }: CategoryChoice): string {
  const reason = createsCategories ? `a project can have up to ${categoriesPerProject} categories` : 'there is no such category'
  return `Imported without the category "${name}": ${reason}`
}

/** Plans a link for each target that the product does not have yet. */
function planTargets({ productId, targets }: ParsedRow, project: PlannedProject) {
  const present = new Set(productId === undefined ? [] : project.updatedProducts.get(productId)?.targets)
  const wanted = targets.filter((target) => !present.has(target))
  const allowed = wanted.filter((target) => project.isAllowedTarget(target))
  const newTargets = allowed.slice(0, project.remainingLinks)
  const overLimit = allowed.slice(newTargets.length)
  const issues = wanted
    .filter((target) => !newTargets.includes(target))
    .map((target): RowIssue<ImportColumn> => {
      const reason = overLimit.includes(target) ? 'your plan has no more links for this project' : 'it leads to our own short domain'
      return { column: 'targets', reason: `Imported without a short link to ${target}: ${reason}` }
    })
  return { newTargets, targetsOverLimit: overLimit.length, issues }
}
