import { splitStatements } from '../split-statements.ts'
import { ClickHouseProblem } from './clickhouse-problem.ts'
import type { EngineRequest } from './engine-request.ts'

/**
 * What a fresh connection is told before the query: database, settings, parameters.
 * A parameter is bound by `SET param_…`: the engine reads its text as the declared type and never as SQL. (The library's own binding
 * shares one slot between all connections, so it would run one query at a time in the whole process.)
 */
export function openingStatements({ database, settings, params, isReadOnly }: EngineRequest): string[] {
  const statements: string[] = []
  if (database !== undefined) statements.push(`USE ${identifier(database)}`)
  if (settings.size > 0) statements.push(`SET ${[...settings].map(([name, value]) => `${word(name)} = ${literal(value)}`).join(', ')}`)
  if (params.size > 0) statements.push(`SET ${[...params].map(([name, value]) => `param_${word(name)} = ${literal(value)}`).join(', ')}`)
  if (isReadOnly) statements.push('SET readonly = 2')
  return statements
}

/** As on a server, a request is one statement. */
export function refuseSeveralStatements(query: string): void {
  if (splitStatements(query).length > 1) throw new ClickHouseProblem(62, 'SYNTAX_ERROR', 'Multi-statements are not allowed')
}

function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

function identifier(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
}

function word(name: string): string {
  if (/^\w+$/.test(name)) return name
  throw new ClickHouseProblem(115, 'UNKNOWN_SETTING', `${JSON.stringify(name)} can not be the name of a setting`)
}
