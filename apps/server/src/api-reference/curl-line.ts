import type { RequestExample } from '@linkshelf/contract'

export interface CurlCall extends RequestExample {
  method: string
  /** The whole URL, with its parameters in braces. */
  url: string
  /** The shell variable that contains the token. Undefined for public calls. */
  token?: string | undefined
  /** The file in which the response is stored. */
  output?: string | undefined
  isStream?: boolean
}

/**
 * Formats a call as one shell command over several lines. Ids are shell variables: `{urlId}` becomes `$URL_ID`. In a
 * JSON body, the quotes end before a variable and start again after it.
 */
export function formatCurlCommand({ method, url, token, query = {}, body, form = {}, output, isStream = false }: CurlCall): string {
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeValue(String(value))}`)
  const address =
    [url, ...search.slice(0, 1)].join('?') +
    search
      .slice(1)
      .map((part) => `&${part}`)
      .join('')
  const options = [
    token === undefined ? '' : `-H "Authorization: Bearer $${token}"`,
    body === undefined ? '' : '-H "Content-Type: application/json"',
    body === undefined ? '' : `-d '${replaceParameters(formatJson(body, '  ').replaceAll("'", "'\\''"), (name) => `'"$${name}"'`)}'`,
    ...Object.entries(form).map(([field, file]) => `-F ${field}=${file}`),
    output === undefined ? '' : `-o ${output}`,
  ]
  const flags = `${isStream ? ' -N' : ''}${method === 'GET' || (method === 'POST' && (body ?? form.file)) ? '' : ` -X ${method}`}`
  return [`curl${flags} "${replaceParameters(address, (name) => `$${name}`)}"`, ...options.filter((option) => option !== '')].join(
    ' \\\n  ',
  )
}

function encodeValue(value: string): string {
  return value.startsWith('{') ? value : encodeURIComponent(value)
}

function replaceParameters(text: string, write: (name: string) => string): string {
  return text.replace(/\{(\w+)\}/g, (_whole, name: string) => write(toShellVariable(name)))
}

/** Turns `urlId` into `URL_ID`. */
export function toShellVariable(parameter: string): string {
  return parameter.replaceAll(/[A-Z]/g, (capital) => `_${capital}`).toUpperCase()
}

const lineLength = 64

/** Formats JSON over several lines. A value that fits on a line of 64 characters stays on one line. */
export function formatJson(value: unknown, indent = ''): string {
  const short = formatJsonOnOneLine(value)
  if (indent.length + short.length <= lineLength || typeof value !== 'object' || value === null) return short
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const entries = Array.isArray(value)
    ? value.map((entry) => formatJson(entry, inner))
    : Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}: ${formatJson(entry, inner)}`)
  return `${open}\n${entries.map((entry) => `${inner}${entry}`).join(',\n')}\n${indent}${close}`
}

function formatJsonOnOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatJsonOnOneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}: ${formatJsonOnOneLine(entry)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}
