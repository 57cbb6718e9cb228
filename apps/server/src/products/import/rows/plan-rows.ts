import {
  categoriesPerProduct,
  categoriesPerProject,
  errorCatalogue,
  isSchedule,
  linksPerProduct,
  type ProductId,
  productsPerProject,
  scheduleMessage,
} from '@linkshelf/contract'
import type { UpdatedProduct } from '../updated-product-table.ts'
import type { ImportIssue } from './import-columns.ts'
import type { ParsedRow } from './parse-row.ts'

/** The state of the project before the rows, and its limits. `planRows` subtracts what each row uses. */
export interface ImportRoom {
  /** Each product that a row may update. */
  updatedProducts: ReadonlyMap<ProductId, UpdatedProduct>
  /** The names of categories in lower case. */
  categoryNames: Set<string>
  /** How many more products, categories and links the project may have. */
  products: number
  categories: number
  links: number
  createsCategories: boolean
  isAllowedTarget(target: string): boolean
}

export interface PlannedRow {
  row: ParsedRow
  outcome: 'create' | 'update' | 'reject'
  /** The reasons why the row is rejected, or the values that it loses. */
  issues: ImportIssue[]
  /**
   * Names that the project has, or that `newCategories` of this row or an earlier one adds; undefined
   * leaves them unchanged.
   */
  categories: string[] | undefined
  newCategories: string[]
  missingCategories: string[]
  /** Each gets a short link. */
  newTargets: string[]
  targetsOverLimit: number
}

/** Decides what an import does with each row, in their order. The check of a file and the import itself call this. */
export function planRows(rows: readonly ParsedRow[], room: ImportRoom): PlannedRow[] {
  return rows.map((row) => {
    const outcome = row.productId === undefined ? 'create' : 'update'
    const issues = [...row.issues, ...rejectionsOf(row, room)]
    if (issues.length > 0) return { ...nothing, row, outcome: 'reject', issues }
    if (outcome === 'create') room.products -= 1
    const categories = planCategories(row, room)
    const targets = planTargets(row, room)
    return { ...categories, ...targets, row, outcome, issues: [...categories.issues, ...targets.issues] }
  })
}

const nothing = { categories: undefined, newCategories: [], missingCategories: [], newTargets: [], targetsOverLimit: 0 }

function rejectionsOf({ productId, targets, values }: ParsedRow, room: ImportRoom): ImportIssue[] {
  if (productId === undefined)
    return room.products > 0
      ? []
      : [{ column: 'name', reason: `A project can have up to ${productsPerProject.toLocaleString('en')} products` }]
  const present = room.updatedProducts.get(productId)
  if (present === undefined) return [{ column: 'product_id', reason: errorCatalogue.PRODUCT_NOT_FOUND.message }]
  const { show_from = present.show_from, show_until = present.show_until } = values
  if (!isSchedule({ show_from, show_until })) return [{ column: 'show_until', reason: scheduleMessage }]
  const all = new Set([...present.targets, ...targets])
  return targets.length > 0 && all.size > linksPerProduct
    ? [{ column: 'targets', reason: `A product may have ${linksPerProduct} links at most` }]
    : []
}

function planCategories({ categories: wanted }: ParsedRow, room: ImportRoom) {
  if (wanted === undefined) return { categories: undefined, newCategories: [], missingCategories: [], issues: [] }
  const missing = wanted.filter((name) => !room.categoryNames.has(name.toLowerCase()))
  const added = room.createsCategories ? missing.slice(0, room.categories) : []
  room.categories -= added.length
  for (const name of added) room.categoryNames.add(name.toLowerCase())
  const left = missing.slice(added.length)
  return {
    categories: wanted.filter((name) => !left.includes(name)).slice(0, categoriesPerProduct),
    newCategories: added,
    missingCategories: left,
    issues: left.map((name): ImportIssue => ({ column: 'categories', reason: reasonWithout(name, room) })),
  }
}

function reasonWithout(name: string, { createsCategories }: ImportRoom): string {
  const reason = createsCategories ? `a project can have up to ${categoriesPerProject} categories` : 'there is no such category'
  return `Imported without the category "${name}": ${reason}`
}

/** A target that the product has already gets no second link. */
function planTargets({ productId, targets }: ParsedRow, room: ImportRoom) {
  const present = new Set(productId === undefined ? [] : room.updatedProducts.get(productId)?.targets)
  const wanted = targets.filter((target) => !present.has(target))
  const allowed = wanted.filter(room.isAllowedTarget)
  const newTargets = allowed.slice(0, room.links)
  room.links -= newTargets.length
  const overLimit = allowed.slice(newTargets.length)
  const issues = wanted
    .filter((target) => !newTargets.includes(target))
    .map((target): ImportIssue => {
      const reason = overLimit.includes(target) ? 'your plan has no more links for this project' : 'it leads to our own short domain'
      return { column: 'targets', reason: `Imported without a short link to ${target}: ${reason}` }
    })
  return { newTargets, targetsOverLimit: overLimit.length, issues }
}
