import { type RequestExample, requestExamples } from '@linkshelf/contract'
import type { OpenAPI } from '@orpc/contract'
import { createSample } from './create-sample.ts'
import { resolveSchema, type Schemas } from './schemas.ts'

const exampleByMediaType: Record<string, string> = {
  'text/csv': 'date,clicks\n2026-11-20,38\n2026-11-21,42\n',
  'text/event-stream': 'event: message\ndata: {"arrived_at":"2026-11-22T09:30:00.000Z"}\n',
}

/**
 * Returns the example request of a call. If the contract has no example for the body, the body has the fields that its
 * schema requires. `named` are the schemas that the body refers to.
 */
export function createRequestExample({ operationId = '', requestBody }: OpenAPI.OperationObject, named: Schemas = {}): RequestExample {
  const example = requestExamples[operationId] ?? {}
  const schema = requestBody === undefined || '$ref' in requestBody ? undefined : requestBody.content['application/json']?.schema
  if (schema === undefined || example.body !== undefined || example.form !== undefined) return example
  return { ...example, body: createSample(resolveSchema(schema, named), operationId.split('.')) as object }
}

export function addExamples(operation: OpenAPI.OperationObject): void {
  const names = (operation.operationId ?? '').split('.')
  const { body, query = {} } = createRequestExample(operation)
  for (const parameter of operation.parameters ?? []) {
    if ('$ref' in parameter) continue
    const value =
      query[parameter.name] ?? (parameter.in === 'path' ? createSample(parameter.schema, [...names, parameter.name]) : undefined)
    if (value !== undefined) parameter.example = fillExampleIds(value)
  }
  const { requestBody, responses = {} } = operation
  const json = requestBody === undefined || '$ref' in requestBody ? undefined : requestBody.content['application/json']
  if (json !== undefined && body !== undefined) json.example = fillExampleIds(body)
  for (const [status, response] of Object.entries(responses)) {
    if ('$ref' in response || Number(status) >= 400) continue
    for (const [mediaType, content] of Object.entries(response.content ?? {})) {
      const example =
        mediaType === 'application/json'
          ? addRequestedFields(createSample(content.schema, names), operation, body)
          : exampleByMediaType[mediaType]
      if (example !== undefined) content.example = example
    }
  }
}

/** Puts the fields that the request creates or changes into the sample response. */
function addRequestedFields(sample: unknown, { operationId = '' }: OpenAPI.OperationObject, body: object = {}): unknown {
  if (!/[.](create|update|invite|change)/.test(operationId) || typeof sample !== 'object' || sample === null) return sample
  const fields = sample as Record<string, unknown>
  const changed = Object.entries(fillExampleIds(body) as object).filter(
    ([name, value]) => describeKind(fields[name]) === describeKind(value),
  )
  return Array.isArray(sample) ? sample : { ...sample, ...Object.fromEntries(changed) }
}

/**
 * Describes the kind of a value, because a field with the same name can differ between request and response. For
 * example, a short name in a request is a URL in the response.
 */
function describeKind(value: unknown): string {
  if (Array.isArray(value)) return `list of ${describeKind(value[0])}`
  if (typeof value === 'string' && URL.canParse(value)) return 'url'
  return value !== null && typeof value === 'object' ? JSON.stringify(Object.keys(value)) : typeof value
}

/** Replaces `{urlId}` in a request by the example id that responses contain. */
function fillExampleIds(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replace(/\{(\w+)\}/g, (_whole, name: string) => String(createSample({ type: 'string' }, [name])))
  if (Array.isArray(value)) return value.map(fillExampleIds)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fillExampleIds(inner)]))
}
