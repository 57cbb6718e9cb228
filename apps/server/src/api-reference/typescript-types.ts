import { type Schema, type Schemas, toSchemaName } from './schemas.ts'

const lineLength = 76

/** Formats the TypeScript type of the schema's values. Adds the names of referenced schemas to `used`. */
export function formatType(schema: Schema | undefined, used: Set<string>, indent = ''): string {
  if (schema === undefined) return 'unknown'
  if ('$ref' in schema) {
    used.add(toSchemaName(schema))
    return toSchemaName(schema)
  }
  const variants = schema.anyOf ?? schema.oneOf
  if (variants !== undefined) return formatUnionType([...new Set(variants.map((variant) => formatType(variant, used, indent)))], indent)
  if (schema.enum !== undefined) return formatUnionType(schema.enum.map(formatLiteralType), indent)
  if (schema.const !== undefined) return formatLiteralType(schema.const)
  if (schema.type === 'array') return formatListType(formatType(schema.items, used, indent))
  if (schema.type === 'object') return formatObjectType(schema, used, indent)
  const names: Record<string, string> = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }
  return (typeof schema.type === 'string' && names[schema.type]) || 'unknown'
}

/** Formats the interfaces with these names, and the interfaces that they refer to. */
export function formatInterfaces(used: Set<string>, named: Schemas): string {
  const declarations: string[] = []
  // `used` grows during the loop, and the loop also visits the added names.
  for (const name of used) {
    const schema = named[name]
    const type = formatType(schema, used)
    declarations.push(type.startsWith('{\n') ? `interface ${name} ${type}` : `type ${name} = ${type}`)
  }
  return declarations.join('\n\n')
}

function formatObjectType(schema: Exclude<Schema, { $ref: string }>, used: Set<string>, indent: string): string {
  const inner = `${indent}  `
  if (schema.properties === undefined) {
    const { additionalProperties: values } = schema
    return `Record<string, ${typeof values === 'object' ? formatType(values, used, indent) : 'unknown'}>`
  }
  const lines = Object.entries(schema.properties).map(([name, property]) => {
    const key = /^[a-z_]\w*$/i.test(name) ? name : formatLiteralType(name)
    return `${inner}${key}${schema.required?.includes(name) ? '' : '?'}: ${formatType(property, used, inner)}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

function formatListType(type: string): string {
  return /^\w+$/.test(type) || type.startsWith('{') ? `${type}[]` : `Array<${type}>`
}

function formatUnionType(types: string[], indent: string): string {
  const line = types.join(' | ')
  return types.length > 1 && line.length > lineLength - indent.length && !line.includes('\n')
    ? types.map((type) => `\n${indent}  | ${type}`).join('')
    : line
}

/** Formats a value as a literal. Strings get single quotes. */
export function formatLiteralType(value: unknown): string {
  return typeof value === 'string' ? `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'` : String(value)
}
