import type { AnySchema } from '@orpc/contract'

/** The parts of a call in the contract. */
export interface Procedure {
  route: { method?: string; path?: string; summary?: string; outputStructure?: string }
  inputSchema?: AnySchema
  outputSchema?: AnySchema
  errorMap: object
}

export function mapProcedures(contract: object): Record<string, Record<string, Procedure>> {
  const modules = Object.entries(contract as Record<string, Record<string, { '~orpc': Procedure }>>)
  return Object.fromEntries(
    modules.map(([module, calls]) => [module, Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, call['~orpc']]))]),
  )
}

/** Returns the method and path of every call. A third element, 1, means that the output has a status and headers. */
export function mapRoutes(contract: object): Record<string, Record<string, unknown[]>> {
  const modules = Object.entries(mapProcedures(contract)).map(([module, calls]) => [
    module,
    Object.fromEntries(
      Object.entries(calls).map(([name, { route }]) => [
        name,
        [route.method, route.path, ...(route.outputStructure === 'detailed' ? [1] : [])],
      ]),
    ),
  ])
  return Object.fromEntries(modules)
}
