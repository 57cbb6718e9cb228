const lineLength = 120
const quoted = /'(?:[^']|'')*'|"(?:[^"]|"")*"/g
/** Matches the space before each clause that begins a new line if the statement is long. */
const clauseStarts =
  / (?=referencing |for each |when \(|execute function |where |references |generated always as \(|(?<!owner )to linkshelf_)/g
const breaks = /(?<=,) | (?=or |and |\|\| |on delete )/g

/**
 * Returns SQL from the catalogs in the style of migrations: keywords are in lower case, and the default schema is
 * omitted.
 */
export function normalizeSql(sql: string): string {
  const normalize = (text: string) =>
    text
      .replace(/\b[A-Z]+\b/g, (keyword) => keyword.toLowerCase())
      .replaceAll('timestamp with time zone', 'timestamptz')
      .replace(/\bpublic\./g, '')
      .replace(/^::text\b(?!\[)/, '')
  const literals = [...sql.matchAll(quoted), { 0: '', index: sql.length }]
  return literals
    .map(({ 0: literal, index }, nth) => {
      const previous = literals[nth - 1]
      return normalize(sql.slice(previous === undefined ? 0 : previous.index + previous[0].length, index)) + literal
    })
    .join('')
}

/** Breaks a long line before its clauses, and then breaks each line that is still too long. */
export function wrapSql(line: string): string {
  if (line.length <= lineLength) return line
  const indent = /^ */.exec(line)?.[0] ?? ''
  const [first = '', ...clauses] = splitAt(line, clauseStarts)
  return [...fill(first.trimEnd(), `${indent}  `), ...clauses.flatMap((clause) => fill(`${indent}  ${clause}`, `${indent}    `))].join('\n')
}

/** Splits text into lines. All lines after the first begin with `indent`. */
function fill(text: string, indent: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const part of splitAt(text, breaks)) {
    if (line !== '' && line.length + 1 + part.length > lineLength) {
      lines.push(line)
      line = `${indent}${part}`
    } else line = line === '' ? part : `${line} ${part}`
  }
  return [...lines, line]
}

/** Splits SQL at the single spaces that the pattern finds outside of literals and quoted names. */
function splitAt(sql: string, pattern: RegExp): string[] {
  const masked = sql.replace(quoted, (literal) => '#'.repeat(literal.length))
  const ends = [...masked.matchAll(pattern)].map(({ index }) => index)
  return [...ends, sql.length].map((end, nth) => sql.slice(nth === 0 ? 0 : (ends[nth - 1] ?? 0) + 1, end))
}

/** Returns one line for each row. Pads the cells of all columns except the last, so that the columns are aligned. */
export function alignCells(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>((found, row) => row.map((cell, nth) => Math.max(found[nth] ?? 0, cell.length)), [])
  const pad = (cell: string, width = 0) => (width === 0 ? '' : `${cell.padEnd(width)}  `)
  return rows.map((row) =>
    row
      .map((cell, nth) => pad(cell, widths[nth]))
      .join('')
      .trimEnd(),
  )
}

/** Joins the statements of a file. An empty line separates the groups. */
export function joinGroups(groups: readonly (readonly string[])[]): string {
  const texts = groups.filter((statements) => statements.length > 0).map((statements) => statements.join('\n'))
  return `-- Written by \`npm run schema\`.\n\n${texts.join('\n\n')}\n`
}

export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
