// docs/specification.md says which test shows each of its sentences: this holds it to tests that exist.
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const specification = 'docs/specification.md'

/** What the file at a path from the project's root holds; nothing when there is none. */
export type ReadFile = (path: string) => string | undefined

/**
 * One sentence for each row whose last cell names no test, a file that does not exist, or a title that is not in it. A cell reads
 * `[name] title`, several parted by `<br>`; below the tables, `[name]: path` says which file a name is.
 */
export function findUnshown(document: string, readFile: ReadFile): string[] {
  const lines = document.split('\n')
  const paths = new Map(lines.flatMap((line) => matchAll(line, /^\[([^\]]+)\]: (\S+)$/g)).map(([name, path]) => [name, fromRoot(path)]))
  const tests = new Map([...paths].map(([name, path]) => [name, readFile(path)]))
  const gone = [...paths].filter(([name]) => tests.get(name) === undefined).map(([, path]) => `There is no ${path}`)

  const named = new Set<string>()
  const unshown = rows(lines).flatMap(({ what, shownBy }) => {
    const shows = shownBy.split('<br>').map((shown) => /^\[([^\]]+)\] (.+)$/.exec(shown.trim()))
    return shows.flatMap((shown) => {
      const [, name = '', title = ''] = shown ?? []
      named.add(name)
      if (shown === null) return [`"${what}" names no test`]
      if (!paths.has(name)) return [`"${what}" is shown by [${name}], which is no file of the list at the end`]
      const test = tests.get(name)
      return test === undefined || hasTitle(test, title) ? [] : [`"${what}": ${paths.get(name)} has no test "${title}"`]
    })
  })
  const idle = [...paths.keys()].filter((name) => !named.has(name)).map((name) => `[${name}] shows nothing`)
  return [...gone, ...unshown, ...idle]
}

/** The rows of every table, without its head. */
function rows(lines: readonly string[]): { what: string; shownBy: string }[] {
  return lines
    .filter((line, index) => line.startsWith('|') && !isRule(line) && !isRule(lines[index + 1]))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map((cells) => ({ what: cells[1] ?? '', shownBy: cells.at(-2) ?? '' }))
}

function isRule(line: string | undefined): boolean {
  return /^\|[-|]+$/.test(line ?? '')
}

/** A title is the first thing of a test or of a case, or the name of a scene; a template stands as it is written. */
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
  const unshown = findUnshown(readFileSync(specification, 'utf8'), (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined))
  for (const sentence of unshown) console.error(sentence)
  process.exitCode = unshown.length === 0 ? 0 : 1
}
