import type { RequestExample } from '@linkshelf/contract'
import { printJson } from './print-json.ts'

export interface CurlCall extends RequestExample {
  method: string
  /** The whole address, its parameters in braces. */
  url: string
  /** The shell variable that holds the token; none for public calls. */
  token?: string | undefined
  /** The file that the response is stored in. */
  output?: string | undefined
  isStream?: boolean
}

/**
 * The call as one shell command, over several lines. Ids are shell variables: `{urlId}` is `$URL_ID`. In a JSON body
 * the quotes end before a variable and start again after it.
 */
export function curlLine({ method, url, token, query = {}, body, form = {}, output, isStream = false }: CurlCall): string {
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
    body === undefined ? '' : `-d '${withVariables(printJson(body, '  ').replaceAll("'", "'\\''"), (name) => `'"$${name}"'`)}'`,
    ...Object.entries(form).map(([field, file]) => `-F ${field}=${file}`),
    output === undefined ? '' : `-o ${output}`,
  ]
  const flags = `${isStream ? ' -N' : ''}${method === 'GET' || (method === 'POST' && (body ?? form.file)) ? '' : ` -X ${method}`}`
  return [`curl${flags} "${withVariables(address, (name) => `$${name}`)}"`, ...options.filter((option) => option !== '')].join(' \\\n  ')
}

function encodeValue(value: string): string {
  return value.startsWith('{') ? value : encodeURIComponent(value)
}

function withVariables(text: string, write: (name: string) => string): string {
  return text.replace(/\{(\w+)\}/g, (_whole, name: string) => write(variableOf(name)))
}

/** `urlId` as `URL_ID`. */
export function variableOf(parameter: string): string {
  return parameter.replaceAll(/[A-Z]/g, (capital) => `_${capital}`).toUpperCase()
}
