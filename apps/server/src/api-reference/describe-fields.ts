import { fieldDescriptions } from '@linkshelf/contract'
import type { OpenAPI } from '@orpc/contract'
import { findEntry, listBodies, listOperations, mapInside, type Names, type Schema } from './schemas.ts'

/** Adds descriptions to the parameters and headers of all calls, and to the fields of schemas without a name. */
export function describeFieldsOfCalls(document: OpenAPI.Document): void {
  for (const { operationId = '', parameters = [], responses = {} } of listOperations(document)) {
    const names = operationId.split('.')
    for (const parameter of parameters) if (!('$ref' in parameter)) describeParameter(parameter, names)
    for (const response of Object.values(responses)) {
      for (const [name, header] of Object.entries('$ref' in response ? {} : (response.headers ?? {})))
        if (!('$ref' in header)) header.description ??= findEntry([...names, name], fieldDescriptions) ?? ''
    }
  }
  for (const { content, names } of listBodies(document))
    if (content.schema !== undefined) content.schema = describeFields(content.schema, names)
}

function describeParameter(parameter: OpenAPI.ParameterObject, names: Names): void {
  const { description, ...schema } = (parameter.schema ?? {}) as OpenAPI.SchemaObject
  parameter.description ??= description ?? findEntry([...names, parameter.in, parameter.name], fieldDescriptions) ?? ''
  parameter.schema = schema as typeof parameter.schema
}

/** Adds the contract's descriptions to the fields of a schema. */
export function describeFields(schema: Schema, names: Names): Schema {
  return mapInside(schema, names, (inner, innerNames) => {
    const described = describeFields(inner, innerNames)
    const description = innerNames === names ? undefined : findEntry(innerNames, fieldDescriptions)
    return description === undefined || ('description' in described && described.description) ? described : { ...described, description }
  })
}
