import type { OpenAPI } from '@orpc/contract'
import { type DescribedCall, type DescribedError, describeCall } from './described-calls.ts'
import { type DescribedObject, describeObjects, findReturnedObjects } from './described-objects.ts'
import type { OpenApiDocument } from './openapi-document.ts'
import type { NamedSchemas } from './schema-fields.ts'
import type { Schemas } from './schemas.ts'

export interface DescribedModule {
  name: string
  title: string
  description: string
  /** The objects that several calls return. An object belongs to the module of the first of these calls. */
  objects: DescribedObject[]
  calls: DescribedCall[]
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

/** Describes the document's calls and objects by module, in the order of the contract. */
export function describeModules(document: OpenApiDocument): DescribedModule[] {
  const { paths = {}, servers = [], tags = [] } = document
  const origin = servers[0]?.url ?? ''
  const operations = Object.entries(paths).flatMap(([path, operationsOfPath]) =>
    methods.flatMap((method) => {
      const operation = operationsOfPath?.[method]
      return operation === undefined ? [] : [{ method: method.toUpperCase(), path, operation }]
    }),
  )
  const returned = findReturnedObjects(operations.map(({ operation }) => operation))
  const context: NamedSchemas = { named: (document.components?.schemas ?? {}) as Schemas, described: new Set(returned.keys()) }
  const modules = Map.groupBy(operations, ({ operation }) => toModuleName(operation))
  return [...modules].map(([name, inModule]) => {
    const tag = inModule[0]?.operation.tags?.[0] ?? name
    return {
      name,
      title: tag,
      description: tags.find((one) => one.name === tag)?.description ?? '',
      objects: describeObjects(
        returned,
        inModule.map(({ operation }) => operation),
        context,
      ),
      calls: inModule.map(({ method, path, operation }) => describeCall(method, path, operation, origin, context)),
    }
  })
}

function toModuleName({ operationId = '' }: OpenAPI.OperationObject): string {
  return operationId.split('.')[0] ?? operationId
}

/**
 * Finds the errors that more than a fifth of all calls may return. These errors are common to calls and say nothing
 * about a particular call.
 */
export function findCommonErrors(modules: DescribedModule[]): DescribedError[] {
  const calls = modules.flatMap((module) => module.calls)
  const byCode = Map.groupBy(
    calls.flatMap(({ errors }) => errors),
    ({ code }) => code,
  )
  return [...byCode.values()].flatMap(([error, ...others]) => (error !== undefined && others.length >= calls.length / 5 ? [error] : []))
}
