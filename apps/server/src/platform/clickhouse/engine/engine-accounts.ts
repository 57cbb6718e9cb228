// Restricts what the accounts of the engine may do. The engine itself has only one user, so the adapter restricts each
// request before the request runs. open-data-directory.ts lists the rights that this user lacks too.
import { requestSettings } from '../clickhouse-cluster.ts'
import { EngineError } from './engine-error.ts'
import type { EngineRequest } from './engine-request.ts'
import { assertSingleStatement } from './session-statements.ts'

/** `admin` migrates. `writer` reads, inserts and deletes rows. `reader` reads the rows of its tables. */
export type EngineAccount = 'admin' | 'writer' | 'reader'

/**
 * The names of a function and two clauses. In a process that embeds the engine, they reach every file of the machine,
 * whatever rights the account has.
 */
const fileWords = ['file', 'outfile', 'infile']

/**
 * Words that a reader's query must not contain. `system` and `information_schema` are databases about the server and
 * about queries of other accounts. `merge`, `loop` and `dictionary` are functions that read a table whose name is given
 * as text. `identifier` is the type of a parameter that names a table, for example `{t:Identifier}`.
 */
const systemWords = ['system', 'information_schema', 'merge', 'loop', 'dictionary', 'identifier']

/** Settings that analytics queries need, with the largest value that a reader may set. */
const readerSettings: ReadonlyMap<string, number> = new Map([
  ['max_execution_time', 60],
  ['max_memory_usage', 2 ** 31],
  ['max_bytes_before_external_group_by', 2 ** 31],
  ['max_bytes_before_external_sort', 2 ** 31],
  ['max_threads', 8],
  ['max_query_size', 2 ** 23],
  ['max_threads_for_indexes', 8],
  ['output_format_parallel_formatting', 1],
  ['output_format_json_quote_64bit_integers', 1],
  ['cancel_http_readonly_queries_on_client_close', 1],
])

/**
 * Settings that the client sends with every request, so a reader may set them. They have no effect without a cluster.
 */
const clusterSettings: ReadonlyMap<string, string> = new Map(Object.entries(requestSettings).map(([name, value]) => [name, String(value)]))

/** Limits of a reader's query that sets no limit. */
const readerDefaults: ReadonlyMap<string, string> = new Map([
  ['max_execution_time', '60'],
  ['max_memory_usage', String(2 ** 31)],
])

/**
 * Returns the request with the restrictions of the account. Throws an EngineError if the account may not run the
 * request.
 */
export function restrictRequest(request: EngineRequest, account: EngineAccount): EngineRequest {
  if (account === 'admin') return request
  assertWithoutWords(request.query, fileWords)
  if (account === 'writer') return isWrite(request.query) ? request : { ...request, isLocked: true }
  assertWithoutWords(request.query, systemWords)
  if (/^(system|information_schema)$/i.test(request.database ?? '')) throw createAccessError(`the database ${request.database}`)
  for (const [name, value] of request.settings) assertReaderSetting(name, value)
  return { ...request, settings: new Map([...readerDefaults, ...request.settings]), isLocked: true }
}

/** Returns whether the query is one statement that inserts or deletes rows. */
function isWrite(query: string): boolean {
  assertSingleStatement(query)
  return /^\s*(insert\s+into|delete\s+from)\s/i.test(query)
}

/**
 * Throws if the query contains one of the words, even in strings and comments. The product's own queries contain none
 * of these words, because values travel as parameters. Escapes and dollar-quoted strings are denied too, because they
 * could hide a word or the end of a statement.
 */
function assertWithoutWords(query: string, words: readonly string[]): void {
  const used = new Set(query.toLowerCase().match(/[a-z_]\w*|[\\$]/g))
  const found = ['\\', '$', ...words].find((word) => used.has(word))
  if (found !== undefined) throw createAccessError(`"${found}"`)
}

function assertReaderSetting(name: string, value: string): void {
  if (clusterSettings.get(name) === value) return
  const max = readerSettings.get(name)
  const number = Number(value)
  if (max === undefined || !(number >= 0 && number <= max) || (number === 0 && readerDefaults.has(name)))
    throw new EngineError(452, 'SETTING_CONSTRAINT_VIOLATION', `Setting ${name} should not be ${value}`)
}

function createAccessError(what: string): EngineError {
  return new EngineError(497, 'ACCESS_DENIED', `Not enough privileges for ${what}`)
}
