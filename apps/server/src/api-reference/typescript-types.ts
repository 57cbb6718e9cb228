import { nameOfReference, type Schema, type Schemas } from './schemas.ts'

const lineLength = 76

/** Returns a TypeScript type for values of the schema. Names of schemas that it refers to are added to `used`. */
export function typescriptType(schema: Schema | undefined, used: Set<string>, indent = ''): string {
  if (schema === undefined) return 'unknown'
  if ('$ref' in schema) {
    used.add(nameOfReference(schema))
    return nameOfReference(schema)
  }
  const variants = schema.anyOf ?? schema.oneOf
  if (variants !== undefined) return unionOf([...new Set(variants.map((variant) => typescriptType(variant, used, indent)))], indent)
  if (schema.enum !== undefined) return unionOf(schema.enum.map(literal), indent)
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.type === 'array') return listOf(typescriptType(schema.items, used, indent))
  if (schema.type === 'object') return objectType(schema, used, indent)
  const names: Record<string, string> = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }
  return (typeof schema.type === 'string' && names[schema.type]) || 'unknown'
}

/** Declares the interfaces with these names, and those inside them. */
export function typescriptInterfaces(used: Set<string>, named: Schemas): string {
  const declarations: string[] = []
  // A set that grows while it is read is read to its end.
  for (const name of used) {
    const schema = named[name]
    const type = typescriptType(schema, used)
    declarations.push(type.startsWith('{\n') ? `interface ${name} ${type}` : `type ${name} = ${type}`)
  }
  return declarations.join('\n\n')
}

function objectType(schema: Exclude<Schema, { $ref: string }>, used: Set<string>, indent: string): string {
  const inner = `${indent}  `
  if (schema.properties === undefined) {
    const { additionalProperties: values } = schema
    return `Record<string, ${typeof values === 'object' ? typescriptType(values, used, indent) : 'unknown'}>`
  }
  const lines = Object.entries(schema.properties).map(([name, property]) => {
    const key = /^[a-z_]\w*$/i.test(name) ? name : literal(name)
    return `${inner}${key}${schema.required?.includes(name) ? '' : '?'}: ${typescriptType(property, used, inner)}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

function listOf(type: string): string {
  return /^\w+$/.test(type) || type.startsWith('{') ? `${type}[]` : `Array<${type}>`
}

function unionOf(types: string[], indent: string): string {
  const line = types.join(' | ')
  return types.length > 1 && line.length > lineLength - indent.length && !line.includes('\n')
    ? types.map((type) => `\n${indent}  | ${type}`).join('')
    : line
}

/** The value in the quotes that this code has. */
export function literal(value: unknown): string {
  return typeof value === 'string' ? `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'` : String(value)
}
