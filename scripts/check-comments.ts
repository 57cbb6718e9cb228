// Fails when a comment or a document has a sentence without subject or verb, a phrase that has to be decoded, or a
// line of prose with more than 120 characters, and when a docstring stands at nothing.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

const maxLineLength = 120

/** A text that begins so has no subject, or a reader has to search for it. */
const fragmentStart = /^(?:What|Of|As|Those|Whose)\b/

/** Phrases that a reader has to decode. */
const riddle = /\b(?:of which|what of|that is none|no end of|comes? to|whatever\b[^.;:,]{0,40}?\bis|than those of)\b/i

/** The databases record the hashes of these migrations, so the files can't change any more. */
const lastApplied: Record<string, number> = { 'apps/server/migrations/': 398, 'apps/server/clickhouse/': 16 }

export interface Finding {
  line: number
  message: string
}

/** A comment with its delimiters, and its offset in the source. */
interface Comment {
  start: number
  text: string
}

/** A paragraph of prose on one line. */
interface Paragraph {
  line: number
  text: string
}

/** The findings in the comments of a source file, or in the prose of a document. */
export function findings(path: string, source: string): Finding[] {
  if (path.endsWith('.md')) {
    const lines = proseLines(source)
    return [...paragraphsOf(lines).flatMap(check), ...lines.filter(({ text }) => isLong(withoutTargets(text))).map(toLongLine)]
  }
  const comments = readComments(path, source)
  return [...joinComments(source, comments).flatMap(check), ...longLines(source, comments), ...orphans(source, comments)]
}

function check({ line, text }: Paragraph): Finding[] {
  const start = fragmentStart.exec(text)
  const phrase = riddle.exec(text)
  return [
    ...(start === null ? [] : [{ line, message: `begins with "${start[0]}": ${text}` }]),
    ...(phrase === null ? [] : [{ line, message: `says "${phrase[0]}": ${text}` }]),
  ]
}

function readComments(path: string, source: string): Comment[] {
  if (/\.(?:sql|css)$/.test(path)) return lexComments(source, path.endsWith('.sql'))
  const { comments, errors } = parseSync(path, source)
  if (errors[0] !== undefined) throw new Error(`${path} can't be parsed: ${errors[0].message}`)
  return comments.map(({ start, end }) => ({ start, text: source.slice(start, end) }))
}

/** Finds comments of CSS, or of SQL, in the bodies of functions too. Skips strings and quoted names. */
function lexComments(source: string, isSql: boolean): Comment[] {
  const token = new RegExp(`${isSql ? '--[^\\n]*|' : ''}/\\*[\\s\\S]*?\\*/|'(?:\\\\[\\s\\S]|[^'])*'|"(?:\\\\[\\s\\S]|[^"])*"`, 'g')
  return Array.from(source.matchAll(token), ({ 0: text, index }) => ({ start: index, text })).filter(({ text }) => !/^['"]/.test(text))
}

/** Joins the lines of a block comment, and line comments that follow each other. An empty line ends a paragraph. */
function joinComments(source: string, comments: readonly Comment[]): Paragraph[] {
  const paragraphs: Paragraph[] = []
  let open: Paragraph | undefined
  let end = 0
  for (const { start, text } of comments) {
    const isLineComment = !text.startsWith('/*')
    const follows = isLineComment && /^\n[ \t]*$/.test(source.slice(end, start)) && isAlone(source, end - 1)
    if (!follows) open = undefined
    for (const [index, raw] of text.split('\n').entries()) {
      const prose = proseOf(raw)
      if (prose === '' || /^@|^[-–•]\s/.test(prose)) open = undefined
      if (prose === '') continue
      if (open === undefined) {
        open = { line: lineAt(source, start) + index, text: prose }
        paragraphs.push(open)
      } else open.text += ` ${prose}`
    }
    if (!isLineComment) open = undefined
    end = start + text.length
  }
  return paragraphs
}

/** Whether the line with this offset has nothing but a comment. */
function isAlone(source: string, offset: number): boolean {
  return /^\s*(?:\/\/|--)/.test(source.slice(source.lastIndexOf('\n', offset) + 1, offset + 1))
}

function proseOf(line: string): string {
  return line
    .replace(/^\s*(?:\/\*\*?|\/\/|--|\*(?!\/))?\s?/, '')
    .replace(/\s*\*\/\s*$/, '')
    .trim()
}

/** Skips comments after code, since the formatter limits those lines, indented code and tables, and directives. */
function longLines(source: string, comments: readonly Comment[]): Finding[] {
  return comments.flatMap(({ start, text }) => {
    const lineStart = source.lastIndexOf('\n', start - 1) + 1
    if (source.slice(lineStart, start).trim() !== '') return []
    return `${source.slice(lineStart, start)}${text}`
      .split('\n')
      .map((line, index) => ({ line: lineAt(source, start) + index, text: line }))
      .filter((line) => isLong(line.text) && !/^\s*(?:\/\/|--|\*) {2,}|biome-ignore/.test(line.text))
      .map(toLongLine)
  })
}

/** Finds docstrings before another one or an empty line, which describe nothing. The first may describe the file. */
function orphans(source: string, comments: readonly Comment[]): Finding[] {
  return comments.flatMap(({ start, text }) => {
    const isOfFile = source.slice(0, start).trim() === ''
    if (!text.startsWith('/**') || isOfFile || !/^[ \t]*\n[ \t]*(?:\n|\/\*\*)/.test(source.slice(start + text.length))) return []
    return [
      {
        line: lineAt(source, start),
        message: `describes nothing: ${proseOf(text.split('\n').find((line) => proseOf(line) !== '') ?? '')}`,
      },
    ]
  })
}

/** The lines of a document, with empty ones in place of headings, tables and code. */
function proseLines(source: string): Paragraph[] {
  let isCode = false
  return source.split('\n').map((text, index) => {
    const isFence = /^\s*```/.test(text)
    if (isFence) isCode = !isCode
    return { line: index + 1, text: isCode || isFence || /^\s*\||^#/.test(text) ? '' : text }
  })
}

/** Joins the lines of paragraphs and of items. */
function paragraphsOf(lines: readonly Paragraph[]): Paragraph[] {
  const paragraphs: Paragraph[] = []
  let open: Paragraph | undefined
  for (const { line, text } of lines) {
    const prose = text.replace(/^\s*(?:[-*>]|\d+\.)\s+/, '').trim()
    if (prose !== text.trim() || prose === '') open = undefined
    if (prose === '') continue
    if (open === undefined) {
      open = { line, text: prose.replace(/^\*\*/, '') }
      paragraphs.push(open)
    } else open.text += ` ${prose}`
  }
  return paragraphs
}

/** URLs do not count, since they can't be broken. */
function isLong(line: string): boolean {
  return line.replace(/https?:\/\/\S+/g, '').length > maxLineLength
}

function withoutTargets(text: string): string {
  return text.replace(/\]\([^)]*\)/g, ']')
}

function toLongLine({ line, text }: Paragraph): Finding {
  return { line, message: `ends at ${text.length} characters` }
}

function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length
}

/** Applied migrations, the schema that they make, and statements of earlier releases, which tests open as they were. */
function isExcluded(path: string): boolean {
  if (path.startsWith('e2e/upgrade/') || path.startsWith('apps/server/schema/')) return true
  return Object.entries(lastApplied).some(
    ([folder, last]) => path.startsWith(folder) && Number.parseInt(path.slice(folder.length), 10) <= last,
  )
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
