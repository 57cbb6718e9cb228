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

/** Returns the name of a schema that has one. */
export type NameOf = (schema: JsonSchema) => string | undefined

/** A schema as a TypeScript type. A file is a Blob. */
export function typeOfSchema(schema: JsonSchema, nameOf: NameOf, indent = ''): string {
  return nameOf(schema) ?? structureOf(schema, nameOf, indent)
}

/** The same, never as a name. */
export function structureOf(schema: JsonSchema, nameOf: NameOf, indent = ''): string {
  const { const: value, enum: values, anyOf, oneOf, allOf, items, properties, additionalProperties } = schema
  const variants = anyOf ?? oneOf
  if (value !== undefined) return JSON.stringify(value)
  if (values !== undefined) return values.map((one) => JSON.stringify(one)).join(' | ')
  if (variants !== undefined) return [...new Set(variants.map((one) => typeOfSchema(one, nameOf, indent)))].join(' | ')
  if (allOf !== undefined) return allOf.map((one) => typeOfSchema(one, nameOf, indent)).join(' & ')
  if (schema.type === 'array') return `Array<${items === undefined ? 'unknown' : typeOfSchema(items, nameOf, indent)}>`
  if (properties !== undefined) return objectType(schema, nameOf, indent)
  if (typeof additionalProperties === 'object') return `Record<string, ${typeOfSchema(additionalProperties, nameOf, indent)}>`
  return scalarType(schema)
}

function objectType({ properties = {}, required = [] }: JsonSchema, nameOf: NameOf, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, property]) => {
    const mark = required.includes(name) ? '' : '?'
    const comment = property.description === undefined ? '' : `${inner}/** ${property.description.replaceAll('*/', '* /')} */\n`
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name)
    return `${comment}${inner}${key}${mark}: ${typeOfSchema(property, nameOf, inner)}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

function scalarType({ type, contentMediaType, not }: JsonSchema): string {
  if (contentMediaType !== undefined) return 'Blob'
  if (not !== undefined) return 'undefined'
  if (type === 'integer') return 'number'
  return type === undefined ? 'unknown' : type === 'object' ? 'object' : type
}
