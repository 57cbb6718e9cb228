import type { OpenAPI } from '@orpc/contract'
import { type ApiDescription, errorsOf } from './openapi-document.ts'
import { type Field, fieldsOf, typeOf } from './schema-fields.ts'

export interface DescribedRoom {
  name: string
  calls: DescribedCall[]
}

export interface DescribedCall {
  /** `links.create`: also the anchor it is found at. */
  id: string
  method: string
  path: string
  summary: string
  isPublic: boolean
  parameters: (Field & { place: string })[]
  body: Field[]
  answers: { status: string; type: string; fields: Field[] }[]
  errors: { status: string; codes: string[]; sentence: string }[]
}

/** The calls of a description by room, in the order of the contract. */
export function describedRooms({ paths = {} }: ApiDescription): DescribedRoom[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
      const operation = methods?.[method]
      return operation === undefined ? [] : [describedCall(method.toUpperCase(), path, operation)]
    }),
  )
  const rooms = Map.groupBy(calls, ({ id }) => id.split('.')[0] ?? id)
  return [...rooms].map(([name, ofRoom]) => ({ name, calls: ofRoom }))
}

function describedCall(method: string, path: string, operation: OpenAPI.OperationObject): DescribedCall {
  const { operationId = path, summary = '', parameters = [], requestBody, responses = {}, security } = operation
  const answers = Object.entries(responses).flatMap(([status, answer]) =>
    '$ref' in answer ? [] : [{ status, answer, codes: errorsOf(answer) }],
  )
  return {
    id: operationId,
    method,
    path,
    summary,
    isPublic: security?.length === 0,
    parameters: parameters.flatMap((parameter) => ('$ref' in parameter ? [] : [describedParameter(parameter)])),
    body: requestBody === undefined || '$ref' in requestBody ? [] : fieldsOf(requestBody.content['application/json']?.schema),
    answers: answers.filter(({ codes }) => codes.length === 0).map(({ status, answer }) => ({ status, ...describedAnswer(answer) })),
    errors: answers
      .filter(({ codes }) => codes.length > 0)
      .map(({ status, answer, codes }) => ({ status, codes, sentence: answer.description })),
  }
}

function describedParameter({ name, in: place, required = false, schema }: OpenAPI.ParameterObject): DescribedCall['parameters'][number] {
  return { name, place, type: typeOf(schema), isRequired: required }
}

function describedAnswer({ content = {} }: OpenAPI.ResponseObject): { type: string; fields: Field[] } {
  const bodies = Object.entries(content)
  const type = bodies.map(([mediaType, { schema }]) => (isList(schema) ? `${mediaType}, a list` : mediaType)).join(' or ')
  return { type: type === '' ? 'no body' : type, fields: bodies.flatMap(([_type, { schema }]) => fieldsOf(schema)) }
}

function isList(schema: OpenAPI.SchemaObject | OpenAPI.ReferenceObject | undefined): boolean {
  return schema !== undefined && !('$ref' in schema) && schema.type === 'array'
}
