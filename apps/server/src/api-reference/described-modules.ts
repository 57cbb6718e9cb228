import type { OpenAPI } from '@orpc/contract'
import { errorCodesOf, type OpenApiDocument } from './openapi-document.ts'
import { type Field, fieldsOf, typeOf } from './schema-fields.ts'

export interface DescribedModule {
  name: string
  calls: DescribedCall[]
}

export interface DescribedCall {
  /** `links.create`: also the anchor of its section. */
  id: string
  method: string
  path: string
  summary: string
  isPublic: boolean
  parameters: (Field & { location: string })[]
  body: Field[]
  responses: { status: string; type: string; fields: Field[] }[]
  errors: { status: string; codes: string[]; message: string }[]
}

/** The calls of a document by module, in the order of the contract. */
export function describedModules({ paths = {} }: OpenApiDocument): DescribedModule[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
      const operation = methods?.[method]
      return operation === undefined ? [] : [describeCall(method.toUpperCase(), path, operation)]
    }),
  )
  const modules = Map.groupBy(calls, ({ id }) => id.split('.')[0] ?? id)
  return [...modules].map(([name, moduleCalls]) => ({ name, calls: moduleCalls }))
}

function describeCall(method: string, path: string, operation: OpenAPI.OperationObject): DescribedCall {
  const { operationId = path, summary = '', parameters = [], requestBody, responses = {}, security } = operation
  const known = Object.entries(responses).flatMap(([status, response]) =>
    '$ref' in response ? [] : [{ status, response, codes: errorCodesOf(response) }],
  )
  return {
    id: operationId,
    method,
    path,
    summary,
    isPublic: security?.length === 0,
    parameters: parameters.flatMap((parameter) => ('$ref' in parameter ? [] : [describeParameter(parameter)])),
    body: requestBody === undefined || '$ref' in requestBody ? [] : fieldsOf(requestBody.content['application/json']?.schema),
    responses: known.filter(({ codes }) => codes.length === 0).map(({ status, response }) => ({ status, ...describeResponse(response) })),
    errors: known
      .filter(({ codes }) => codes.length > 0)
      .map(({ status, response, codes }) => ({ status, codes, message: response.description })),
  }
}

function describeParameter({ name, in: location, required = false, schema }: OpenAPI.ParameterObject): DescribedCall['parameters'][number] {
  return { name, location, type: typeOf(schema), isRequired: required }
}

function describeResponse({ content = {} }: OpenAPI.ResponseObject): { type: string; fields: Field[] } {
  const bodies = Object.entries(content)
  const type = bodies.map(([mediaType, { schema }]) => (isList(schema) ? `${mediaType}, a list` : mediaType)).join(' or ')
  return { type: type === '' ? 'no body' : type, fields: bodies.flatMap(([_type, { schema }]) => fieldsOf(schema)) }
}

function isList(schema: OpenAPI.SchemaObject | OpenAPI.ReferenceObject | undefined): boolean {
  return schema !== undefined && !('$ref' in schema) && schema.type === 'array'
}
