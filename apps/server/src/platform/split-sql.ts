/**
 * Splits SQL at its semicolons. Statements are trimmed and have no semicolon. Parts with nothing but comments are
 * dropped. Each match of `token` is one quoted text, one comment, one semicolon, white space, or other characters.
 * `blank` matches the beginning of white space and comments.
 */
export function splitSql(sql: string, { token, blank }: { token: RegExp; blank: RegExp }): string[] {
  const statements: string[] = []
  let start = 0
  let hasCode = false
  for (const { 0: piece, index } of sql.matchAll(token)) {
    if (piece === ';') {
      if (hasCode) statements.push(sql.slice(start, index).trim())
      start = index + 1
      hasCode = false
    } else if (!blank.test(piece)) hasCode = true
  }
  if (hasCode) statements.push(sql.slice(start).trim())
  return statements
}
