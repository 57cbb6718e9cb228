import type { RequestExample } from '@linkshelf/contract'
import type { Schema, Schemas } from './schemas.ts'
import { formatInterfaces, formatLiteralType, formatType } from './typescript-types.ts'

export interface TypescriptCall extends RequestExample {
  method: string
  /** The whole URL, with its parameters in braces. */
  url: string
  /** The variable that contains the token. Undefined for public calls. */
  token?: string | undefined
  /** The media type of the response. Undefined if the response has no body. */
  mediaType?: string | undefined
  response?: Schema | undefined
  /** The name of the variable that gets the response. */
  result: string
}

/**
 * Formats a call that uses `fetch`, followed by the types of its response. Ids are variables: `{urlId}` becomes
 * `urlId`.
 */
export function formatTypescriptExample(call: TypescriptCall, named: Schemas): string {
  const used = new Set<string>()
  const lines = [formatRequest(call), 'if (!response.ok) throw new Error(await response.text())', ...formatResponse(call, used)]
  const types = formatInterfaces(used, named)
  return `${[...formatForm(call), ...lines].join('\n')}${types === '' ? '' : `\n\n${types}`}`
}

function formatRequest({ method, url, token, query = {}, body, form }: TypescriptCall): string {
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeValue(String(value))}`)
  const address = formatTemplate(search.length === 0 ? url : `${url}?${search.join('&')}`)
  const headers = [
    ...(token === undefined ? [] : [`Authorization: \`Bearer \${${token}}\``]),
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length === 0
      ? []
      : [headers.length === 1 ? `headers: { ${headers[0]} }` : `headers: {\n    ${headers.join(',\n    ')},\n  }`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${formatLiteral(body, '  ')})`]),
    ...(form === undefined ? [] : ['body: form']),
  ]
  return options.length === 0
    ? `const response = await fetch(${address})`
    : `const response = await fetch(${address}, {\n${options.map((option) => `  ${option},\n`).join('')}})`
}

/**
 * Formats the statements that create the form. A form's file is a `File` that the program already has, for example one
 * that a user chose.
 */
function formatForm({ form }: TypescriptCall): string[] {
  if (form === undefined) return []
  return ['const form = new FormData()', ...Object.keys(form).map((field) => `form.append('${field}', file)`)]
}

function formatResponse({ mediaType, response, result }: TypescriptCall, used: Set<string>): string[] {
  if (mediaType === undefined) return []
  if (mediaType === 'application/json') return [`const ${result} = (await response.json()) as ${formatType(response, used)}`]
  if (mediaType === 'text/event-stream')
    return [
      'const events = response.body?.pipeThrough(new TextDecoderStream())',
      'for await (const text of events ?? []) console.log(text)',
    ]
  return [mediaType === 'text/csv' ? `const ${result} = await response.text()` : `const ${result} = await response.blob()`]
}

function encodeValue(value: string): string {
  return value.startsWith('{') ? value : encodeURIComponent(value)
}

/** Formats text with `{urlId}` in it as a template literal, and any other text in quotes. */
function formatTemplate(text: string): string {
  return /\{\w+\}/.test(text) ? `\`${text.replace(/\{(\w+)\}/g, (_whole, name: string) => `\${${name}}`)}\`` : formatLiteralType(text)
}

const lineLength = 72

function formatLiteral(value: unknown, indent: string): string {
  const short = formatLiteralOnOneLine(value)
  if (indent.length + short.length <= lineLength || typeof value !== 'object' || value === null) return short
  const inner = `${indent}  `
  const entries = Array.isArray(value)
    ? value.map((entry) => formatLiteral(entry, inner))
    : Object.entries(value).map(([key, entry]) => `${formatKey(key)}: ${formatLiteral(entry, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}${close}`
}

function formatLiteralOnOneLine(value: unknown): string {
  if (typeof value === 'string') return formatTemplate(value)
  if (Array.isArray(value)) return `[${value.map(formatLiteralOnOneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value).map(([key, entry]) => `${formatKey(key)}: ${formatLiteralOnOneLine(entry)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

function formatKey(key: string): string {
  return /^[a-z_]\w*$/i.test(key) ? key : formatLiteralType(key)
}
