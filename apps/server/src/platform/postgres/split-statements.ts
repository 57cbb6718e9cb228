/**
 * Splits PostgreSQL's SQL at the semicolons outside quotes, dollar quotes and comments. Statements are trimmed and have
 * no semicolon. Parts with nothing but comments are dropped. The body of a function must be quoted: a body between
 * `begin atomic` and `end` would be split.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let start = 0
  let hasCode = false
  for (const { 0: piece, index } of sql.matchAll(token)) {
    if (piece === ';') {
      if (hasCode) statements.push(sql.slice(start, index).trim())
      start = index + 1
      hasCode = false
    } else if (!/^(\s|--|\/\*)/.test(piece)) hasCode = true
  }
  if (hasCode) statements.push(sql.slice(start).trim())
  return statements
}

/**
 * Matches one dollar-quoted text, one quoted text, one comment, one semicolon, one run of white space or of plain
 * characters, or one other character. Only a text with the prefix E has backslash escapes.
 */
const token =
  /\$(?<tag>[a-z_]\w*)?\$.*?(?:\$\k<tag>\$|$)|\be'(?:[^'\\]|\\.|'')*'?|'(?:[^']|'')*'?|"(?:[^"]|"")*"?|--[^\n]*|\/\*.*?(?:\*\/|$)|\s+|\w+|./gis
