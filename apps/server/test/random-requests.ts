import type { OpenAPI } from '@orpc/contract'
import fc from 'fast-check'
import { anyCharacter } from '../../../harness/vitest/random-cases.ts'
import { createOpenApiDocument } from '../src/api-reference/index.ts'
import { resolveDocument } from '../src/api-reference/openapi-document.ts'
import type { ApiCall } from './call-api.ts'
import { type Operation, type PathIds, toCall } from './every-operation.ts'
import type { TestDeps } from './open-test-deps.ts'
import { createIssueFinder } from './schema-issues.ts'

type Schema = OpenAPI.SchemaObject | OpenAPI.ReferenceObject

const document = resolveDocument(await createOpenApiDocument('http://app.test'))
const { paths } = document as { paths: Record<string, Record<string, OpenAPI.OperationObject>> }

/** Returns the places in which a value does not match a schema of the OpenAPI document. */
export const findIssues = createIssueFinder(document)

/** Words with a special meaning to a parser, an object, SQL or a file system. */
const words = ['constructor', '__proto__', '%', "'", '..', '-271821-04-20T00:00:00.000Z', '9'.repeat(400), '2026-02-30', 'null', '{x}']
const text = fc.oneof(fc.constantFrom(...words), fc.string({ unit: anyCharacter, maxLength: 40 }), fc.webUrl(), fc.uuid())
const anything = fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constantFrom(null, [], {}))

/**
 * Returns the documented responses of the operation by status. `schema` is the schema of the JSON body, or undefined if
 * the response has no JSON.
 */
export function findAnswersByStatus({ method, path }: Operation): Record<string, { schema: object | undefined }> {
  const { responses = {} } = paths[path]?.[method.toLowerCase()] ?? {}
  const findSchema = (response: OpenAPI.ResponseObject | OpenAPI.ReferenceObject) =>
    '$ref' in response ? undefined : response.content?.['application/json']?.schema
  return Object.fromEntries(Object.entries(responses).map(([status, response]) => [status, { schema: findSchema(response) }]))
}

/**
 * Encodes a value as a path segment. Dots are replaced, because a URL parser resolves dot segments. The segment is
 * never empty.
 */
function toSegment(value: unknown): string {
  return encodeURIComponent(String(value).toWellFormed()).replaceAll('.', '_') || '_'
}

/**
 * Generates requests of the operation. In most requests, path, query and body match their schemas. Occasionally a value
 * does not.
 */
export function generateRequests(deps: TestDeps, operation: Operation, ids: PathIds): fc.Arbitrary<ApiCall> {
  const { parameters = [], requestBody } = paths[operation.path]?.[operation.method.toLowerCase()] ?? {}
  const known = parameters.flatMap((parameter) => ('$ref' in parameter ? [] : parameter))
  const generateParameters = (place: string) =>
    fc.record(
      Object.fromEntries(known.flatMap((one) => (one.in === place ? [[one.name, fc.oneof(generateValue(one.schema ?? {}), text)]] : []))),
      { requiredKeys: [] },
    )
  const schema = requestBody === undefined || '$ref' in requestBody ? undefined : requestBody.content['application/json']?.schema
  const valid = toCall(deps, operation, ids)
  const changes = schema === undefined ? fc.constant({}) : generateValue(schema)
  return fc
    .record({
      path: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, generateParameters('path')),
      query: generateParameters('query'),
      changes,
    })
    .map(({ path, query, changes: body }) => {
      const encoded = Object.entries(path).map(([name, value]) => [name, toSegment(value)])
      const call = toCall(deps, operation, { ...ids, ...Object.fromEntries(encoded) })
      const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
      const merged = typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...valid.body, ...body } : body
      return { ...call, path: `${call.path}?${search}`, body: schema === undefined ? call.body : (merged as object | string) }
    })
}

/** Generates a value that matches the schema or, in one of eight cases, any other value. */
function generateValue(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 7, arbitrary: generateFittingValue(schema) }, { weight: 1, arbitrary: anything })
}

function generateFittingValue(schema: Schema): fc.Arbitrary<unknown> {
  if ('$ref' in schema) return anything
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (variants.length > 0) return fc.oneof(...variants.map(generateFittingValue))
  if (schema.enum !== undefined) return fc.constantFrom(...(schema.enum as unknown[]))
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, generateValue(field)])
    return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] })
  }
  if (schema.type === 'array') return fc.array(generateValue(schema.items), { maxLength: 3 })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'integer' || schema.type === 'number') return fc.oneof(fc.integer({ min: -2, max: 30 }), fc.maxSafeInteger())
  return text
}
