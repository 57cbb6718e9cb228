/**
 * Cuts ClickHouse SQL into its statements at the semicolons that stand outside quotes and comments.
 * Statements come back trimmed, without the semicolon; pieces that hold only comments are left out.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let start = 0
  let holdsCode = false
  // Each match is one whole quoted text, one comment, one semicolon, one run of spaces or of plain characters, or one other character.
  for (const { 0: piece, index } of sql.matchAll(token)) {
    if (piece === ';') {
      if (holdsCode) statements.push(sql.slice(start, index).trim())
      start = index + 1
      holdsCode = false
    } else if (!/^(\s|--|#!|# |\/\*)/.test(piece)) holdsCode = true
  }
  if (holdsCode) statements.push(sql.slice(start).trim())
  return statements
}

const token =
  /'(?:[^'\\]|\\.|'')*'?|"(?:[^"\\]|\\.|"")*"?|`(?:[^`\\]|\\.|``)*`?|--[^\n]*|#[ !][^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+|[^\s;'"`#/-]+|[^\s]/gs
