import { splitSql } from '../split-sql.ts'

/**
 * Splits ClickHouse SQL at the semicolons outside quotes and comments. Statements are trimmed and have no semicolon;
 * parts with nothing but comments are dropped.
 */
export function splitStatements(sql: string): string[] {
  return splitSql(sql, { token, blank: /^(\s|--|#!|# |\/\*)/ })
}

const token =
  /'(?:[^'\\]|\\.|'')*'?|"(?:[^"\\]|\\.|"")*"?|`(?:[^`\\]|\\.|``)*`?|--[^\n]*|#[ !][^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+|[^\s;'"`#/-]+|[^\s]/gs
