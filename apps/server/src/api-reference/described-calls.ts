import { errorCatalog } from '@linkshelf/contract'
import type { OpenAPI } from '@orpc/contract'
import { createRequestExample } from './add-examples.ts'
import { formatCurlCommand, formatJson } from './curl-line.ts'
import { listErrorCodes } from './error-schemas.ts'
import { type Field, findObjectName, listFields, type NamedSchemas, toField } from './schema-fields.ts'
import type { Schema } from './schemas.ts'
import { formatTypescriptExample } from './typescript-example.ts'

export interface DescribedError {
  code: string
  status: number
  message: string
}

export interface DescribedResponse {
  status: string
  /** The media types of the response. */
  type: string
  /** The name of the returned or listed object, if the page describes this object in its own section. */
  object?: string | undefined
  isList: boolean
  fields: Field[]
}

export interface DescribedCall {
  /** For example `links.create`. It is also the anchor of the call's section. */
  id: string
  method: string
  path: string
  summary: string
  /** More sentences about the call. The last paragraph says who may make it. */
  paragraphs: string[]
  isPublic: boolean
  /** Whether the call rejects API keys. */
  isForUsersOnly: boolean
  /**
   * The request's fields, grouped by their place in the request. A title names the place, such as `Path parameters`.
   */
  request: { title: string; fields: Field[] }[]
  responses: DescribedResponse[]
  errors: DescribedError[]
  curl: string
  typescript: string
  /** The sample response to the curl command. */
  sample: { status: string; mediaType?: string; text?: string }
}

type Responses = { status: string; response: OpenAPI.ResponseObject }[]

const places = { path: 'Path parameters', query: 'Query parameters', header: 'Headers' }

export function describeCall(
  method: string,
  path: string,
  operation: OpenAPI.OperationObject,
  origin: string,
  context: NamedSchemas,
): DescribedCall {
  const { operationId = path, summary = '', description = '', responses = {}, security } = operation
  const known = Object.entries(responses).flatMap(([status, response]) => ('$ref' in response ? [] : [{ status, response }]))
  const successes = known.filter(({ response }) => listErrorCodes(response).length === 0)
  const errors = known.flatMap(({ response }) => listErrorCodes(response).map((code) => ({ code, ...errorCatalog[code] })))
  const isForUsersOnly = errors.some(({ code }: DescribedError) => code === 'API_KEY_REJECTED')
  const isPublic = security?.length === 0
  const sample = createSampleResponse(successes)
  const request = { method, url: `${origin}${path}`, ...createRequestExample(operation, context.named) }
  return {
    id: operationId,
    method,
    path,
    summary,
    paragraphs: description.split('\n\n'),
    isPublic,
    isForUsersOnly,
    request: describeRequest(operation, context),
    responses: successes.map(({ status, response }) => describeResponse(status, response, context)),
    errors,
    curl: formatCurlCommand({
      ...request,
      token: isPublic ? undefined : isForUsersOnly ? 'LINKSHELF_TOKEN' : 'LINKSHELF_API_KEY',
      output: toFileName(sample.mediaType),
      isStream: sample.mediaType === 'text/event-stream',
    }),
    typescript: formatTypescriptExample(
      {
        ...request,
        token: isPublic ? undefined : isForUsersOnly ? 'token' : 'apiKey',
        mediaType: sample.mediaType,
        response: findResponseSchema(successes[0]?.response),
        result: toResultName(findResponseSchema(successes[0]?.response)),
      },
      context.named,
    ),
    sample,
  }
}

function describeRequest({ parameters = [], requestBody }: OpenAPI.OperationObject, context: NamedSchemas): DescribedCall['request'] {
  const own = parameters.flatMap((parameter) => ('$ref' in parameter ? [] : [parameter]))
  const inPlaces = (Object.keys(places) as (keyof typeof places)[]).map((place) => ({
    title: places[place],
    fields: own.filter((parameter) => parameter.in === place).map((parameter) => describeParameter(parameter, context)),
  }))
  const bodies = requestBody === undefined || '$ref' in requestBody ? [] : Object.entries(requestBody.content)
  const inBodies = bodies.map(([mediaType, { schema }]) => ({
    title: mediaType === 'application/json' ? 'Body' : `Form (${mediaType})`,
    fields: listFields(schema, context),
  }))
  return [...inPlaces, ...inBodies].filter(({ fields }) => fields.length > 0)
}

function describeParameter({ name, required = false, schema, description }: OpenAPI.ParameterObject, context: NamedSchemas): Field {
  return { ...toField(name, (schema ?? {}) as Schema, required, context), description }
}

function describeResponse(status: string, response: OpenAPI.ResponseObject, context: NamedSchemas): DescribedResponse {
  const types = Object.keys(response.content ?? {})
  const schema = findResponseSchema(response)
  const name = findObjectName(schema)
  const object = name !== undefined && context.described.has(name) ? name : undefined
  return {
    status,
    type: types.length === 0 ? 'no body' : types.join(' or '),
    ...(object !== undefined && { object }),
    isList: schema !== undefined && 'type' in schema && schema.type === 'array',
    fields: object === undefined ? listFields(schema, context) : [],
  }
}

function findResponseSchema(response: OpenAPI.ResponseObject | undefined): Schema | undefined {
  return Object.values(response?.content ?? {})[0]?.schema
}

/** Creates the sample from the first success response, with its example as text. */
function createSampleResponse([success]: Responses): DescribedCall['sample'] {
  const [mediaType, content] = Object.entries(success?.response.content ?? {})[0] ?? []
  const example: unknown = content?.example
  const text = typeof example === 'string' ? example : example === undefined ? undefined : formatJson(example)
  return { status: success?.status ?? '', ...(mediaType && { mediaType }), ...(text && { text }) }
}

/** Returns the file name for a response that is stored in a file. */
function toFileName(mediaType = ''): string | undefined {
  const names: Record<string, string> = { 'image/png': 'qr-code.png', 'text/csv': 'export.csv', 'application/gzip': 'export.tar.gz' }
  return names[mediaType]
}

/** Turns `Link` into `link`, or into `links` if the response is a list. */
function toResultName(schema: Schema | undefined): string {
  const object = findObjectName(schema)
  if (object === undefined) return 'content'
  const name = `${object.charAt(0).toLowerCase()}${object.slice(1)}`
  const isList = schema !== undefined && 'type' in schema && schema.type === 'array'
  return isList ? `${name.replace(/y$/, 'ie').replace(/s$/, '')}s` : name
}
