// Fails if a document names a path or heading that does not exist, or quotes code that its file does not contain. Also
// fails if a server module does not describe itself.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const roots = ['apps/', 'packages/', 'docs/', 'e2e/', 'bench/', 'faults/', 'harness/', 'scripts/', 'deploy/', '.ci/', '.github/']

/**
 * Returns the paths that a document names, from the project's root. They are targets of links, and text in `backticks`
 * that begins with one of `roots`.
 */
export function listNamedPaths(documentPath: string, text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)]
    .map((found) => found[1] ?? '')
    .filter((path) => roots.some((root) => path.startsWith(root)))
  const linked = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map((found) => found[1] ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => posix.join(posix.dirname(documentPath), target))
  return [...quoted, ...linked].filter((path) => !/[*{<…]/.test(path))
}

/**
 * Returns a document's links to headings, as paths from the project's root with an anchor, for example
 * `README.md#start`.
 */
export function listLinkedHeadings(documentPath: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/g)].map(([, path = '', anchor = '']) => {
    const target = path === '' ? documentPath : posix.join(posix.dirname(documentPath), path)
    return `${target}#${anchor}`
  })
}

/** Returns the anchors by which GitHub links to the headings of a document. */
export function listHeadingAnchors(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- _]/gu, '')
      .replaceAll(' ', '-'),
  )
}

export interface QuotedCode {
  path: string
  code: string
}

/** Returns the code blocks that follow a paragraph which ends with a colon and names one file of the project. */
export function findQuotedCode(text: string): QuotedCode[] {
  return [...text.matchAll(/((?:^.+\n)+)\n```(?:ts|tsx|sql|js|yaml)\n([\s\S]*?)^```/gm)].flatMap(([, paragraph = '', code = '']) => {
    const files = [...paragraph.matchAll(/`([^`\s]+\.[a-z]+)`/g)].flatMap(([, path]) => path ?? [])
    const [path, ...others] = files.filter((file) => roots.some((root) => file.startsWith(root)))
    return path === undefined || others.length > 0 || !paragraph.trimEnd().endsWith(':') ? [] : [{ path, code }]
  })
}

/**
 * Returns the paths in the doc comment at the beginning of a module's `index.ts`, for example `list/`. Undefined if the
 * file does not begin with a doc comment.
 */
export function listDescribedPaths(indexPath: string, source: string): string[] | undefined {
  const description = /^\/\*\* ?(?:\n \* )?[A-Z][\s\S]*?\.\s*\*\/\n\n/.exec(source)?.[0]
  if (description === undefined) return undefined
  return [...description.matchAll(/`([a-z-]+(?:\/|\.ts))`/g)].map((found) => posix.join(posix.dirname(indexPath), found[1] ?? ''))
}

function listFiles(...patterns: string[]): string[] {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && existsSync(path))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const documents = listFiles('*.md').map((path) => ({ path, named: listNamedPaths(path, readFileSync(path, 'utf8')) }))
  const modules = listFiles(':(glob)apps/server/src/*/index.ts').map((path) => ({
    path,
    named: listDescribedPaths(path, readFileSync(path, 'utf8')),
  }))
  const messages = [...documents, ...modules].flatMap(({ path, named }) =>
    named === undefined
      ? [`${path} does not begin with a doc comment that describes its module, followed by an empty line`]
      : named.filter((other) => !existsSync(other)).map((other) => `${path} names ${other}, which does not exist`),
  )
  const misquoted = listFiles('*.md').flatMap((path) =>
    findQuotedCode(readFileSync(path, 'utf8'))
      .filter((quoted) => existsSync(quoted.path) && !readFileSync(quoted.path, 'utf8').includes(quoted.code))
      .map((quoted) => `${path} quotes code that ${quoted.path} does not have: ${quoted.code.split('\n')[0]}`),
  )
  const misdirected = listFiles('*.md').flatMap((path) =>
    listLinkedHeadings(path, readFileSync(path, 'utf8'))
      .filter((heading) => {
        const [file = '', anchor = ''] = heading.split('#')
        return existsSync(file) && !listHeadingAnchors(readFileSync(file, 'utf8')).includes(anchor)
      })
      .map((heading) => `${path} links to ${heading}, a heading that does not exist`),
  )
  messages.push(...misquoted, ...misdirected)
  for (const message of messages) console.error(message)
  process.exitCode = messages.length === 0 ? 0 : 1
}
