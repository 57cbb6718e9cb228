// Another site's style sheet is parsed, and a new style sheet is written from the parsed parts: no original text is
// passed through.
import { fontFamilyName } from '@linkshelf/contract'
import { type AtRule, type ChildNode, CssSyntaxError, type Declaration, parse } from 'postcss'
import type { ParserModule } from '../../platform/process/confined/parser-messages.ts'

export interface FontFace {
  family: string
  /** The address of the WOFF2 file; undefined if the rule has no WOFF2 file. */
  url: string | undefined
  /** The valid descriptors, except the family and the file. */
  descriptors: [name: string, value: string][]
}

const weight = /^(normal|bold|\d{1,4}( \d{1,4})?)$/
const percents = /^(normal|\d{1,3}(\.\d+)?%( \d{1,3}(\.\d+)?%)?)$/
const slant = /^(normal|italic|oblique( -?\d{1,2}deg){0,2})$/
const characters = /^u\+[0-9a-f?]{1,6}(-[0-9a-f]{1,6})?$/

/**
 * The descriptors that are copied, with their validation. Other descriptors are dropped; browsers too ignore
 * descriptors that they don't know.
 */
const rules: Record<string, (value: string) => boolean> = {
  'font-style': (value) => slant.test(value),
  'font-weight': (value) => weight.test(value),
  'font-stretch': (value) => percents.test(value),
  'font-display': (value) => ['auto', 'block', 'swap', 'fallback', 'optional'].includes(value),
  'unicode-range': (value) => value.split(',').every((range) => characters.test(range.trim())),
}

/** Yields one list with the rules of the style sheet. If the style sheet can't be parsed, the list is empty. */
export const parser: ParserModule<{ baseUrl: string }, FontFace[]> = {
  url: import.meta.url,
  async *parse(input, { baseUrl }) {
    yield parseFontFaces(Buffer.concat(await Array.fromAsync(input)).toString(), baseUrl) ?? []
  },
}

/**
 * Returns the top-level `@font-face` rules whose family name a page can use. Undefined if the text is no style sheet.
 */
export function parseFontFaces(css: string, baseUrl: string): FontFace[] | undefined {
  try {
    // Without `map: false`, the parser would read the source map file that a comment in the style sheet names.
    const { nodes } = parse(css, { map: false })
    return nodes.filter(isFontFace).flatMap(({ nodes: children = [] }) => toFontFace(children.filter(isDeclaration), baseUrl) ?? [])
  } catch (error) {
    if (error instanceof CssSyntaxError) return undefined
    throw error
  }
}

function isFontFace(node: ChildNode): node is AtRule {
  return node.type === 'atrule' && node.name.toLowerCase() === 'font-face'
}

function isDeclaration(node: ChildNode): node is Declaration {
  return node.type === 'decl'
}

function toFontFace(declarations: readonly Declaration[], baseUrl: string): FontFace | undefined {
  const values = new Map(declarations.map(({ prop, value }) => [prop.toLowerCase(), value.trim()]))
  const family = values.get('font-family')?.replace(/^(["'])(.*)\1$/, '$2') ?? ''
  if (!fontFamilyName.test(family)) return undefined
  const descriptors = Object.entries(rules).flatMap(([name, isValid]): FontFace['descriptors'] => {
    const value = values.get(name)?.toLowerCase().replace(/\s+/g, ' ')
    return value !== undefined && isValid(value) ? [[name, value]] : []
  })
  return { family, url: findWoff2Url(values.get('src') ?? '', baseUrl), descriptors }
}

const source = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^\s"'()]+))\s*\)(?:\s*format\(\s*["']?([\w-]+)["']?\s*\))?/gi

/** Returns the address of the first file that is declared as WOFF2. */
function findWoff2Url(src: string, baseUrl: string): string | undefined {
  for (const [, double, single, bare, format] of src.matchAll(source)) {
    const address = double ?? single ?? bare ?? ''
    const isWoff2 = format === undefined ? /\.woff2($|[?#])/i.test(address) : /^woff2/i.test(format)
    if (isWoff2 && URL.canParse(address, baseUrl)) return new URL(address, baseUrl).href
  }
  return undefined
}

/**
 * Writes the rules as a style sheet. `fileName` converts a font's original address to the name of its copy, relative to
 * the style sheet.
 */
export function writeFontFaces(faces: readonly FontFace[], fileName: (url: string | undefined) => string): string {
  return faces.map((face) => `${writeFontFace(face, fileName(face.url))}\n`).join('')
}

function writeFontFace({ family, descriptors }: FontFace, fileName: string): string {
  const lines = [['font-family', `'${family}'`], ...descriptors, ['src', `url(${fileName}) format('woff2')`]]
  return `@font-face{${lines.map(([name, value]) => `${name}:${value}`).join(';')}}`
}
