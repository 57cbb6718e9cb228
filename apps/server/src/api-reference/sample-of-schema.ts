import { fieldExamples } from '@linkshelf/contract'
import type { OpenAPI } from '@orpc/contract'

type Schema = OpenAPI.SchemaObject | OpenAPI.ReferenceObject

/** The names around a value, nearest last, beginning with the module and the call. */
type Names = readonly string[]

/** Returns a value of the schema with the contract's examples for its fields. Omits optional fields. */
export function sampleOf(schema: Schema | undefined, names: Names): unknown {
  if (schema === undefined || '$ref' in schema) return {}
  const example = exampleFor(names)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants !== undefined) {
    if (variants.some((variant) => matches(example, variant))) return example
    return sampleOf(variants.find((variant) => !isNull(variant)) ?? variants[0], names)
  }
  if (matches(example, schema)) return example
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.type === 'array') return [sampleOf(schema.items, names)]
  if (schema.type === 'object') return sampleObject(schema, names)
  return sampleOfType(schema)
}

function sampleObject({ properties = {}, required = [] }: OpenAPI.SchemaObject, names: Names): object {
  const shown = Object.entries(properties).filter(([name]) => required.includes(name))
  return Object.fromEntries(shown.map(([name, property]) => [name, sampleOf(property, [...names, name])]))
}

/** The example of the nearest parent that has one for a field of this name, or that of the name alone. */
function exampleFor(names: Names): unknown {
  const name = names.at(-1) ?? ''
  const scoped = names
    .slice(0, -1)
    .toReversed()
    .map((parent) => `${parent}.${name}`)
  const key = [...scoped, name].find((candidate) => candidate in fieldExamples)
  return key === undefined ? undefined : fieldExamples[key]
}

function matches(example: unknown, schema: Schema): boolean {
  if (example === undefined || '$ref' in schema) return false
  if (example === null) return isNull(schema)
  if (schema.enum !== undefined) return schema.enum.includes(example)
  if (schema.const !== undefined) return schema.const === example
  if (schema.format === 'uuid' && !/^[\da-f-]{36}$/.test(String(example))) return false
  if (schema.type === 'object') return typeof example === 'object' && schema.properties === undefined
  return schema.type === (Number.isInteger(example) && schema.type === 'integer' ? 'integer' : typeof example)
}

function isNull(schema: Schema): boolean {
  return !('$ref' in schema) && schema.type === 'null'
}

const formats: Record<string, unknown> = {
  uuid: '019a2f6e-4c10-7a31-9d52-0b6f3e8c1a00',
  'date-time': '2026-11-22T09:30:00.000Z',
  date: '2026-11-22',
  uri: 'https://shop.example/lamp',
}

function sampleOfType({ type, format = '', default: fallback, minimum = 0 }: OpenAPI.SchemaObject): unknown {
  if (fallback !== undefined) return fallback
  if (type === 'string') return formats[format] ?? 'text'
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return Math.max(0, minimum)
  return type === 'null' ? null : {}
}
