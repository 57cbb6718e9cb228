import { type CallMeta, contract, errorCatalog } from '@linkshelf/contract'
import type { OpenAPI } from '@orpc/contract'
import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { z } from 'zod'
import { addExamples } from './add-examples.ts'

export type OpenApiDocument = OpenAPI.Document
type Schema = OpenAPI.SchemaObject | OpenAPI.ReferenceObject

const problem = z.object({
  code: z.string(),
  status: z.int(),
  message: z.string(),
  data: z.unknown().optional(),
  correlation_id: z.string(),
})

/** Generates OpenAPI 3.1 from the contract, with examples. */
export async function createOpenApiDocument(appOrigin: string): Promise<OpenApiDocument> {
  const converter = new ZodToJsonSchemaConverter({
    // A query string carries `true` and `false` as text; the value is a boolean.
    interceptors: [({ schema, next }) => (isBooleanAsText(schema) ? [true, { type: 'boolean' }] : next())],
  })
  const document = await new OpenAPIGenerator({ schemaConverters: [converter] }).generate(contract, {
    info: { title: 'Linkshelf', version: '1', description: 'Short affiliate links and their clicks.' },
    servers: [{ url: appOrigin }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An access token of the identity provider, or an API key' },
      },
    },
    commonSchemas: { Problem: { schema: problem } },
    customErrorResponseBodySchema: (errors) => ({
      allOf: [{ $ref: '#/components/schemas/Problem' }, { type: 'object', properties: { code: { enum: errors.map(([code]) => code) } } }],
    }),
  })
  for (const path of Object.values(document.paths ?? {})) {
    for (const operation of [path?.get, path?.post, path?.put, path?.patch, path?.delete]) {
      if (operation === undefined) continue
      simplifyResponses(operation)
      addExamples(operation)
      describeAccess(operation)
    }
  }
  return document
}

function isBooleanAsText({ _zod }: { _zod: { def: { type: string } } }): boolean {
  const { type, in: input, out: output } = _zod.def as { type: string; in?: z.ZodType; out?: z.ZodType }
  return type === 'pipe' && input?.type === 'string' && output?.type === 'boolean'
}

/**
 * Removes bodies that no response has, describes errors by their catalog messages, and documents
 * the Retry-After header.
 */
function simplifyResponses({ responses = {} }: OpenAPI.OperationObject): void {
  for (const [status, response] of Object.entries(responses)) {
    if ('$ref' in response) continue
    const bodies = Object.entries(response.content ?? {}).filter(([_type, { schema }]) => schema === undefined || !matchesNothing(schema))
    response.content = Object.fromEntries(bodies)
    if (bodies.length === 0) delete response.content
    const codes = errorCodesOf(response)
    if (codes.length > 0) response.description = codes.map((code) => errorCatalog[code].message).join(' ')
    if (status === '429') response.headers = { 'retry-after': { description: 'Seconds', required: true, schema: { type: 'integer' } } }
  }
}

/** Returns true for a schema that no value matches. */
function matchesNothing(schema: Schema): boolean {
  if ('anyOf' in schema && schema.anyOf !== undefined) return schema.anyOf.every(matchesNothing)
  return 'not' in schema && Object.keys(schema.not ?? { any: true }).length === 0
}

/** The error codes of a response; none for a success. */
export function errorCodesOf(response: OpenAPI.ResponseObject): (keyof typeof errorCatalog)[] {
  const schema = response.content?.['application/json']?.schema
  const details =
    schema !== undefined && 'allOf' in schema ? (schema.allOf?.[1] as { properties?: { code?: { enum?: string[] } } }) : undefined
  return (details?.properties?.code?.enum ?? []).filter((code) => code in errorCatalog) as (keyof typeof errorCatalog)[]
}

/** Adds to the description of an operation who may make it, where not every member of an organization may. */
function describeAccess(operation: OpenAPI.OperationObject): void {
  const { role, ownerFields = {} } = metaOf(operation.operationId ?? '')
  const fields = Object.keys(ownerFields).map((name) => `\`${name}\``)
  const sentences = [
    ...(role === 'owner' ? ['For owners of the organization.'] : []),
    ...(role === 'member' ? ['For owners and members of the organization, not for viewers.'] : []),
    ...(fields.length > 0 ? [`Only owners change ${fields.join(', ')}.`] : []),
  ]
  if (sentences.length > 0) operation.description = sentences.join(' ')
}

/** `operationId`: the path in the contract, as in `links.create`. */
export function metaOf(operationId: string): CallMeta {
  const [module = '', name = ''] = operationId.split('.')
  const calls = contract as unknown as Record<string, Record<string, { '~orpc': { meta: CallMeta } }>>
  return calls[module]?.[name]?.['~orpc'].meta ?? {}
}
