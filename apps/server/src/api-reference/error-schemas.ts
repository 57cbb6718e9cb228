import { type ErrorCode, errorCatalog } from '@linkshelf/contract'
import type { OpenAPI } from '@orpc/contract'
import { createReference, listOperations, type Schema } from './schemas.ts'

const problem: OpenAPI.SchemaObject = {
  type: 'object',
  description: 'An error, as every response of 400 and more has it',
  properties: {
    code: { type: 'string', description: 'The kind of error, as a word that never changes its meaning' },
    status: { type: 'integer', description: 'The status of the response' },
    message: { type: 'string', description: 'A message about the error, for people' },
    data: { description: 'Facts about the error, such as the issues of fields, or retry_after_seconds' },
    correlation_id: { type: 'string', description: 'The id of the request, to quote to the operator' },
  },
  required: ['code', 'status', 'message', 'correlation_id'],
}

/** Creates the schema of a response body with one of these errors. */
export function createErrorSchema(codes: readonly string[]): Schema {
  const schemas = codes.map((code) => createReference(toErrorName(code)))
  return schemas[0] !== undefined && schemas.length === 1 ? schemas[0] : { oneOf: schemas }
}

/** Creates the schema that all errors share, and one schema for each error code that a call declares. */
export function createErrorSchemas(document: OpenAPI.Document): [string, Schema][] {
  const responses = listOperations(document).flatMap((operation) => Object.values(operation.responses ?? {}))
  const codes = new Set(responses.flatMap((response) => ('$ref' in response ? [] : listErrorCodes(response))))
  return [['Problem', problem], ...[...codes].map((code): [string, Schema] => [toErrorName(code), createSchemaOfCode(code)])]
}

function createSchemaOfCode(code: ErrorCode): Schema {
  const { status, message } = errorCatalog[code]
  return {
    description: message,
    allOf: [
      createReference('Problem'),
      { type: 'object', properties: { code: { type: 'string', enum: [code] }, status: { type: 'integer', enum: [status] } } },
    ],
    examples: [{ code, status, message, correlation_id: '5b0c7f0e-2f4a-4a5e-9d0d-8f5f3c1d2b7a' }],
  } as OpenAPI.SchemaObject
}

/** Turns `LINK_NOT_FOUND` into `LinkNotFoundError`. */
function toErrorName(code: string): string {
  return `${code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_whole, letter: string) => letter.toUpperCase())}Error`
}

const codeByReference = new Map((Object.keys(errorCatalog) as ErrorCode[]).map((code) => [createReference(toErrorName(code)).$ref, code]))

/** Lists the error codes of a response. The list is empty for a success. */
export function listErrorCodes(response: OpenAPI.ResponseObject): ErrorCode[] {
  const schema = response.content?.['application/json']?.schema
  if (schema === undefined) return []
  return ('$ref' in schema ? [schema] : (schema.oneOf ?? [])).flatMap((one) => ('$ref' in one ? (codeByReference.get(one.$ref) ?? []) : []))
}
