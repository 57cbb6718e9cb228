// Fails if a line of prose in a comment or a document has more than 120 characters, or if no declaration follows a
// docstring. Whether a sentence is clear on the first reading is for readers to judge: CONTRIBUTING.md has the rules.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

const maxLineLength = 120

export interface Finding {
  line: number
  message: string
}

/** A comment with its delimiters, and its offset in the source. */
interface Comment {
  start: number
  text: string
}

interface Line {
  line: number
  text: string
}

/** Returns the findings in the comments of a source file, or in the prose of a document. */
export function findings(path: string, source: string): Finding[] {
  if (path.endsWith('.md'))
    return listProseLines(source)
      .filter(({ text }) => isLong(removeTargets(text)))
      .map(toLongLine)
  const comments = readComments(path, source)
  return [...findLongLines(source, comments), ...findOrphans(source, comments)]
}

function readComments(path: string, source: string): Comment[] {
  if (/\.(?:sql|css)$/.test(path)) return lexComments(source, path.endsWith('.sql'))
  const { comments, errors } = parseSync(path, source)
  if (errors[0] !== undefined) throw new Error(`${path} can't be parsed: ${errors[0].message}`)
  return comments.map(({ start, end }) => ({ start, text: source.slice(start, end) }))
}

/** Finds comments in CSS or SQL, including the bodies of functions. Skips strings and quoted names. */
function lexComments(source: string, isSql: boolean): Comment[] {
  const token = new RegExp(`${isSql ? '--[^\\n]*|' : ''}/\\*[\\s\\S]*?\\*/|'(?:\\\\[\\s\\S]|[^'])*'|"(?:\\\\[\\s\\S]|[^"])*"`, 'g')
  return Array.from(source.matchAll(token), ({ 0: text, index }) => ({ start: index, text })).filter(({ text }) => !/^['"]/.test(text))
}

/**
 * Finds lines of comments that are too long. Skips comments after code, because the formatter limits those lines. Also
 * skips indented code, tables and directives.
 */
function findLongLines(source: string, comments: readonly Comment[]): Finding[] {
  return comments.flatMap(({ start, text }) => {
    const lineStart = source.lastIndexOf('\n', start - 1) + 1
    if (source.slice(lineStart, start).trim() !== '') return []
    return `${source.slice(lineStart, start)}${text}`
      .split('\n')
      .map((line, index) => ({ line: getLineNumber(source, start) + index, text: line }))
      .filter((line) => isLong(line.text) && !/^\s*(?:\/\/|--|\*) {2,}|biome-ignore/.test(line.text))
      .map(toLongLine)
  })
}

/** Finds docstrings followed by an empty line or another docstring. The first docstring can describe the file. */
function findOrphans(source: string, comments: readonly Comment[]): Finding[] {
  return comments.flatMap(({ start, text }) => {
    const isOfFile = source.slice(0, start).trim() === ''
    if (!text.startsWith('/**') || isOfFile || !/^[ \t]*\n[ \t]*(?:\n|\/\*\*)/.test(source.slice(start + text.length))) return []
    const firstLine = text
      .split('\n')
      .map(removeMarks)
      .find((line) => line !== '')
    return [{ line: getLineNumber(source, start), message: `describes nothing: ${firstLine ?? ''}` }]
  })
}

function removeMarks(line: string): string {
  return line
    .replace(/^\s*(?:\/\*\*?|\*(?!\/))?\s?/, '')
    .replace(/\s*\*\/\s*$/, '')
    .trim()
}

/** Returns the lines of a document, with empty lines in place of headings, tables and code. */
function listProseLines(source: string): Line[] {
  let isCode = false
  return source.split('\n').map((text, index) => {
    const isFence = /^\s*```/.test(text)
    if (isFence) isCode = !isCode
    return { line: index + 1, text: isCode || isFence || /^\s*\||^#/.test(text) ? '' : text }
  })
}

/** Returns whether a line is too long. URLs do not count toward its length, because they can't be broken into lines. */
function isLong(line: string): boolean {
  return line.replace(/https?:\/\/\S+/g, '').length > maxLineLength
}

function removeTargets(text: string): string {
  return text.replace(/\]\([^)]*\)/g, ']')
}

function toLongLine({ line, text }: Line): Finding {
  return { line, message: `ends at ${text.length} characters` }
}

function getLineNumber(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length
}

/** Returns whether a file is part of the generated schema. */
function isExcluded(path: string): boolean {
  return path.startsWith('apps/server/schema/')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const patterns = ['*.ts', '*.tsx', '*.mjs', '*.sql', '*.css', '*.md']
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], { encoding: 'utf8' }).split('\n')
  const messages = listed
    .filter((path) => path !== '' && !isExcluded(path))
    .flatMap((path) => findings(path, readFileSync(path, 'utf8')).map(({ line, message }) => `${path}:${line} ${message}`))
  for (const message of messages) console.error(message)
  process.exitCode = messages.length === 0 ? 0 : 1
}
