import { errorCatalog } from '@linkshelf/contract'
import type { OpenAPI } from '@orpc/contract'
import { requestOf } from './add-examples.ts'
import { curlLine, printJson } from './curl-line.ts'
import { errorCodesOf, type OpenApiDocument } from './openapi-document.ts'
import { type Field, fieldsOf, typeOf } from './schema-fields.ts'

export interface DescribedModule {
  name: string
  calls: DescribedCall[]
}

export interface DescribedError {
  code: string
  status: number
  message: string
}

export interface DescribedCall {
  /** `links.create`: also the anchor of its section. */
  id: string
  method: string
  path: string
  summary: string
  isPublic: boolean
  /** Who may make it, where not everyone may. */
  description: string
  /** Rejects API keys. */
  isForUsersOnly: boolean
  parameters: (Field & { location: string })[]
  body: Field[]
  responses: { status: string; type: string; fields: Field[] }[]
  errors: DescribedError[]
  curl: string
  /** The response to the curl line. */
  sample: { status: string; mediaType?: string; text?: string }
}

/** The calls of a document by module, in the order of the contract. */
export function describedModules({ paths = {}, servers = [] }: OpenApiDocument): DescribedModule[] {
  const origin = servers[0]?.url ?? ''
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
      const operation = methods?.[method]
      return operation === undefined ? [] : [describeCall(method.toUpperCase(), path, operation, origin)]
    }),
  )
  const modules = Map.groupBy(calls, ({ id }) => id.split('.')[0] ?? id)
  return [...modules].map(([name, moduleCalls]) => ({ name, calls: moduleCalls }))
}

/** The errors that do not depend on what a call does: those of more than a fifth of all calls. */
export function commonErrors(modules: DescribedModule[]): DescribedError[] {
  const calls = modules.flatMap((module) => module.calls)
  const byCode = Map.groupBy(
    calls.flatMap(({ errors }) => errors),
    ({ code }) => code,
  )
  return [...byCode.values()].flatMap(([error, ...others]) => (error !== undefined && others.length >= calls.length / 5 ? [error] : []))
}

function describeCall(method: string, path: string, operation: OpenAPI.OperationObject, origin: string): DescribedCall {
  const { operationId = path, summary = '', description = '', parameters = [], requestBody, responses = {}, security } = operation
  const known = Object.entries(responses).flatMap(([status, response]) =>
    '$ref' in response ? [] : [{ status, response, codes: errorCodesOf(response) }],
  )
  const successes = known.filter(({ codes }) => codes.length === 0)
  const errors = known.flatMap(({ codes }) => codes.map((code) => ({ code, ...errorCatalog[code] })))
  const isPublic = security?.length === 0
  const isForUsersOnly = errors.some(({ code }: DescribedError) => code === 'API_KEY_REJECTED')
  const token = isPublic ? undefined : isForUsersOnly ? 'LINKSHELF_TOKEN' : 'LINKSHELF_API_KEY'
  const sample = sampleResponse(successes)
  const isStream = sample.mediaType === 'text/event-stream'
  return {
    id: operationId,
    method,
    path,
    summary,
    description,
    isPublic,
    isForUsersOnly,
    parameters: parameters.flatMap((parameter) => ('$ref' in parameter ? [] : [describeParameter(parameter)])),
    body: requestBody === undefined || '$ref' in requestBody ? [] : fieldsOf(requestBody.content['application/json']?.schema),
    responses: successes.map(({ status, response }) => ({ status, ...describeResponse(response) })),
    errors,
    curl: curlLine({ method, url: `${origin}${path}`, token, ...requestOf(operation), output: fileName(sample.mediaType), isStream }),
    sample,
  }
}

function describeParameter({ name, in: location, required = false, schema }: OpenAPI.ParameterObject): DescribedCall['parameters'][number] {
  const description = schema === undefined || '$ref' in schema ? undefined : schema.description
  return { name, location, type: typeOf(schema), isRequired: required, description }
}

function describeResponse({ content = {} }: OpenAPI.ResponseObject): { type: string; fields: Field[] } {
  const bodies = Object.entries(content)
  const type = bodies.map(([mediaType, { schema }]) => (isList(schema) ? `${mediaType}, a list` : mediaType)).join(' or ')
  return { type: type === '' ? 'no body' : type, fields: bodies.flatMap(([_type, { schema }]) => fieldsOf(schema)) }
}

function isList(schema: OpenAPI.SchemaObject | OpenAPI.ReferenceObject | undefined): boolean {
  return schema !== undefined && !('$ref' in schema) && schema.type === 'array'
}

/** The first success, with its example as text. */
function sampleResponse([success]: { status: string; response: OpenAPI.ResponseObject }[]): DescribedCall['sample'] {
  const [mediaType, content] = Object.entries(success?.response.content ?? {})[0] ?? []
  const example: unknown = content?.example
  const text = typeof example === 'string' ? example : example === undefined ? undefined : printJson(example)
  return { status: success?.status ?? '', ...(mediaType && { mediaType }), ...(text && { text }) }
}

/** Returns the file name of a response that is not text. */
function fileName(mediaType = ''): string | undefined {
  const names: Record<string, string> = { 'image/png': 'qr-code.png', 'text/csv': 'export.csv', 'application/gzip': 'export.tar.gz' }
  return names[mediaType]
}
