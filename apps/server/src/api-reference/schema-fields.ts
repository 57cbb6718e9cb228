import type { OpenAPI } from '@orpc/contract'

/** A field of a request or response body. */
export interface Field {
  /** The name with those of its parents: `projects[].name`. */
  name: string
  type: string
  isRequired: boolean
  /** Further words on it, of the contract. */
  description?: string | undefined
}

type Schema = OpenAPI.SchemaObject | OpenAPI.ReferenceObject

/** The fields of an object, of the objects in a list, or of each variant, with nested ones; none for values. */
export function fieldsOf(schema: Schema | undefined, parentName = ''): Field[] {
  if (schema === undefined || '$ref' in schema) return []
  if (schema.type === 'array') return fieldsOf(schema.items, parentName === '' ? '' : `${parentName}[]`)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants !== undefined) return variants.flatMap((variant) => fieldsOf(variant, parentName))
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = parentName === '' ? key : `${parentName}.${key}`
    const description = '$ref' in property ? undefined : property.description
    return [{ name, type: typeOf(property), isRequired: schema.required?.includes(key) ?? false, description }, ...fieldsOf(property, name)]
  })
}

/** Returns a type in words, such as `text, 1 to 64 characters`, `png or svg`, `list of uuid`. */
export function typeOf(schema: Schema | undefined): string {
  if (schema === undefined || '$ref' in schema) return 'anything'
  if (schema.enum !== undefined) return schema.enum.join(' or ')
  if (schema.const !== undefined) return String(schema.const)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants !== undefined) return [...new Set(variants.map(typeOf))].join(' or ')
  if (schema.type === 'array') return `list of ${typeOf(schema.items)}`
  const bounds = boundsOf(schema)
  const name = schema.contentMediaType ?? schema.format ?? typeName(schema.type)
  const fallback = schema.default === undefined ? '' : `, default ${JSON.stringify(schema.default)}`
  return `${name}${bounds}${fallback}`
}

function typeName(type: OpenAPI.SchemaObject['type']): string {
  const names: Record<string, string> = { string: 'text', integer: 'whole number' }
  return [type ?? 'anything']
    .flat()
    .map((one) => names[one] ?? one)
    .join(' or ')
}

function boundsOf({ minLength, maxLength, minimum, maximum }: OpenAPI.SchemaObject): string {
  if (maxLength !== undefined) return `, ${minLength ?? 0} to ${maxLength} characters`
  if (minimum !== undefined && maximum !== undefined && Math.abs(maximum) < Number.MAX_SAFE_INTEGER) return `, ${minimum} to ${maximum}`
  return ''
}
