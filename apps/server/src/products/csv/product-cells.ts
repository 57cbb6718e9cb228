// Converts a product to the cells of a CSV file, and back. A list's values are separated by `;`, and an attribute's
// name and value by `=`. In a value, a backslash precedes `;`, `=` and `\`.
import type { ProductDraft, Visibility } from '@linkshelf/contract'
import type { Cell } from '../../platform/csv/csv-file.ts'
import type { ProductRow } from '../product-table.ts'

interface ExportedProduct {
  product: ProductRow
  visibility: Visibility
  linksOfProduct: { url: string; target: string }[]
  categoryNames: string[]
  position: number
}

type ProductColumn =
  | Exclude<keyof ProductDraft, 'urls'>
  | 'product_id'
  | 'targets'
  | 'short_urls'
  | 'in_store'
  | 'price_checked_on'
  | 'position'
  | 'visibility'
  | 'visibility_reason'

/**
 * The columns, in their order. Each field of a draft has a column, except `urls`, which is split into `targets` and
 * `short_urls`.
 */
const cells: Record<ProductColumn, (exported: ExportedProduct) => Cell> = {
  product_id: ({ product }) => product.id,
  name: ({ product }) => product.name,
  description: ({ product }) => product.description,
  image_url: ({ product }) => product.image_url,
  product_url: ({ product }) => product.product_url,
  attributes: ({ product }) => toAttributesCell(product.attributes),
  categories: ({ categoryNames }) => toListCell(categoryNames),
  targets: ({ linksOfProduct }) => linksOfProduct.map((link) => link.target).join(' '),
  short_urls: ({ linksOfProduct }) => linksOfProduct.map((link) => link.url).join(' '),
  active: ({ product }) => product.is_active,
  in_store: ({ product }) => product.is_in_store,
  availability: ({ product }) => product.availability,
  price: ({ product: { price } }) => price && `${price.amount} ${price.currency}`,
  price_checked_on: ({ product }) => product.price?.checked_on ?? null,
  show_from: ({ product }) => product.show_from?.toISOString() ?? null,
  show_until: ({ product }) => product.show_until?.toISOString() ?? null,
  position: ({ position }) => position,
  slug: ({ product }) => product.slug,
  image_focus: ({ product: { image_focus } }) => image_focus && `${image_focus.x} ${image_focus.y}`,
  pinned: ({ product }) => product.is_pinned,
  visibility: ({ visibility }) => visibility.state,
  visibility_reason: ({ visibility }) => visibility.reason,
}

/** The columns of an exported file. An import ignores columns that it can't set, such as `short_urls`. */
export const exportColumns: readonly string[] = Object.keys(cells)

/** Returns the cells of a product in the order of `exportColumns`. */
export function toProductCells(exported: ExportedProduct): Cell[] {
  return Object.values(cells).map((toCell) => toCell(exported))
}

export function toListCell(values: readonly string[]): string {
  return values.map((value) => escapeCell(value, /[\\;]/g)).join('; ')
}

export function toAttributesCell(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${escapeCell(name, /[\\;=]/g)}=${escapeCell(value, /[\\;]/g)}`)
    .join('; ')
}

/** Returns the values of a list. Values are trimmed, and blank values are omitted. */
export function parseListCell(cell: string): string[] {
  return splitUnescaped(cell, ';')
    .map((value) => unescapeCell(value).trim())
    .filter(Boolean)
}

/** Returns the attributes in a cell. Undefined if an attribute has no `=`. */
export function parseAttributesCell(cell: string): Record<string, string> | undefined {
  const pairs = splitUnescaped(cell, ';')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const [name = '', ...values] = splitUnescaped(pair, '=')
      return values.length === 0 ? undefined : ([unescapeCell(name).trim(), unescapeCell(values.join('=')).trim()] as const)
    })
  return pairs.every((pair) => pair !== undefined) ? Object.fromEntries(pairs) : undefined
}

/** Splits a cell into addresses. White space separates them, because addresses contain none. */
export function parseTargetsCell(cell: string): string[] {
  return cell.split(/\s+/).filter(Boolean)
}

function escapeCell(value: string, special: RegExp): string {
  return value.replace(special, (character) => `\\${character}`)
}

function unescapeCell(text: string): string {
  return text.replace(/\\([\\;=])/g, '$1')
}

/** Splits at each separator that does not follow a backslash. The parts are still escaped. */
function splitUnescaped(text: string, separator: ';' | '='): string[] {
  const parts = ['']
  for (const piece of text.match(/\\[\s\S]|[\s\S]/g) ?? []) {
    if (piece === separator) parts.push('')
    else parts[parts.length - 1] += piece
  }
  return parts
}
