import type { IncomingMessage } from 'node:http'
import { createGunzip, createInflate } from 'node:zlib'
import { EngineError } from './engine-error.ts'

const maxBodyBytes = 256 * 1024 * 1024

export interface EngineRequest {
  query: string
  /** Rows of an insert, in the format that the query names. */
  rows: Buffer
  /** Values for `{name:Type}`, escaped as in TSV, unchanged. */
  params: ReadonlyMap<string, string>
  settings: ReadonlyMap<string, string>
  database: string | undefined
  /** The organization whose slots the query uses; '' for the system itself. */
  quotaKey: string
  /** The output format of a query that names none. */
  format: string
  /** A GET may only read, as a request with `readonly`. */
  isReadOnly: boolean
  /** The query can't change its settings, and uses no table function that reaches outside. */
  isLocked: boolean
}

/** URL parameters of the HTTP interface itself; every other is a setting of the query. */
const interfaceParameters = new Set(
  [
    'query database default_format query_id session_id session_timeout session_check user password quota_key role wait_end_of_query buffer_size',
    'compress decompress stacktrace enable_http_compression http_zlib_compression_level send_progress_in_http_headers',
    'http_headers_progress_interval_ms http_response_buffer_size close_session client_protocol_version',
  ].flatMap((names) => names.split(' ')),
)

/** It is set last, because it forbids other settings. */
const readOnlySetting = 'readonly'

function isHandledHere(name: string): boolean {
  return interfaceParameters.has(name) || name === readOnlySetting
}

/**
 * Reads a request of ClickHouse's HTTP interface whole: the query in the URL, in the body or in a
 * form; rows in the body.
 */
export async function readEngineRequest(request: IncomingMessage, url: URL): Promise<EngineRequest> {
  const body = await readBody(request)
  const form = await readForm(request, body)
  const parameters = [...url.searchParams, ...form]
  const inUrl = parameters.find(([name]) => name === 'query')?.[1]
  const text = inUrl ?? body.toString('utf8')
  const rest = inUrl === undefined || form.length > 0 ? Buffer.alloc(0) : body
  // The body continues the query of the URL, as it does on a server.
  const isInsert = /^\s*insert\b/i.test(text)
  return {
    query: isInsert || rest.length === 0 ? text : `${text}\n${rest.toString('utf8')}`,
    rows: isInsert ? rest : Buffer.alloc(0),
    params: new Map(parameters.filter(([name]) => name.startsWith('param_')).map(([name, value]) => [name.slice('param_'.length), value])),
    settings: new Map(parameters.filter(([name]) => !name.startsWith('param_') && !isHandledHere(name))),
    quotaKey: parameters.find(([name]) => name === 'quota_key')?.[1] ?? '',
    database: url.searchParams.get('database') ?? readHeader(request, 'x-clickhouse-database'),
    format: url.searchParams.get('default_format') ?? readHeader(request, 'x-clickhouse-format') ?? 'TabSeparated',
    isReadOnly: request.method === 'GET' || parameters.some(([name, value]) => name === readOnlySetting && value !== '0'),
    isLocked: false,
  }
}

export function readHeader(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of decodeBody(request)) {
    length += part.length
    if (length > maxBodyBytes) throw new EngineError(131, 'TOO_LARGE_STRING_SIZE', `The request body exceeds ${maxBodyBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function decodeBody(request: IncomingMessage): AsyncIterable<Buffer> {
  const encoding = readHeader(request, 'content-encoding') ?? 'identity'
  if (encoding === 'gzip') return request.pipe(createGunzip())
  if (encoding === 'deflate') return request.pipe(createInflate())
  if (encoding === 'identity') return request
  throw new EngineError(48, 'NOT_IMPLEMENTED', `Content-Encoding ${encoding} is not supported; gzip and deflate are`)
}

async function readForm(request: IncomingMessage, body: Buffer): Promise<[string, string][]> {
  const type = readHeader(request, 'content-type') ?? ''
  if (!type.startsWith('multipart/form-data')) return []
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  return [...form].map(([name, value]) => [name, String(value)])
}
