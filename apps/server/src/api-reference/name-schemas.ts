import type { OpenAPI } from '@orpc/contract'
import { schemaNames } from './schema-names.ts'
import { type Body, createReference, listBodies, mapInside, type Names, type Schema } from './schemas.ts'

/** The calls that return the entity that their module is named after. */
const entityCalls = ['get', 'list', 'create', 'update']

interface NamedSchema {
  schema: Schema
  /**
   * The names that enclose the first value with this schema: module, call and fields. They select the schema's
   * descriptions.
   */
  names: Names
}

/**
 * Replaces objects in requests and responses by references to named schemas, and returns these schemas. Each body gets
 * a name, and so does each object that occurs in several bodies.
 */
export function nameSchemas(document: OpenAPI.Document): Map<string, NamedSchema> {
  const bodies = listBodies(document)
  const named = new Map<string, NamedSchema>()
  const nameByKey = new Map<string, string>()
  for (const body of [...bodies].sort(compareBodies)) {
    const { schema, isListed } = findObject(body.content.schema)
    if (schema === undefined || nameByKey.has(toSchemaKey(schema))) continue
    const name = chooseBodyName(body, isListed, named)
    nameByKey.set(toSchemaKey(schema), name)
    named.set(name, { schema, names: body.names })
  }
  for (const { content, names } of bodies) if (content.schema !== undefined) content.schema = replaceNamed(content.schema, names, nameByKey)
  for (const entry of named.values())
    entry.schema = mapInside(entry.schema, entry.names, (inner, names) => replaceNamed(inner, names, nameByKey))
  nameRepeated(named)
  return named
}

/** Sorts bodies so that the calls that return a module's entity come first and requests come last. */
function compareBodies(one: Body, other: Body): number {
  return computeRank(one) - computeRank(other)
}

function computeRank({ names: [, call = ''], isRequest }: Body): number {
  if (isRequest) return entityCalls.length + 1
  const rank = entityCalls.indexOf(call)
  return rank < 0 ? entityCalls.length : rank
}

function chooseBodyName({ names: [module = '', call = ''], isRequest }: Body, isListed: boolean, named: Map<string, NamedSchema>): string {
  const chosen = schemaNames[`${module}.${call}${isRequest ? '.request' : ''}`]
  if (chosen !== undefined) return chosen
  const entity = schemaNames[module] ?? toSingular(module)
  const name = isRequest ? `${entity}${toPascalCase(call)}Request` : entityCalls.includes(call) ? entity : `${entity}${toPascalCase(call)}`
  if (!named.has(name)) return name
  return `${entity}${toPascalCase(call)}${isRequest ? 'FormRequest' : isListed ? 'Item' : 'Response'}`
}

/**
 * Names the objects that still occur in several schemas. The largest object is named first, because it may contain
 * smaller ones.
 */
function nameRepeated(named: Map<string, NamedSchema>): void {
  for (;;) {
    const places = new Map<string, { schema: Schema; names: Names; name: string }[]>()
    for (const [name, entry] of named) collectObjects(entry.schema, entry.names, name, places)
    const repeated = [...places].filter(([, found]) => found.length > 1)
    const [key, [first]] = repeated.reduce((longest, one) => (one[0].length > longest[0].length ? one : longest), [
      '',
      [],
    ] as (typeof repeated)[0])
    if (first === undefined) return
    const name = schemaNames[first.names.join('.')] ?? `${first.name.replace(/Request$/, '')}${toSingular(first.names.at(-1) ?? '')}`
    const unique = named.has(name) ? `${name}Part` : name
    for (const entry of named.values())
      entry.schema = mapInside(entry.schema, entry.names, (inner, names) => replaceNamed(inner, names, new Map([[key, unique]])))
    named.set(unique, first)
  }
}

function collectObjects(
  schema: Schema,
  names: Names,
  name: string,
  places: Map<string, { schema: Schema; names: Names; name: string }[]>,
): void {
  mapInside(schema, names, (inner, innerNames) => {
    if (isObject(inner))
      places.set(toSchemaKey(inner), [...(places.get(toSchemaKey(inner)) ?? []), { schema: inner, names: innerNames, name }])
    collectObjects(inner, innerNames, name, places)
    return inner
  })
}

function replaceNamed(schema: Schema, names: Names, nameByKey: Map<string, string>): Schema {
  const name = isObject(schema) ? nameByKey.get(toSchemaKey(schema)) : undefined
  if (name === undefined || '$ref' in schema)
    return mapInside(schema, names, (inner, innerNames) => replaceNamed(inner, innerNames, nameByKey))
  return { ...createReference(name), ...(schema.description !== undefined && { description: schema.description }) }
}

/** Finds the object schema of a body that is an object or a list of objects. */
function findObject(schema: Schema | undefined, isListed = false): { schema?: Schema; isListed: boolean } {
  if (schema === undefined || '$ref' in schema) return { isListed }
  if (schema.type === 'array' && schema.items !== undefined) return findObject(schema.items, true)
  if ('contentSchema' in schema) return findObject(schema.contentSchema as Schema, isListed)
  return { ...(isObject(schema) && { schema }), isListed }
}

/** Returns whether the schema is an object with known fields, or a choice between such objects. */
function isObject(schema: Schema): boolean {
  if ('$ref' in schema) return false
  const variants = schema.anyOf ?? schema.oneOf
  return variants === undefined ? schema.properties !== undefined : variants.every(isObject)
}

const keyBySchema = new WeakMap<Schema, string>()

/** Returns a text that identifies a schema. Equal schemas have equal keys, even if their descriptions differ. */
function toSchemaKey(schema: Schema): string {
  const stored = keyBySchema.get(schema)
  if (stored !== undefined) return stored
  const { description: _description, ...rest } = schema as OpenAPI.SchemaObject
  const key = JSON.stringify(rest)
  keyBySchema.set(schema, key)
  return key
}

/** Turns `categories` into `Category`, `aliases` into `Alias` and `shops` into `Shop`. `focus` stays `Focus`. */
function toSingular(plural: string): string {
  const singular = plural.replace(/ies$|(ias|ss|tus)es$|([^isu])s$/, (_ending, stem?: string, letter?: string) => stem ?? letter ?? 'y')
  return toPascalCase(singular)
}

/** Turns `featured_links` into `FeaturedLinks`. */
function toPascalCase(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_whole, letter: string) => letter.toUpperCase())
}
