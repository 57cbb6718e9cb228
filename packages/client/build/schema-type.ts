/** The part of JSON Schema that the contract uses. */
export interface JsonSchema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  not?: JsonSchema
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  contentMediaType?: string
  description?: string
}

/** Returns the name of a schema, or undefined if it has no name. */
export type FindName = (schema: JsonSchema) => string | undefined

/** Formats a schema as a TypeScript type. If the schema has a name, the name is returned. A file becomes a Blob. */
export function formatSchemaType(schema: JsonSchema, findName: FindName, indent = ''): string {
  return findName(schema) ?? formatStructure(schema, findName, indent)
}

/** Formats a schema as a TypeScript type, even if it has a name. */
export function formatStructure(schema: JsonSchema, findName: FindName, indent = ''): string {
  const { const: value, enum: values, anyOf, oneOf, allOf, items, properties, additionalProperties } = schema
  const variants = anyOf ?? oneOf
  if (value !== undefined) return JSON.stringify(value)
  if (values !== undefined) return values.map((one) => JSON.stringify(one)).join(' | ')
  if (variants !== undefined) return [...new Set(variants.map((one) => formatSchemaType(one, findName, indent)))].join(' | ')
  if (allOf !== undefined) return allOf.map((one) => formatSchemaType(one, findName, indent)).join(' & ')
  if (schema.type === 'array') return `Array<${items === undefined ? 'unknown' : formatSchemaType(items, findName, indent)}>`
  if (properties !== undefined) return formatObjectType(schema, findName, indent)
  if (typeof additionalProperties === 'object') return `Record<string, ${formatSchemaType(additionalProperties, findName, indent)}>`
  return formatScalarType(schema)
}

function formatObjectType({ properties = {}, required = [] }: JsonSchema, findName: FindName, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, property]) => {
    const mark = required.includes(name) ? '' : '?'
    const comment = property.description === undefined ? '' : `${inner}/** ${property.description.replaceAll('*/', '* /')} */\n`
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name)
    return `${comment}${inner}${key}${mark}: ${formatSchemaType(property, findName, inner)}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

function formatScalarType({ type, contentMediaType, not }: JsonSchema): string {
  if (contentMediaType !== undefined) return 'Blob'
  if (not !== undefined) return 'undefined'
  if (type === 'integer') return 'number'
  return type === undefined ? 'unknown' : type === 'object' ? 'object' : type
}
