import { type CallMeta, contract } from '@linkshelf/contract'
import type { OpenAPI } from '@orpc/contract'
import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { addExamples } from './add-examples.ts'
import { toPublishedPattern } from './case-insensitive-pattern.ts'
import { describeFields, describeFieldsOfCalls } from './describe-fields.ts'
import { describeOperation, describeTags } from './describe-operations.ts'
import { createErrorSchema, createErrorSchemas } from './error-schemas.ts'
import { nameSchemas } from './name-schemas.ts'
import { listBodies, listOperations, resolveSchema, type Schemas } from './schemas.ts'
import { simplifyRequest, simplifyResponses } from './simplify-bodies.ts'

export type OpenApiDocument = OpenAPI.Document

type ZodSchema = Parameters<ZodToJsonSchemaConverter['convert']>[0]

/** Generates OpenAPI 3.1 from the contract, with descriptions, examples and a name for each object. */
export async function createOpenApiDocument(appOrigin: string): Promise<OpenApiDocument> {
  const converter = new ZodToJsonSchemaConverter({
    interceptors: [
      // A query string contains `true` or `false` as text, but the parameter's documented type is boolean.
      ({ schema, next }) => (isBooleanAsText(schema) ? [true, { type: 'boolean' }] : next()),
      ({ schema, next }) => {
        const [required, json] = next()
        return [required, toPublishedFormat(toPublishedPattern(json, listPatterns(schema)))]
      },
    ],
  })
  const document = await new OpenAPIGenerator({ schemaConverters: [converter] }).generate(contract, {
    info: {
      title: 'Linkshelf',
      version: '1',
      description: 'Short affiliate links and their clicks.',
      contact: { name: 'API reference', url: `${appOrigin}/v1/docs` },
    },
    servers: [{ url: appOrigin }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An access token of the identity provider, or an API key' },
      },
    },
    customErrorResponseBodySchema: (errors) => createErrorSchema(errors.map(([code]) => code)) as object,
  })
  for (const operation of listOperations(document)) {
    simplifyRequest(operation)
    simplifyResponses(operation)
    addExamples(operation)
    describeOperation(operation, findCallMeta(operation.operationId ?? ''))
  }
  document.tags = describeTags(Object.keys(contract))
  nameAndDescribe(document)
  return document
}

function nameAndDescribe(document: OpenApiDocument): void {
  const named = [...nameSchemas(document)].map(([name, { schema, names }]) => [name, describeFields(schema, names)] as const)
  describeFieldsOfCalls(document)
  document.components = {
    ...document.components,
    schemas: Object.fromEntries([...named, ...createErrorSchemas(document)].sort(compareNames)) as never,
  }
}

function compareNames([name]: readonly [string, ...unknown[]], [other]: readonly [string, ...unknown[]]): number {
  return name < other ? -1 : 1
}

/**
 * Returns the document with all named schemas inserted into the bodies, for tests and readers that look at one call.
 */
export function resolveDocument(document: OpenApiDocument): OpenApiDocument {
  const resolved = structuredClone(document)
  const named = (document.components?.schemas ?? {}) as Schemas
  for (const { content } of listBodies(resolved)) if (content.schema !== undefined) content.schema = resolveSchema(content.schema, named)
  return resolved
}

/**
 * Replaces the format `uri` by `whatwg-url`. Our URLs follow the WHATWG standard, as browsers read them. Some are not
 * valid URIs of RFC 3986, for example `https://shop.example/?q={x}`, so a program that checks the format `uri` would
 * reject the response.
 */
function toPublishedFormat<Json extends object>(json: Json): Json {
  return 'format' in json && json.format === 'uri' ? { ...json, format: 'whatwg-url' } : json
}

function isBooleanAsText({ _zod }: { _zod: { def: { type: string } } }): boolean {
  const { type, in: input, out: output } = _zod.def as { type: string; in?: ZodSchema; out?: ZodSchema }
  return type === 'pipe' && findZodType(input) === 'string' && findZodType(output) === 'boolean'
}

function findZodType(schema: ZodSchema | undefined): string | undefined {
  return (schema as { _zod?: { def: { type: string } } } | undefined)?._zod?.def.type
}

function listPatterns(schema: ZodSchema): RegExp[] {
  const { checks = [] } = (schema as unknown as { _zod: { def: { checks?: { _zod: { def: { pattern?: RegExp } } }[] } } })._zod.def
  return checks.flatMap(({ _zod: { def } }) => def.pattern ?? [])
}

/**
 * Returns what the contract declares about a call. `operationId` is the call's path in the contract, for example
 * `links.create`.
 */
export function findCallMeta(operationId: string): CallMeta {
  const [module = '', name = ''] = operationId.split('.')
  const calls = contract as unknown as Record<string, Record<string, { '~orpc': { meta: CallMeta } }>>
  return calls[module]?.[name]?.['~orpc'].meta ?? {}
}
