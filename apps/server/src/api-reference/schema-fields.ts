import type { OpenAPI } from '@orpc/contract'
import { resolveSchema, type Schema, type Schemas, toSchemaName } from './schemas.ts'

/** A field of a request or response body, or a parameter. */
export interface Field {
  name: string
  /** The type in words, such as `list of text` or `uuid or null`. */
  type: string
  /** The object's name, if the value is an object or a list of objects that the page describes in its own section. */
  object?: string | undefined
  isRequired: boolean
  description?: string | undefined
  /** The allowed values, if there are only a few. */
  values: string[]
  /** Limits in words, such as `1 to 64 characters`. */
  constraints: string[]
  fields: Field[]
}

/**
 * The schemas of a document. `described` names the objects that have their own section, so that they are not described
 * again inside other objects.
 */
export interface NamedSchemas {
  named: Schemas
  described: ReadonlySet<string>
}

/**
 * Lists the fields of an object, of the objects in a list, or of all variants. Returns an empty list for other values.
 */
export function listFields(schema: Schema | undefined, context: NamedSchemas): Field[] {
  if (schema === undefined) return []
  const whole = resolveOnce(schema, context.named)
  if (whole.type === 'array') return listFields(whole.items, context)
  const variants = whole.anyOf ?? whole.oneOf
  if (variants !== undefined) return mergeVariants(variants.map((variant) => listFields(variant, context)))
  if ('contentSchema' in whole) return listFields(whole.contentSchema as Schema, context)
  const inRecord = typeof whole.additionalProperties === 'object' ? listFields(whole.additionalProperties, context) : []
  const own = Object.entries(whole.properties ?? {}).map(([name, property]) =>
    toField(name, property, whole.required?.includes(name) ?? false, context),
  )
  return [...own, ...inRecord]
}

export function toField(name: string, schema: Schema, isRequired: boolean, context: NamedSchemas): Field {
  const object = findObjectName(schema)
  const isDescribed = object !== undefined && context.described.has(object)
  const whole = resolveSchema(schema, context.named)
  return {
    name,
    type: describeType(whole),
    ...(isDescribed && { object }),
    isRequired,
    description: '$ref' in whole ? undefined : whole.description,
    values: listValues(whole),
    constraints: listConstraints(whole),
    fields: isDescribed ? [] : listFields(schema, context),
  }
}

/**
 * Merges the fields of variants by name, because the page shows each field once. A field is required if every variant
 * requires it.
 */
function mergeVariants(variants: Field[][]): Field[] {
  const withFields = variants.filter((fields) => fields.length > 0)
  const byName = Map.groupBy(withFields.flat(), ({ name }) => name)
  return [...byName.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const all = [first, ...others]
    const values = [...new Set(all.flatMap((field) => field.values))]
    return { ...first, values, isRequired: all.length === withFields.length && all.every(({ isRequired }) => isRequired) }
  })
}

/** Finds the name of the schema that a value refers to. For a list, finds the schema of its items. */
export function findObjectName(schema: Schema | undefined): string | undefined {
  if (schema === undefined) return undefined
  if ('$ref' in schema) return toSchemaName(schema)
  if (schema.type === 'array') return findObjectName(schema.items)
  return findObjectName(schema.anyOf?.find((variant) => '$ref' in variant))
}

function resolveOnce(schema: Schema, named: Schemas): OpenAPI.SchemaObject {
  return ('$ref' in schema ? (named[toSchemaName(schema)] ?? {}) : schema) as OpenAPI.SchemaObject
}

/** Describes a type in words, without its limits. */
function describeType(schema: Schema | undefined): string {
  if (schema === undefined || '$ref' in schema) return 'anything'
  const variants = schema.anyOf ?? schema.oneOf
  if (variants !== undefined) return [...new Set(variants.map(describeType))].join(' or ')
  if (schema.enum !== undefined || schema.const !== undefined) return describeValueType(schema.enum?.[0] ?? schema.const)
  if (schema.type === 'array') return `list of ${describeType(schema.items)}`
  if (schema.contentMediaType === '*/*') return 'file'
  if (schema.type === 'object' && schema.properties === undefined) return 'object of names and values'
  const formats: Record<string, string> = {
    'whatwg-url': 'URL',
    'date-time': 'instant (ISO 8601)',
    date: 'day (yyyy-mm-dd)',
    uuid: 'UUID',
    email: 'email',
  }
  return formats[schema.format ?? ''] ?? schema.contentMediaType ?? describeTypeName(schema.type)
}

function describeValueType(value: unknown): string {
  return typeof value === 'string' ? 'text' : typeof value
}

function describeTypeName(type: OpenAPI.SchemaObject['type']): string {
  const names: Record<string, string> = { string: 'text', integer: 'whole number' }
  return [type ?? 'anything']
    .flat()
    .map((one) => names[one] ?? one)
    .join(' or ')
}

function listValues(schema: Schema): string[] {
  if ('$ref' in schema) return []
  if (schema.enum !== undefined) return schema.enum.map(String)
  if (schema.const !== undefined) return [String(schema.const)]
  if (schema.type === 'array') return listValues(schema.items)
  return [...new Set((schema.anyOf ?? schema.oneOf ?? []).flatMap(listValues))]
}

function listConstraints(schema: Schema): string[] {
  if ('$ref' in schema) return []
  const { minLength, maxLength, pattern, default: fallback } = schema
  const own = [
    ...formatRange(minLength, maxLength, 'characters'),
    ...formatRange(schema.minimum, schema.maximum, ''),
    ...(schema.type === 'array' ? formatRange(schema.minItems, schema.maxItems, 'entries') : []),
    ...(pattern === undefined ? [] : [`matches ${pattern}`]),
    ...(fallback === undefined ? [] : [`default ${JSON.stringify(fallback)}`]),
  ]
  const inside = schema.type === 'array' ? listConstraints(schema.items).map((limit) => `each ${limit}`) : []
  return [...own, ...inside, ...new Set((schema.anyOf ?? schema.oneOf ?? []).flatMap(listConstraints))]
}

function formatRange(min: number | undefined, max: number | undefined, unit: string): string[] {
  const format = (count: number) => `${count.toLocaleString('en')}${unit === '' ? '' : ` ${unit}`}`
  const most = max === undefined || Math.abs(max) >= Number.MAX_SAFE_INTEGER ? undefined : max
  const least = min === undefined || Math.abs(min) >= Number.MAX_SAFE_INTEGER ? undefined : min
  if (most === undefined) return least === undefined || (unit !== '' && least === 0) ? [] : [`at least ${format(least)}`]
  return least === undefined || (unit !== '' && least === 0)
    ? [`at most ${format(most)}`]
    : [`${least.toLocaleString('en')} to ${format(most)}`]
}
