import type { OpenAPI } from '@orpc/contract'

export type Schema = OpenAPI.SchemaObject | OpenAPI.ReferenceObject
export type Schemas = Record<string, Schema>

/** The names around a value: first the module and the call, then the enclosing fields, the nearest last. */
export type Names = readonly string[]

/**
 * Returns the schema with `map` applied to each directly nested schema. For a property, `names` gets the property's
 * name appended.
 */
export function mapInside(schema: Schema, names: Names, map: (inner: Schema, names: Names) => Schema): Schema {
  if ('$ref' in schema) return schema
  const mapped: OpenAPI.SchemaObject & { contentSchema?: Schema } = { ...schema }
  if (schema.properties !== undefined) {
    const properties = Object.entries(schema.properties).map(([name, inner]) => [name, map(inner, [...names, name])])
    mapped.properties = Object.fromEntries(properties)
  }
  if (mapped.type === 'array' && mapped.items !== undefined) mapped.items = map(mapped.items, names)
  if (typeof schema.additionalProperties === 'object') mapped.additionalProperties = map(schema.additionalProperties, names)
  for (const key of ['anyOf', 'oneOf', 'allOf'] as const) {
    const variants = schema[key]
    if (variants !== undefined) mapped[key] = variants.map((variant) => map(variant, names))
  }
  if (mapped.contentSchema !== undefined) mapped.contentSchema = map(mapped.contentSchema, names)
  return mapped
}

const componentPrefix = '#/components/schemas/'

export function createReference(name: string): OpenAPI.ReferenceObject {
  return { $ref: `${componentPrefix}${name}` }
}

export function toSchemaName({ $ref }: OpenAPI.ReferenceObject): string {
  return $ref.slice(componentPrefix.length)
}

/**
 * Returns the schema with references replaced by the named schemas. If a reference has a description, it replaces the
 * description of the named schema.
 */
export function resolveSchema(schema: Schema, named: Schemas): Schema {
  if (!('$ref' in schema)) return mapInside(schema, [], (inner) => resolveSchema(inner, named))
  const { $ref, ...beside } = schema
  const target = named[toSchemaName(schema)]
  if (target === undefined) throw new Error(`There is no schema ${$ref}`)
  return { ...resolveSchema(target, named), ...beside }
}

/**
 * Finds the entry for a field in a record such as `fieldDescriptions`. The key `parent.field` wins over the key
 * `field`, and the nearest parent wins over outer ones.
 */
export function findEntry<Entry>(names: Names, entries: Readonly<Record<string, Entry>>): Entry | undefined {
  const name = names.at(-1) ?? ''
  const scoped = names
    .slice(0, -1)
    .toReversed()
    .map((parent) => `${parent}.${name}`)
  const key = [...scoped, name].find((candidate) => Object.hasOwn(entries, candidate))
  return key === undefined ? undefined : entries[key]
}

export interface Body {
  content: { schema?: Schema; example?: unknown }
  names: Names
  isRequest: boolean
  mediaType: string
}

/** Lists the bodies of all calls: requests and successful responses. */
export function listBodies({ paths = {} }: OpenAPI.Document): Body[] {
  return listOperations({ paths }).flatMap(({ operationId = '', requestBody, responses = {} }) => {
    const names = operationId.split('.')
    const request = requestBody === undefined || '$ref' in requestBody ? [] : Object.entries(requestBody.content)
    const answers = Object.entries(responses).flatMap(([status, response]) =>
      '$ref' in response || Number(status) >= 400 ? [] : Object.entries(response.content ?? {}),
    )
    return [
      ...request.map(([mediaType, content]) => ({ mediaType, content, names, isRequest: true })),
      ...answers.map(([mediaType, content]) => ({ mediaType, content, names, isRequest: false })),
    ]
  })
}

export function listOperations({ paths = {} }: Pick<OpenAPI.Document, 'paths'>): OpenAPI.OperationObject[] {
  return Object.values(paths).flatMap((path) =>
    [path?.get, path?.post, path?.put, path?.patch, path?.delete].filter((operation) => operation !== undefined),
  )
}
