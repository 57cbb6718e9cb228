import {
  categoriesPerProduct,
  categoryName,
  checkedDay,
  destinationForm,
  isSchedule,
  linksPerProduct,
  type ProductDraft,
  type ProductId,
  parsePrice,
  productAvailabilities,
  productDraft,
  productId,
  scheduleMessage,
} from '@linkshelf/contract'
import { type CellSchema, type ImportedRow, type RowIssue, toCellIssues } from '../../file-imports/index.ts'
import { parseAttributesCell, parseListCell, parseTargetsCell } from '../csv/product-cells.ts'

/** A field of a product draft whose value is in one cell. */
type ValueColumn = Exclude<keyof ProductDraft, 'slug' | 'pinned' | 'categories' | 'urls'>

export type ImportColumn = ValueColumn | 'product_id' | 'categories' | 'targets' | 'in_store' | 'price_checked_on'

/**
 * A parsed row of the file. A row with issues is rejected. If the file lacks a column, the row has no value for it, so
 * updating a product does not change that field.
 */
export interface ParsedRow extends ImportedRow<ImportColumn> {
  /** The product that the row updates. Undefined if the row creates a product. */
  productId?: ProductId
  values: Partial<Pick<ProductDraft, ValueColumn> & { in_store: boolean }>
  /** The values that are not imported although the row is imported, with the reasons. */
  notes?: RowIssue<ImportColumn>[]
  /**
   * The day on which the price was checked. Stored separately from the price, because its column can come before the
   * price column.
   */
  priceCheckedOn?: string
  categories?: string[]
  targets: string[]
}

const { name, description, image_url, image_focus, product_url, attributes, availability, price, show_from, show_until } =
  productDraft.shape
const switchByWord = new Map([
  ...['true', 'yes', '1'].map((word) => [word, true] as const),
  ...['false', 'no', '0'].map((word) => [word, false] as const),
])

/**
 * Words that other programs use for availability, in lower case and without spaces and punctuation. For example, "Out
 * of stock" and "https://schema.org/OutOfStock" both become "outofstock".
 */
const availabilityByWord = new Map([
  ...['instock', 'preorder', 'presale', 'backorder', 'onbackorder', 'limitedavailability', 'onlineonly'].map(
    (word) => [word, 'available'] as const,
  ),
  ...['outofstock', 'soldout', 'discontinued'].map((word) => [word, 'unavailable'] as const),
])

/**
 * Parses the cells of a row; `columns` has the column of each cell. Names, texts and addresses follow the same rules as
 * in the API.
 */
export function parseRow(cells: string[], columns: (ImportColumn | undefined)[], line: number): ParsedRow {
  const row: ParsedRow = { line, cells, issues: [], values: {}, targets: [] }
  for (const [index, column] of columns.entries()) {
    if (column !== undefined) row.issues.push(...readers[column](row, (cells[index] ?? '').trim()))
  }
  if (row.values.price && row.priceCheckedOn !== undefined) row.values.price = { ...row.values.price, checked_on: row.priceCheckedOn }
  if (row.productId === undefined && row.values.name === undefined && row.issues.length === 0)
    row.issues.push(...toCellIssues('name', name.safeParse('')))
  if (row.productId === undefined && !isSchedule(row.values)) row.issues.push({ column: 'show_until', reason: scheduleMessage })
  return row
}

/** Adds an issue to each row that repeats the product id of an earlier row, so that only the first row is accepted. */
export function rejectRepeatedIds(rows: ParsedRow[]): ParsedRow[] {
  const lineByProductId = new Map<ProductId, number>()
  return rows.map((row) => {
    if (row.productId === undefined) return row
    const earlier = lineByProductId.get(row.productId)
    if (earlier === undefined) lineByProductId.set(row.productId, row.line)
    return earlier === undefined
      ? row
      : { ...row, issues: [...row.issues, { column: 'product_id' as const, reason: `Line ${earlier} has the same product` }] }
  })
}

/** Stores the value of a cell in the row. Returns the cell's issues. */
type ReadCell = (row: ParsedRow, cell: string) => RowIssue<ImportColumn>[]

const readers: Record<ImportColumn, ReadCell> = {
  product_id: (row, cell) => {
    if (cell === '') return []
    const parsed = productId.safeParse(cell)
    if (parsed.success) row.productId = parsed.data
    return toCellIssues('product_id', parsed)
  },
  name: readText('name', name),
  description: readText('description', description),
  image_url: readText('image_url', image_url),
  product_url: readText('product_url', product_url),
  attributes: readAttributes,
  categories: readCategories,
  targets: readTargets,
  active: readSwitch('active'),
  in_store: readSwitch('in_store'),
  availability: readAvailability,
  price: readPrice,
  price_checked_on: readPriceDay,
  show_from: readLimit('show_from', show_from),
  show_until: readLimit('show_until', show_until),
  image_focus: readFocus,
}

export const importColumns = Object.keys(readers) as readonly ImportColumn[]

