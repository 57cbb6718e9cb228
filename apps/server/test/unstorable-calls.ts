import type { OpenAPI } from '@orpc/contract'
import { createOpenApiDocument } from '../src/api-reference/index.ts'
import { resolveDocument } from '../src/api-reference/openapi-document.ts'
import type { ApiCall } from './call-api.ts'
import { type Operation, type PathIds, toCall } from './every-operation.ts'
import type { TestDeps } from './open-test-deps.ts'

type Schema = OpenAPI.SchemaObject | OpenAPI.ReferenceObject
/** Field names and list positions that lead to a value. */
type Path = readonly string[]

export interface UnstorableCall extends ApiCall {
  /** The path of the field, as the error response names it. */
  field: string
}

const unstorable = ['NUL \0', 'half \ud800']

const { paths } = resolveDocument(await createOpenApiDocument('http://app.test')) as {
  paths: Record<string, Record<string, OpenAPI.OperationObject>>
}

/**
 * Returns one call of the operation for each text in its request: a parameter, a field, or a field name. In each call,
 * this text contains characters that can't be stored.
 */
export function createUnstorableCalls(deps: TestDeps, operation: Operation, ids: PathIds): UnstorableCall[] {
  const { parameters = [], requestBody } = paths[operation.path]?.[operation.method.toLowerCase()] ?? {}
  const call = toCall(deps, operation, ids)
  // A URL can't contain a lone surrogate: bytes that would encode it are not valid text and are replaced. So the calls
  // have only NUL in URLs.
  const inUrl = parameters.flatMap((parameter) => {
    if ('$ref' in parameter || parameter.in === 'header') return []
    const { name } = parameter
    if (parameter.in === 'path') return { ...toCall(deps, operation, { ...ids, [name]: '%00' }), field: name }
    return { ...call, path: `${call.path}?${name}=%00`, field: name }
  })
  const contents = requestBody === undefined || '$ref' in requestBody ? {} : requestBody.content
  const fields = listTextPaths(contents['application/json']?.schema ?? {})
  if (!operation.takesBody) return inUrl
  return [
    ...inUrl,
    ...unstorable.flatMap((text) => fields.map((path) => ({ ...call, body: setValue(call.body, path, text), field: path.join('.') }))),
    ...(call.body instanceof FormData
      ? [{ ...call, body: aFormWithFile('NUL \0'), field: 'file' }]
      : unstorable.map((name) => ({ ...call, body: { ...call.body, [name]: 'text' }, field: name }))),
  ]
}

/** Returns the paths of all texts in the schema, including nested fields and list entries. */
function listTextPaths(schema: Schema, path: Path = []): Path[] {
  if ('$ref' in schema) return []
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((variant) => listTextPaths(variant, path))
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => listTextPaths(property, [...path, name]))
  const others = typeof schema.additionalProperties === 'object' ? listTextPaths(schema.additionalProperties, [...path, 'any']) : []
  const entries = schema.type === 'array' ? listTextPaths(schema.items, [...path, '0']) : []
  return [...(schema.type === 'string' ? [path] : []), ...variants, ...properties, ...others, ...entries]
}

/** Returns a copy of the body with the text at the path. Creates missing lists and objects on the way. */
function setValue(body: unknown, [name, ...rest]: Path, text: string): object | string {
  if (name === undefined) return text
  const value = typeof body === 'object' && body !== null ? Object.entries(body).find(([key]) => key === name)?.[1] : undefined
  const changed = rest.length === 0 ? text : setValue(value, rest, text)
  return name === '0' ? [changed] : { ...(typeof body === 'object' ? body : {}), [name]: changed }
}

function aFormWithFile(name: string): FormData {
  const form = new FormData()
  form.append('file', new File(['text'], name))
  return form
}
