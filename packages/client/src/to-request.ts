import type { CallInput } from './call.ts'

/** Creates the request of a call. Throws a TypeError if a parameter of the path is missing or is `.` or `..`. */
export function toRequest(
  { apiKey, baseUrl }: { apiKey?: string | undefined; baseUrl: string },
  method: string,
  path: string,
  { params = {}, query = {}, headers: given = {}, body }: CallInput,
  signal: AbortSignal | undefined,
): Request {
  const url = new URL(baseUrl.replace(/\/$/, '') + path.replace(/\{(\w+)\}/g, (_whole, name: string) => toSegment(name, params[name])))
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) if (value !== undefined) headers.set(name, value)
  if (apiKey !== undefined) headers.set('authorization', `Bearer ${apiKey}`)
  const sent = body && toBody(body)
  if (typeof sent === 'string') headers.set('content-type', 'application/json')
  return new Request(url, { method, headers, ...(sent && { body: sent }), ...(signal && { signal }) })
}

function toSegment(name: string, value: string | undefined): string {
  if (value === undefined || value === '') throw new TypeError(`The parameter ${name} is missing`)
  // URL parsers resolve `.` and `..` in a path, so the request would go to another address.
  if (value === '.' || value === '..') throw new TypeError(`The parameter ${name} can't be ${value}`)
  return encodeURIComponent(value)
}

function toBody(body: object): string | FormData {
  const fields = Object.entries(body)
  if (!fields.some(([, value]) => value instanceof Blob)) return JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of fields) if (value !== undefined) form.append(name, value instanceof Blob ? value : String(value))
  return form
}
