import { errorCatalog } from '@linkshelf/contract'
import type { OpenAPI } from '@orpc/contract'
import { listErrorCodes } from './error-schemas.ts'
import type { Schema } from './schemas.ts'

/** Removes the variants with a file from the JSON body, because only a form can contain a file. */
export function simplifyRequest({ requestBody }: OpenAPI.OperationObject): void {
  if (requestBody === undefined || '$ref' in requestBody) return
  const json = requestBody.content['application/json']
  if (json?.schema === undefined || '$ref' in json.schema) return
  const variants = json.schema.anyOf ?? [json.schema]
  const [first, ...others] = variants.filter((variant) => !hasFile(variant))
  if (first === undefined) delete requestBody.content['application/json']
  else if (others.length < variants.length - 1) json.schema = others.length === 0 ? first : { ...json.schema, anyOf: [first, ...others] }
}

function hasFile(schema: Schema): boolean {
  if ('$ref' in schema) return false
  return Object.values(schema.properties ?? {}).some((field) => 'contentMediaType' in field)
}

/**
 * Removes response bodies whose schema no value matches, describes errors by their catalog messages, and documents the
 * Retry-After header. A stream's schema is text; the schema of its data describes the events.
 */
export function simplifyResponses({ responses = {} }: OpenAPI.OperationObject): void {
  for (const [status, response] of Object.entries(responses)) {
    if ('$ref' in response) continue
    const bodies = Object.entries(response.content ?? {}).filter(([_type, { schema }]) => schema === undefined || !matchesNothing(schema))
    response.content = Object.fromEntries(bodies)
    if (bodies.length === 0) delete response.content
    const stream = response.content?.['text/event-stream']
    if (stream?.schema !== undefined) stream.schema = toStreamSchema(stream.schema)
    const codes = listErrorCodes(response)
    if (codes.length > 0) response.description = codes.map((code) => errorCatalog[code].message).join(' ')
    if (status === '429') response.headers = { 'retry-after': { description: 'Seconds', required: true, schema: { type: 'integer' } } }
  }
}

/** Returns true for a schema that no value matches. */
function matchesNothing(schema: Schema): boolean {
  if ('anyOf' in schema && schema.anyOf !== undefined) return schema.anyOf.every(matchesNothing)
  return 'not' in schema && Object.keys(schema.not ?? { any: true }).length === 0
}

function toStreamSchema(events: Schema): Schema {
  const [message] = ('oneOf' in events && events.oneOf) || []
  const data = message !== undefined && 'properties' in message ? message.properties?.data : undefined
  const description = 'Server-sent events: the data of each message is JSON of this schema'
  return { type: 'string', description, contentMediaType: 'application/json', contentSchema: data } as OpenAPI.SchemaObject
}
