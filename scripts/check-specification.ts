// docs/specification-tests.txt names the tests that show each row of docs/specification.md. This checks both ways: each
// row has a test, and each name belongs to a row and to a test that exists.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const specification = 'docs/specification.md'
const specificationTests = 'docs/specification-tests.txt'

/** Files whose tests or scenes may show a row. */
const testFile = /(?:\.test\.tsx?|\.e2e\.ts|-scenes\.ts)$/

/** A row of the specification: `Heading: bold words`. */
type Row = string

interface Reference {
  row: Row
  /** The end of a path. */
  file: string
  title: string
}

/** Returns one message for each row without a test, and for each name that names nothing. */
export function findUnasserted(document: string, tests: string, paths: readonly string[], readFile: (path: string) => string): string[] {
  const rows = readRows(document)
  const named = readTests(tests)
  return [
    ...repeated(rows).map((row) => `"${row}" is in ${specification} twice`),
    ...repeated(named.rows).map((row) => `"${row}" is in ${specificationTests} twice`),
    ...rows.filter((row) => !named.references.some((reference) => reference.row === row)).map((row) => `"${row}" has no test`),
    ...named.rows.filter((row) => !rows.includes(row)).map((row) => `"${row}" is no row of ${specification}`),
    ...named.references.flatMap((reference) => check(reference, paths, readFile)),
  ]
}

function check({ row, file, title }: Reference, paths: readonly string[], readFile: (path: string) => string): string[] {
  const found = paths.filter((path) => path === file || path.endsWith(`/${file}`))
  const [path] = found
  if (path === undefined) return [`"${row}": no test file ends with ${file}`]
  if (found.length > 1) return [`"${row}": ${file} is ${found.join(' and ')}`]
  return hasTitle(readFile(path), title) ? [] : [`"${row}": ${path} has no test "${title}"`]
}

function readRows(document: string): Row[] {
  return inSections(document, (line) => /^- \*\*(.+?)\*\*: ./.exec(line)?.[1])
}

function readTests(text: string): { rows: Row[]; references: Reference[] } {
  const references: Reference[] = []
  let row = ''
  const rows = inSections(text, (line, heading) => {
    const [, file, title] = /^ {2}(\S+): (.+)$/.exec(line) ?? []
    if (file !== undefined && title !== undefined) references.push({ row, file, title })
    if (line === '' || line.startsWith('  ')) return undefined
    row = `${heading}: ${line}`
    return line
  })
  return { rows, references }
}

/** Reads the rows below each `## heading`. Text before the first heading belongs to none. */
function inSections(text: string, readRow: (line: string, heading: string) => string | undefined): Row[] {
  let heading = ''
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) {
      heading = line.slice(3)
      return []
    }
    const row = heading === '' ? undefined : readRow(line, heading)
    return row === undefined ? [] : [`${heading}: ${row}`]
  })
}

function repeated(rows: readonly Row[]): Row[] {
  return rows.filter((row, index) => rows.indexOf(row) < index)
}

/**
 * A title is the first argument of a test or the first cell of a case, or the name of a scene; a template
 * is compared as written.
 */
function hasTitle(source: string, title: string): boolean {
  return new RegExp(`(?:[([]|name: )\\s*(['"\`])${RegExp.escape(title)}\\1,`).test(source)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => testFile.test(path) && existsSync(path))
  const read = (path: string): string => readFileSync(path, 'utf8')
  const messages = findUnasserted(read(specification), read(specificationTests), paths, read)
  for (const message of messages) console.error(message)
  process.exitCode = messages.length === 0 ? 0 : 1
}