function readText<Column extends 'name' | 'description' | 'image_url' | 'product_url'>(
  column: Column,
  schema: CellSchema<ParsedRow['values'][Column]>,
): ReadCell {
  return (row, cell) => {
    const parsed = schema.safeParse(cell)
    if (parsed.success) row.values[column] = parsed.data
    return toCellIssues(column, parsed)
  }
}

function readAttributes(row: ParsedRow, cell: string): RowIssue<ImportColumn>[] {
  const pairs = parseAttributesCell(cell)
  if (pairs === undefined) return [{ column: 'attributes', reason: 'Write attributes as Name=Value; Name=Value' }]
  const parsed = attributes.safeParse(pairs)
  if (parsed.success) row.values.attributes = parsed.data
  return toCellIssues('attributes', parsed)
}

function readCategories(row: ParsedRow, cell: string): RowIssue<ImportColumn>[] {
  const categoryByFoldedName = new Map(parseListCell(cell).map((category) => [category.toLowerCase(), category]))
  row.categories = [...categoryByFoldedName.values()]
  const isTooMany = row.categories.length > categoriesPerProduct
  return [
    ...row.categories.flatMap((category) => toCellIssues('categories', categoryName.safeParse(category))),
    ...(isTooMany ? [{ column: 'categories' as const, reason: `Products can be in up to ${categoriesPerProduct} categories` }] : []),
  ]
}

function readTargets(row: ParsedRow, cell: string): RowIssue<ImportColumn>[] {
  const parsed = parseTargetsCell(cell).map((address) => destinationForm.shape.target.safeParse(address))
  row.targets = [...new Set(parsed.flatMap((target) => (target.success ? [target.data] : [])))]
  const isTooMany = row.targets.length > linksPerProduct
  return [
    ...parsed.flatMap((target) => toCellIssues('targets', target)),
    ...(isTooMany ? [{ column: 'targets' as const, reason: `Products can have up to ${linksPerProduct} links` }] : []),
  ]
}

/** Returns a reader for a column with yes or no. A blank cell changes nothing, as in `readAvailability`. */
function readSwitch(column: 'active' | 'in_store'): ReadCell {
  return (row, cell) => {
    const isOn = switchByWord.get(cell.toLowerCase())
    if (isOn !== undefined) row.values[column] = isOn
    return isOn === undefined && cell !== '' ? [{ column, reason: 'Write true or false' }] : []
  }
}

function readAvailability(row: ParsedRow, cell: string): RowIssue<ImportColumn>[] {
  if (cell === '') return []
  const word = cell.toLowerCase()
  const parsed = availability.safeParse(
    availabilityByWord.get(word.replace(/^https?:\/\/schema\.org\//, '').replace(/[^a-z]/g, '')) ?? word,
  )
  if (parsed.success) row.values.availability = parsed.data
  return parsed.success ? [] : [{ column: 'availability', reason: `Write one of ${productAvailabilities.join(', ')}` }]
}

/**
 * Accepts `49.90 EUR` or a price as shops write it. A blank cell removes the price. If the price can't be read, the
 * product's price does not change.
 */
function readPrice(row: ParsedRow, cell: string): RowIssue<ImportColumn>[] {
  const [, amount, currency] = /^(\S+)\s+([A-Za-z]{3})$/.exec(cell) ?? []
  const parsed = price.safeParse(cell === '' ? null : amount === undefined ? (parsePrice(cell) ?? {}) : { amount, currency })
  if (parsed.success) row.values.price = parsed.data
  if (!parsed.success) row.notes = [...(row.notes ?? []), { column: 'price', reason: 'Imported without it: Write a price like 49.90 EUR' }]
  return []
}

/** Reads the day on which the price was checked. If the cell is blank, the day of the import is used. */
function readPriceDay(row: ParsedRow, cell: string): RowIssue<ImportColumn>[] {
  if (cell === '') return []
  const parsed = checkedDay.safeParse(cell)
  if (parsed.success) row.priceCheckedOn = parsed.data
  return parsed.success ? [] : [{ column: 'price_checked_on', reason: 'Write a day like 2030-01-31' }]
}

/** Returns a reader for the start or end of a schedule. If the cell is blank, the product has no start or end. */
function readLimit(column: 'show_from' | 'show_until', schema: CellSchema<string | null>): ReadCell {
  return (row, cell) => {
    const parsed = schema.safeParse(cell === '' ? null : cell)
    if (parsed.success) row.values[column] = parsed.data
    return parsed.success ? [] : [{ column, reason: 'Write a time like 2030-01-31T09:00:00Z' }]
  }
}

/** Accepts two fractions, for example `0.62 0.3`. If the cell is blank, the focus is computed. */
function readFocus(row: ParsedRow, cell: string): RowIssue<ImportColumn>[] {
  const [, x, y] = /^(\S+)\s+(\S+)$/.exec(cell) ?? []
  const parsed = image_focus.safeParse(cell === '' ? null : { x: Number(x), y: Number(y) })
  if (parsed.success) row.values.image_focus = parsed.data
  return parsed.success ? [] : [{ column: 'image_focus', reason: 'Write two numbers from 0 to 1, like 0.62 0.3' }]
}
