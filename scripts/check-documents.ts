// Fails when a document names a path of the project that does not exist.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const roots = ['apps/', 'packages/', 'docs/', 'e2e/', 'bench/', 'scripts/', 'deploy/', '.ci/']

/**
 * The paths that a document names, from the project's root: in `backticks` when they begin with one of `roots`,
 * and as targets of links.
 */
export function namedPaths(documentPath: string, text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)]
    .map((found) => found[1] ?? '')
    .filter((path) => roots.some((root) => path.startsWith(root)))
  const linked = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map((found) => found[1] ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => posix.join(posix.dirname(documentPath), target))
  return [...quoted, ...linked].filter((path) => !/[*{<…]/.test(path))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { encoding: 'utf8' }).split('\n').filter(Boolean)
  const missing = documents.flatMap((document) =>
    namedPaths(document, readFileSync(document, 'utf8'))
      .filter((path) => !existsSync(path))
      .map((path) => `${document} names ${path}, which does not exist`),
  )
  for (const message of missing) console.error(message)
  process.exitCode = missing.length === 0 ? 0 : 1
}
