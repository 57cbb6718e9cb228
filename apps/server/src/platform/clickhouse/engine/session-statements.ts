import { splitStatements } from '../split-statements.ts'
import { EngineError } from './engine-error.ts'
import type { EngineRequest } from './engine-request.ts'

/**
 * Returns the statements that a new session runs before the query: database, settings, parameters. A parameter is bound
 * by `SET param_…`, so the engine reads its text as the declared type and never as SQL. (chdb's own binding has one
 * slot for all sessions, so only one query at a time could run in the process.)
 */
export function createSessionStatements({ database, settings, params, isReadOnly, isLocked }: EngineRequest): string[] {
  const statements: string[] = []
  if (database !== undefined) statements.push(`USE ${quoteIdentifier(database)}`)
  if (settings.size > 0)
    statements.push(`SET ${[...settings].map(([name, value]) => `${toSettingName(name)} = ${quoteText(value)}`).join(', ')}`)
  if (params.size > 0)
    statements.push(`SET ${[...params].map(([name, value]) => `param_${toSettingName(name)} = ${quoteText(value)}`).join(', ')}`)
  // Must be the last statement, because it forbids the statements before it.
  if (isReadOnly || isLocked) statements.push(`SET readonly = ${isLocked ? 1 : 2}`)
  return statements
}

/** Throws if the text has more than one statement, as a ClickHouse server does. */
export function assertSingleStatement(query: string): void {
  if (splitStatements(query).length > 1) throw new EngineError(62, 'SYNTAX_ERROR', 'Multi-statements are not allowed')
}

function quoteText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

function quoteIdentifier(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
}

function toSettingName(name: string): string {
  if (/^\w+$/.test(name)) return name
  throw new EngineError(115, 'UNKNOWN_SETTING', `${JSON.stringify(name)} can not be the name of a setting`)
}
