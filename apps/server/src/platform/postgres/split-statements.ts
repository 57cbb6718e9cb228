import { splitSql } from '../split-sql.ts'

/**
 * Splits PostgreSQL's SQL at the semicolons outside quotes, dollar quotes and comments. Statements are trimmed and have
 * no semicolon. Parts with nothing but comments are dropped. The body of a function must be quoted: a body between
 * `begin atomic` and `end` would be split.
 */
export function splitStatements(sql: string): string[] {
  return splitSql(sql, { token, blank: /^(\s|--|\/\*)/ })
}

/**
 * Matches one dollar-quoted text, one quoted text, one comment, one semicolon, one run of white space or of plain
 * characters, or one other character. Only a text with the prefix E has backslash escapes.
 */
const token =
  /\$(?<tag>[a-z_]\w*)?\$.*?(?:\$\k<tag>\$|$)|\be'(?:[^'\\]|\\.|'')*'?|'(?:[^']|'')*'?|"(?:[^"]|"")*"?|--[^\n]*|\/\*.*?(?:\*\/|$)|\s+|\w+|./gis
