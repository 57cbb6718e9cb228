// A product as cells of a CSV file. Values that are lists are separated by `;`, and an attribute's name and value by
// `=`; a backslash before either, or before another backslash, makes it part of the text.

/** The columns of an export. An import reads the same ones, and ignores those it can't set. */
export const productColumns = [
  'product_id',
  'name',
  'description',
  'image_url',
  'product_url',
  'attributes',
  'categories',
  'targets',
  'short_urls',
  'active',
  'in_store',
  'availability',
  'price',
  'price_checked_on',
  'show_from',
  'show_until',
  'position',
  'slug',
  'image_focus',
] as const

export function toListCell(values: readonly string[]): string {
  return values.map((value) => escaped(value, /[\\;]/g)).join('; ')
}

export function toAttributesCell(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${escaped(name, /[\\;=]/g)}=${escaped(value, /[\\;]/g)}`)
    .join('; ')
}

/** The values of a list, trimmed, without blank ones. */
export function parseListCell(cell: string): string[] {
  return splitUnescaped(cell, ';')
    .map((value) => unescaped(value).trim())
    .filter(Boolean)
}

/** The attributes of a cell; undefined when one of them has no `=`. */
export function parseAttributesCell(cell: string): Record<string, string> | undefined {
  const pairs = splitUnescaped(cell, ';')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const [name = '', ...values] = splitUnescaped(pair, '=')
      return values.length === 0 ? undefined : ([unescaped(name).trim(), unescaped(values.join('=')).trim()] as const)
    })
  return pairs.every((pair) => pair !== undefined) ? Object.fromEntries(pairs) : undefined
}

/** Addresses contain no white space, so it separates them. */
export function parseTargetsCell(cell: string): string[] {
  return cell.split(/\s+/).filter(Boolean)
}

function escaped(value: string, special: RegExp): string {
  return value.replace(special, (character) => `\\${character}`)
}

function unescaped(text: string): string {
  return text.replace(/\\([\\;=])/g, '$1')
}

/** Splits at each separator that no backslash precedes. The parts are still escaped. */
function splitUnescaped(text: string, separator: ';' | '='): string[] {
  const parts = ['']
  for (const piece of text.match(/\\[\s\S]|[\s\S]/g) ?? []) {
    if (piece === separator) parts.push('')
    else parts[parts.length - 1] += piece
  }
  return parts
}
