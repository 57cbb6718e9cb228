// Converts products of other programs' files to rows with the columns that an import sets.
import {
  attributeValueMaxLength,
  categoriesPerProduct,
  categoryName,
  countPriceShownDays,
  parsePrice,
  productDescriptionMaxLength,
  productNameMaxLength,
} from '@linkshelf/contract'
import type { RowIssue } from '../../../file-imports/index.ts'
import { toAttributesCell, toListCell } from '../../csv/product-cells.ts'
import type { ImportColumn } from '../parse-product-row.ts'
import { toPlainText } from './plain-text.ts'

/**
 * A line of the file. `get` returns the trimmed cell of the first given column that is not blank, or '' if all are
 * blank.
 */
export interface ProgramRow {
  line: number
  cells: string[]
  get(...columns: string[]): string
}

export interface ProgramProduct {
  /** The line number and the cells of the product's first row. */
  line: number
  cells: string[]
  values: Partial<Record<ImportColumn, string>>
  /** The values that are lost or shortened. */
  notes: RowIssue<ImportColumn>[]
}

export interface ProgramProducts {
  products: ProgramProduct[]
  /** Sentences about parts of the file that are not imported. */
  skipped: string[]
}

/** A program whose product files are recognized by their columns. */
export interface ProductProgram {
  name: string
  /** `columns` has the file's column names, in lower case and with `_` for each space. */
  matches(columns: ReadonlySet<string>): boolean
  /** The columns that `toProducts` reads. */
  columns: readonly string[]
  toProducts(rows: readonly ProgramRow[]): ProgramProducts
}

/** The values of a product as they are in the program's file. */
interface ForeignProduct {
  name: string
  /** Text or HTML. */
  description?: string
  image?: string
  target?: string
  categories?: readonly string[]
  price?: string
  brand?: string
  isActive?: boolean
  availability?: string
}

/**
 * Converts a program's values to the format of our own columns. If the price has no currency, it is stored as an
 * attribute.
 */
export function toProgramProduct({ line, cells }: Pick<ProgramRow, 'line' | 'cells'>, foreign: ForeignProduct): ProgramProduct {
  const { description, image, target, categories, price, brand, isActive, availability } = foreign
  const name = shortenText('name', toPlainText(foreign.name).replace(/\s+/g, ' '), productNameMaxLength)
  const text = description === undefined ? undefined : shortenText('description', toPlainText(description), productDescriptionMaxLength)
  const stated = price === undefined ? undefined : parsePrice(price)
  const isPriceAllowed = !target || !URL.canParse(target) || countPriceShownDays([{ host: new URL(target).hostname }]) > 0
  const attributes = Object.entries({ Price: stated || !isPriceAllowed ? undefined : price, Brand: brand }).filter(
    ([, value]) => value && value.length <= attributeValueMaxLength,
  )
  return {
    line,
    cells,
    values: {
      name: name.value,
      ...(text && { description: text.value }),
      ...(image && { image_url: image }),
      ...(target && { targets: target }),
      ...(categories && { categories: toCategoriesCell(categories) }),
      ...(attributes.length > 0 && { attributes: toAttributesCell(Object.fromEntries(attributes) as Record<string, string>) }),
      ...(isActive !== undefined && { active: String(isActive) }),
      ...(availability && { availability }),
      ...(stated && isPriceAllowed && { price: `${stated.amount} ${stated.currency}` }),
    },
    notes: [...name.notes, ...(text?.notes ?? []), ...(price && !isPriceAllowed ? [forbiddenPrice] : [])],
  }
}

const forbiddenPrice: RowIssue<ImportColumn> = { column: 'price', reason: 'Imported without its price: the shop allows none' }

function shortenText(column: 'name' | 'description', value: string, maxLength: number): { value: string; notes: RowIssue<ImportColumn>[] } {
  if (value.length <= maxLength) return { value, notes: [] }
  const cut = `${value
    .slice(0, maxLength - 1)
    .toWellFormed()
    .trimEnd()}…`
  return { value: cut, notes: [{ column, reason: `Imported with the first ${maxLength.toLocaleString('en')} characters of it` }] }
}

/**
 * Returns the names of the categories as a cell. Uses the last level of each path. For example, "Home > Lighting >
 * Lamps" becomes "Lamps".
 */
function toCategoriesCell(paths: readonly string[]): string {
  const names = paths.map((path) => toPlainText(path.split('>').at(-1) ?? ''))
  return toListCell(names.filter((name) => categoryName.safeParse(name).success).slice(0, categoriesPerProduct))
}

/**
 * Returns the lowest price of a product's variants. If the prices differ, the text begins with "from", for example
 * "from 9.90". The returned price has no currency.
 */
export function formatLowestPrice(variantPrices: readonly string[]): string {
  const prices = [...new Set(variantPrices.filter(Boolean))].sort((one, other) => Number(one) - Number(other))
  const [lowest = ''] = prices
  return prices.length > 1 ? `from ${lowest}` : lowest
}

/** Splits at commas that do not follow a backslash. */
export function splitAtCommas(cell: string): string[] {
  return cell
    .split(/(?<!\\),/)
    .map((part) => part.replaceAll('\\,', ',').trim())
    .filter(Boolean)
}

export function formatSkippedVariants(count: number): string[] {
  if (count === 0) return []
  return [
    count === 1 ? 'One further variant is part of its product.' : `${formatCount(count)} further variants are part of their products.`,
  ]
}

export function formatSkippedPictures(count: number): string[] {
  if (count === 0) return []
  return [`${count === 1 ? 'One further picture is' : `${formatCount(count)} further pictures are`} left out: a product has one picture.`]
}

export function formatInactiveProducts(products: readonly ProgramProduct[]): string[] {
  const count = products.filter(({ values }) => values.active === 'false').length
  if (count === 0) return []
  return [
    count === 1
      ? 'One product is not published, and becomes inactive.'
      : `${formatCount(count)} products are not published, and become inactive.`,
  ]
}

export function formatMissingTargets(products: readonly ProgramProduct[]): string[] {
  if (products.some(({ values }) => values.targets !== undefined)) return []
  return ['The file names no pages of products, so they get no short links.']
}

function formatCount(count: number): string {
  return count.toLocaleString('en')
}
