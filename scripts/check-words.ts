// Fails if a text has a word that the product does not use: British spelling, a second name for one thing, a pronoun
// without its noun, or Title Case that the specification does not require. Checks texts on screens, pages, emails,
// errors and the API reference.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'
import { listSpecified } from '../harness/product-specification.ts'
import { names, replacedWords } from './screen-words.ts'

export interface Finding {
  line: number
  message: string
}

interface Text {
  line: number
  text: string
  /** True if other content precedes the text in its element or template. */
  continues: boolean
}

/**
 * The product specification fixes these texts letter by letter, including Title Case. All other labels are in sentence
 * case.
 */
const specifiedTexts: ReadonlySet<string> = new Set(listSpecified('Texts'))

/** Matches the beginning of a text that does not name its subject. "Each" followed by a noun is fine. */
const pronounStart = /^(?:It|They|Them|Its|Their)\b|^Each (?:becomes|can|gets|has|is|leads|of|was)\b/

/** Returns the findings in the literals, templates and elements of a source file. */
export function findings(path: string, source: string): Finding[] {
  return readTexts(path, source).flatMap((one) => check(one).map((message) => ({ line: one.line, message: `${message}: ${one.text}` })))
}

function check({ text, continues }: Text): string[] {
  // Keys, paths and class names are not prose, so they are not checked.
  if (!/^["“‘]?[A-Z]/.test(text) && !text.includes(' ')) return []
  const words = replacedWords.flatMap(({ found, say }) => {
    const match = found.exec(text)
    return match === null ? [] : [`says "${match[0]}" in place of "${say}"`]
  })
  if (!continues && pronounStart.test(text)) words.push('begins with a pronoun without its noun')
  if (!continues && isTitleCase(text) && !specifiedTexts.has(text)) words.push('is in Title Case')
  return words
}

/**
 * Returns whether a text of two to four words is in Title Case. Names and abbreviations do not make it Title Case,
 * because sentence case writes them with capitals too.
 */
function isTitleCase(text: string): boolean {
  const [first = '', ...others] = text.split(' ')
  if (others.length < 1 || others.length > 3 || !/^[A-Z][a-z]+$/.test(first) || text.startsWith('Back to ')) return false
  return (
    others.every((word) => /^(?:[A-Z][A-Za-z]*|to|of|from|the)$/.test(word)) &&
    others.some((word) => /^[A-Z][a-z]+$/.test(word) && !names.has(word))
  )
}

function readTexts(path: string, source: string): Text[] {
  const { program, errors } = parseSync(path, source)
  if (errors[0] !== undefined) throw new Error(`${path} can't be parsed: ${errors[0].message}`)
  const texts: Text[] = []
  const skipped = new Set<unknown>()

  function add(start: number, raw: string, continues: boolean): void {
    const text = raw.replace(/\s+/g, ' ').trim()
    if (text !== '') texts.push({ line: source.slice(0, start).split('\n').length, text, continues })
  }

  function addChildren({ children }: { children: readonly { type: string; start: number; value?: unknown }[] }): void {
    let continues = false
    for (const { type, start, value } of children) {
      const text = type === 'JSXText' ? String(value) : undefined
      if (text !== undefined) add(start, text, continues)
      continues ||= text === undefined || text.trim() !== ''
    }
  }

  new Visitor({
    ImportDeclaration: ({ source }) => void skipped.add(source),
    ExportAllDeclaration: ({ source }) => void skipped.add(source),
    ExportNamedDeclaration: ({ source }) => void skipped.add(source),
    JSXElement: addChildren,
    JSXFragment: addChildren,
    Literal: (node) => {
      if (typeof node.value === 'string' && !skipped.has(node)) add(node.start, node.value, false)
    },
    TemplateLiteral: ({ quasis }) => {
      // If a template begins with a space, it continues a text.
      const isPart = /^\s/.test(quasis[0]?.value.cooked ?? '')
      for (const [index, { start, value }] of quasis.entries()) add(start, value.cooked ?? '', isPart || index > 0)
    },
  }).visit(program)
  return texts
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folders = ['apps/web/src', 'packages/emails/src', 'packages/contract/src', 'apps/server/src/identity']
  const files = [...folders.map((folder) => `${folder}/**/*.ts*`), 'packages/storefront/src/texts/en.ts']
  // Examples are texts that owners write, so they are not checked.
  const excluded = /[.]test[.]tsx?$|^packages\/contract\/src\/examples\//
  const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...files], { encoding: 'utf8' })
  const messages = paths
    .split('\n')
    .filter((path) => path !== '' && !excluded.test(path))
    .flatMap((path) => findings(path, readFileSync(path, 'utf8')).map(({ line, message }) => `${path}:${line} ${message}`))
  for (const message of messages) console.error(message)
  process.exitCode = messages.length === 0 ? 0 : 1
}
