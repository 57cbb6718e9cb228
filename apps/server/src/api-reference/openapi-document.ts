import { contract, errorCatalogue } from '@linkshelf/contract'
import type { OpenAPI } from '@orpc/contract'
import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { z } from 'zod'

export type ApiDescription = OpenAPI.Document
type Schema = OpenAPI.SchemaObject | OpenAPI.ReferenceObject

const problem = z.object({
  code: z.string(),
  status: z.int(),
  message: z.string(),
  data: z.unknown().optional(),
  correlation_id: z.string(),
})

/** The contract as OpenAPI 3.1. */
export async function describeCalls(appOrigin: string): Promise<ApiDescription> {
  const converter = new ZodToJsonSchemaConverter({
    // A query carries `true` and `false` as text; what they say is a boolean.
    interceptors: [({ schema, next }) => (isBooleanAsText(schema) ? [true, { type: 'boolean' }] : next())],
  })
  const description = await new OpenAPIGenerator({ schemaConverters: [converter] }).generate(contract, {
    info: { title: 'Linkshelf', version: '1', description: 'Short affiliate links and their clicks.' },
    servers: [{ url: appOrigin }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'An access token of the identity provider' } },
    },
    commonSchemas: { Problem: { schema: problem } },
    customErrorResponseBodySchema: (errors) => ({
      allOf: [{ $ref: '#/components/schemas/Problem' }, { type: 'object', properties: { code: { enum: errors.map(([code]) => code) } } }],
    }),
  })
  for (const path of Object.values(description.paths ?? {})) {
    for (const operation of [path?.get, path?.post, path?.put, path?.patch, path?.delete]) tidyAnswers(operation)
  }
  return description
}

function isBooleanAsText({ _zod }: { _zod: { def: { type: string } } }): boolean {
  const { type, in: read, out: meant } = _zod.def as { type: string; in?: z.ZodType; out?: z.ZodType }
  return type === 'pipe' && read?.type === 'string' && meant?.type === 'boolean'
}

/** Leaves out bodies that no answer ever has, says in words what each refusal means, and names the header of one that is for now. */
function tidyAnswers(operation: OpenAPI.OperationObject | undefined): void {
  for (const [status, answer] of Object.entries(operation?.responses ?? {})) {
    if ('$ref' in answer) continue
    const bodies = Object.entries(answer.content ?? {}).filter(([_type, { schema }]) => schema === undefined || !isOfNothing(schema))
    answer.content = Object.fromEntries(bodies)
    if (bodies.length === 0) delete answer.content
    const codes = errorsOf(answer)
    if (codes.length > 0) answer.description = codes.map((code) => errorCatalogue[code].message).join(' ')
    if (status === '429') answer.headers = { 'retry-after': { description: 'Seconds', required: true, schema: { type: 'integer' } } }
  }
}

/** A schema that no value fits. */
function isOfNothing(schema: Schema): boolean {
  if ('anyOf' in schema && schema.anyOf !== undefined) return schema.anyOf.every(isOfNothing)
  return 'not' in schema && Object.keys(schema.not ?? { any: true }).length === 0
}

/** The codes of an answer that says no. */
export function errorsOf(answer: OpenAPI.ResponseObject): (keyof typeof errorCatalogue)[] {
  const schema = answer.content?.['application/json']?.schema
  const told =
    schema !== undefined && 'allOf' in schema ? (schema.allOf?.[1] as { properties?: { code?: { enum?: string[] } } }) : undefined
  return (told?.properties?.code?.enum ?? []).filter((code) => code in errorCatalogue) as (keyof typeof errorCatalogue)[]
}
