import { fieldExamples } from '@linkshelf/contract'
import type { OpenAPI } from '@orpc/contract'
import { findEntry, type Names, type Schema } from './schemas.ts'

/** Creates a value of the schema, with the contract's examples for its fields. Omits optional fields. */
export function createSample(schema: Schema | undefined, names: Names): unknown {
  if (schema === undefined || '$ref' in schema) return {}
  const example = findEntry(names, fieldExamples)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants !== undefined) {
    if (variants.some((variant) => matchesSchema(example, variant))) return example
    return createSample(variants.find((variant) => !isNull(variant)) ?? variants[0], names)
  }
  if (matchesSchema(example, schema)) return example
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.type === 'array') return [createSample(schema.items, names)]
  if (schema.type === 'object') return createSampleObject(schema, names)
  return createSampleOfType(schema)
}

function createSampleObject({ properties = {}, required = [] }: OpenAPI.SchemaObject, names: Names): object {
  const shown = Object.entries(properties).filter(([name]) => required.includes(name))
  return Object.fromEntries(shown.map(([name, property]) => [name, createSample(property, [...names, name])]))
}

function matchesSchema(example: unknown, schema: Schema): boolean {
  if (example === undefined || '$ref' in schema) return false
  if (example === null) return isNull(schema)
  if (schema.enum !== undefined) return schema.enum.includes(example)
  if (schema.const !== undefined) return schema.const === example
  if (!hasFormat(String(example), schema.format)) return false
  if (schema.type === 'object') return typeof example === 'object' && schema.properties === undefined
  return schema.type === (Number.isInteger(example) && schema.type === 'integer' ? 'integer' : typeof example)
}

function hasFormat(example: string, format: string | undefined): boolean {
  const patterns: Record<string, RegExp> = { uuid: /^[\da-f-]{36}$/, 'date-time': /^\d{4}-\d\d-\d\dT/, date: /^\d{4}-\d\d-\d\d$/ }
  if (format === 'whatwg-url') return URL.canParse(example)
  return patterns[format ?? '']?.test(example) ?? true
}

function isNull(schema: Schema): boolean {
  return !('$ref' in schema) && schema.type === 'null'
}

const sampleByFormat: Record<string, unknown> = {
  uuid: '019a2f6e-4c10-7a31-9d52-0b6f3e8c1a00',
  'date-time': '2026-11-22T09:30:00.000Z',
  date: '2026-11-22',
  'whatwg-url': 'https://shop.example/lamp',
}

function createSampleOfType({ type, format = '', default: fallback, minimum = 0 }: OpenAPI.SchemaObject): unknown {
  if (fallback !== undefined) return fallback
  if (type === 'string') return sampleByFormat[format] ?? 'text'
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return Math.max(0, minimum)
  return type === 'null' ? null : {}
}
