import * as contractModule from '@linkshelf/contract'
import { type AnySchema, getEventIteratorSchemaDetails } from '@orpc/contract'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { mapProcedures, type Procedure } from './procedures.ts'
import { type FindName, formatSchemaType, formatStructure, type JsonSchema } from './schema-type.ts'

type Strategy = 'input' | 'output'

const converter = new ZodToJsonSchemaConverter({
  interceptors: [
    ({ schema, next }) => {
      const { type, in: input, out: output } = schema._zod.def as { type: string; in?: SchemaInternals; out?: SchemaInternals }
      // The contract parses booleans from the text `true` or `false` of a query string. Callers of the client pass
      // booleans.
      if (type === 'pipe' && input?._zod.def.type === 'string' && output?._zod.def.type === 'boolean') return [true, { type: 'boolean' }]
      // The only custom schema is the schema of a CSV file.
      return type === 'custom' ? [true, { type: 'string', contentMediaType: 'text/csv' }] : next()
    },
  ],
})

interface SchemaInternals {
  _zod: { def: { type: string } }
}

/**
 * Returns TypeScript declarations of all API calls in the contract. In the published package, they replace
 * `src/client.ts`. They are plain types, and import only the types of `call.ts`.
 */
export function generateClientTypes(): string {
  const { nameOf, declarations } = nameSchemas()
  const modules = Object.entries(mapProcedures(contractModule.contract)).map(([module, calls]) => {
    const lines = Object.entries(calls).map(([name, procedure]) => formatCallType(name, procedure))
    return `  readonly ${module}: {\n${lines.join('')}  }\n`
  })
  return [
    "import type { Call, OptionalCall } from './call.js'\n",
    ...declarations(),
    `/** Every call by module. */\nexport interface Client {\n${modules.join('')}}\n`,
  ].join('\n')

  function formatCallType(name: string, { inputSchema, outputSchema, errorMap, route }: Procedure): string {
    const input = inputSchema === undefined ? undefined : toCallInput(toJsonSchema(inputSchema, 'input'))
    const output = outputSchema === undefined ? 'unknown' : formatOutputType(outputSchema)
    const codes = Object.keys(errorMap).map((code) => JSON.stringify(code))
    const isOptional = input === undefined || input.required?.length === 0
    const kind = isOptional ? 'OptionalCall' : 'Call'
    const types = [input === undefined ? 'object' : formatSchemaType(input, nameOf, '    '), output, codes.join(' | ') || 'never']
    return `    /** ${route.summary}. */\n    ${name}: ${kind}<${types.join(', ')}>\n`
  }

  function formatOutputType(schema: AnySchema): string {
    const events = getEventIteratorSchemaDetails(schema)
    if (events === undefined) return formatSchemaType(toJsonSchema(schema, 'output'), nameOf, '    ')
    return `AsyncGenerator<${formatSchemaType(toJsonSchema(events.yields, 'output'), nameOf, '    ')}, void, undefined>`
  }
}

/**
 * Returns the schema of a call's input. The query and the headers are optional if they have no required fields. Path
 * parameters and bodies that are required stay required.
 */
function toCallInput(schema: JsonSchema): JsonSchema {
  const { properties = {}, required = [] } = schema
  const needed = required.filter((part) => part === 'params' || part === 'body' || (properties[part]?.required?.length ?? 0) > 0)
  return { ...schema, required: needed }
}

function toJsonSchema(schema: AnySchema, strategy: Strategy): JsonSchema {
  return converter.convert(schema, { strategy })[1] as JsonSchema
}

/**
 * Names the objects that the contract exports, for example `link` as `Link`. If the fields of an object differ between
 * requests and responses, the object has two types. The type that is used second has a name that ends in `Input`.
 */
function nameSchemas(): { nameOf: FindName; declarations(): string[] } {
  const exported = new Map<string, string>()
  for (const strategy of ['output', 'input'] as const) {
    for (const [name, value] of Object.entries(contractModule)) {
      if (typeof value !== 'object' || value === null || !('_zod' in value)) continue
      const schema = toJsonSchema(value as unknown as AnySchema, strategy)
      const text = JSON.stringify(schema)
      if (schema.properties !== undefined && !exported.has(text)) exported.set(text, name.charAt(0).toUpperCase() + name.slice(1))
    }
  }
  const used = new Map<string, string>()
  const written = new Map<string, string>()
  const findName: FindName = (schema) => {
    const text = JSON.stringify(schema)
    const name = exported.get(text)
    if (name === undefined || used.has(text)) return used.get(text)
    const free = [...used.values()].includes(name) ? `${name}Input` : name
    used.set(text, free)
    // The name of the type is reserved before the parts of the type are named, because the parts can have names too.
    written.set(free, `export type ${free} = ${formatStructure(schema, findName)}\n`)
    return free
  }
  return { nameOf: findName, declarations: () => [...written.values()] }
}
