import type { OpenAPI } from '@orpc/contract'
import { formatJson } from './curl-line.ts'
import { type Field, findObjectName, listFields, type NamedSchemas } from './schema-fields.ts'
import { formatInterfaces } from './typescript-types.ts'

export interface DescribedObject {
  /** The name of the object's schema. It is also the anchor of its section. */
  name: string
  fields: Field[]
  sample: string
  typescript: string
}

interface ReturnedObject {
  /** The calls that return the object, alone or in a list. */
  operations: OpenAPI.OperationObject[]
  example: unknown
}

/** Finds the objects that at least two calls return, by schema name. */
export function findReturnedObjects(operations: OpenAPI.OperationObject[]): Map<string, ReturnedObject> {
  const returned = new Map<string, ReturnedObject>()
  for (const operation of operations) {
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      const content = '$ref' in response || Number(status) >= 400 ? undefined : response.content?.['application/json']
      const name = findObjectName(content?.schema)
      if (content === undefined || name === undefined) continue
      const example: unknown = Array.isArray(content.example) ? content.example[0] : content.example
      const entry = returned.get(name) ?? { operations: [], example }
      returned.set(name, { ...entry, operations: [...entry.operations, operation] })
    }
  }
  return new Map([...returned].filter(([, object]) => object.operations.length > 1))
}

/**
 * Describes the objects of the module that has these operations. An object belongs to the module whose operation is the
 * first to return it.
 */
export function describeObjects(
  returned: ReadonlyMap<string, ReturnedObject>,
  operations: OpenAPI.OperationObject[],
  context: NamedSchemas,
): DescribedObject[] {
  const firstReturned = [...returned].filter(
    ([
      ,
      {
        operations: [first],
      },
    ]) => first !== undefined && operations.includes(first),
  )
  return firstReturned.map(([name, { example }]) => ({
    name,
    fields: listFields(context.named[name], context),
    sample: formatJson(example),
    typescript: formatInterfaces(new Set([name]), context.named),
  }))
}
