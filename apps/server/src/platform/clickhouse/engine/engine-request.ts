import type { IncomingMessage } from 'node:http'
import { createGunzip, createInflate } from 'node:zlib'
import { EngineError } from './engine-error.ts'

const maxBodyBytes = 256 * 1024 * 1024

export interface EngineRequest {
  query: string
  /** Rows of an insert, in the format that the query names. */
  rows: Buffer
  /** Values for `{name:Type}`, still escaped as in TSV. */
  params: ReadonlyMap<string, string>
  settings: ReadonlyMap<string, string>
  database: string | undefined
  /** The organization whose slots the query uses. Empty for queries of the system itself. */
  quotaKey: string
  /** The output format if the query names no format. */
  format: string
  /** Whether the request can only read: a GET, or a request with the setting `readonly`. */
  isReadOnly: boolean
  /**
   * Whether the query is forbidden to change its settings and to use table functions that read files or other servers.
   */
  isLocked: boolean
}

/** URL parameters of the HTTP interface itself. Every other parameter is a setting of the query. */
const interfaceParameters = new Set(
  [
    'query database default_format query_id session_id session_timeout session_check user password quota_key role wait_end_of_query buffer_size',
    'compress decompress stacktrace enable_http_compression http_zlib_compression_level send_progress_in_http_headers',
    'http_headers_progress_interval_ms http_response_buffer_size close_session client_protocol_version',
  ].flatMap((names) => names.split(' ')),
)

/** This setting is made after all other settings, because it forbids changing settings. */
const readOnlySetting = 'readonly'

function isHandledHere(name: string): boolean {
  return interfaceParameters.has(name) || name === readOnlySetting
}

/**
 * Reads a whole request of ClickHouse's HTTP interface. The query is in the URL, in the body or in a form. Rows are in
 * the body.
 */
export async function readEngineRequest(request: IncomingMessage, url: URL): Promise<EngineRequest> {
  const body = await readBody(request)
  const form = await readForm(request, body)
  const parameters = [...url.searchParams, ...form]
  const inUrl = parameters.find(([name]) => name === 'query')?.[1]
  const text = inUrl ?? body.toString('utf8')
  const rest = inUrl === undefined || form.length > 0 ? Buffer.alloc(0) : body
  // If the URL has a query, the body continues it, as on a ClickHouse server.
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
