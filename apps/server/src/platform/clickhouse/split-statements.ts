/**
 * Splits ClickHouse SQL at the semicolons outside quotes and comments. Statements are trimmed and have no semicolon;
 * parts with nothing but comments are dropped.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let start = 0
  let hasCode = false
  // Each match is one whole quoted text, one comment, one semicolon, one run of white space or of plain characters,
  // or one other character.
  for (const { 0: piece, index } of sql.matchAll(token)) {
    if (piece === ';') {
      if (hasCode) statements.push(sql.slice(start, index).trim())
      start = index + 1
      hasCode = false
    } else if (!/^(\s|--|#!|# |\/\*)/.test(piece)) hasCode = true
  }
  if (hasCode) statements.push(sql.slice(start).trim())
  return statements
}

const token =
  /'(?:[^'\\]|\\.|'')*'?|"(?:[^"\\]|\\.|"")*"?|`(?:[^`\\]|\\.|``)*`?|--[^\n]*|#[ !][^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+|[^\s;'"`#/-]+|[^\s]/gs
