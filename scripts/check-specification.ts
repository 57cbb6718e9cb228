// docs/specification.md names the test that asserts each of its rows. This checks that the tests exist.
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const specification = 'docs/specification.md'

/** Returns the content of the file at a path from the project's root; undefined when there is none. */
export type ReadFile = (path: string) => string | undefined

/**
 * Returns one message for each row whose last cell names no test, a file that does not exist, or a title that is not in
 * it. A cell reads `[name] title`, several separated by `<br>`; below the tables, `[name]: path` maps a name to a file.
 */
export function findUnasserted(document: string, readFile: ReadFile): string[] {
  const lines = document.split('\n')
  const paths = new Map(lines.flatMap((line) => matchAll(line, /^\[([^\]]+)\]: (\S+)$/g)).map(([name, path]) => [name, fromRoot(path)]))
  const tests = new Map([...paths].map(([name, path]) => [name, readFile(path)]))
  const missingFiles = [...paths].filter(([name]) => tests.get(name) === undefined).map(([, path]) => `There is no ${path}`)

  const named = new Set<string>()
  const unasserted = rows(lines).flatMap(({ what, assertedBy }) => {
    const references = assertedBy.split('<br>').map((reference) => /^\[([^\]]+)\] (.+)$/.exec(reference.trim()))
    return references.flatMap((reference) => {
      const [, name = '', title = ''] = reference ?? []
      named.add(name)
      if (reference === null) return [`"${what}" names no test`]
      if (!paths.has(name)) return [`"${what}" is asserted by [${name}], which is not in the list of files at the end`]
      const test = tests.get(name)
      return test === undefined || hasTitle(test, title) ? [] : [`"${what}": ${paths.get(name)} has no test "${title}"`]
    })
  })
  const unused = [...paths.keys()].filter((name) => !named.has(name)).map((name) => `[${name}] asserts no row`)
  return [...missingFiles, ...unasserted, ...unused]
}

/** The rows of every table, without the header. */
function rows(lines: readonly string[]): { what: string; assertedBy: string }[] {
  return lines
    .filter((line, index) => line.startsWith('|') && !isRule(line) && !isRule(lines[index + 1]))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map((cells) => ({ what: cells[1] ?? '', assertedBy: cells.at(-2) ?? '' }))
}

function isRule(line: string | undefined): boolean {
  return /^\|[-|]+$/.test(line ?? '')
}

/**
 * A title is the first argument of a test or the first cell of a case, or the name of a scene; a template
 * is compared as written.
 */
function hasTitle(source: string, title: string): boolean {
  return new RegExp(`(?:[([]|name: )\\s*(['"\`])${RegExp.escape(title)}\\1,`).test(source)
}

function fromRoot(path: string | undefined): string {
  return posix.join(posix.dirname(specification), path ?? '')
}

function matchAll(line: string, pattern: RegExp): [string, string][] {
  return [...line.matchAll(pattern)].map(([, first = '', second = '']) => [first, second])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const messages = findUnasserted(readFileSync(specification, 'utf8'), (path) =>
    existsSync(path) ? readFileSync(path, 'utf8') : undefined,
  )
  for (const message of messages) console.error(message)
  process.exitCode = messages.length === 0 ? 0 : 1
}
