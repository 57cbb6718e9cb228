import { type CallMeta, contract } from '@linkshelf/contract'
import type { Plugin } from 'vite'
import { mapRoutes } from '../../packages/client/build/procedures.ts'

const routesId = 'virtual:routes'
const ownerFieldsId = 'virtual:owner-fields'
const contractSources = '/packages/contract/src/'

interface Procedure {
  '~orpc': { meta: CallMeta; route: { method?: string } }
}

interface SpannedNode {
  type: string
  start: number
  end: number
}

/**
 * Reduces the contract to what the browser needs: its constants and the routes of its calls. The browser does not need
 * the schemas, because the server validates. `virtual:routes` contains only the routes, with the roles that may make
 * the calls. Schemas that nothing imports are dropped from the bundle, and so is the schema library (26 KB gzipped).
 */
export function contractInBrowser(): Plugin {
  return {
    name: 'contract-in-browser',
    resolveId(id) {
      return id === routesId || id === ownerFieldsId ? `\0${id}` : undefined
    },
    load(id) {
      if (id === `\0${routesId}`) return `export const routes = ${JSON.stringify(addRoles(mapRoutes(contract)))}`
      if (id === `\0${ownerFieldsId}`)
        return `export const ownerFields = ${JSON.stringify(listOwnerFields(contract))}\nexport const addingCalls = ${JSON.stringify(listAddingCalls(contract))}`
      return undefined
    },
    transform(code, id) {
      if (!id.includes(contractSources)) return undefined
      return { code: markPure(code, this.parse(code).body), map: null }
    },
  }
}

type Contract = Record<string, Record<string, Procedure>>

/**
 * Adds the minimum role of a call if it does not follow from the method: 1 if only owners may make the call, 2 if
 * viewers may make a call that writes.
 */
function addRoles(routes: ReturnType<typeof mapRoutes>): ReturnType<typeof mapRoutes> {
  const findRole = (module: string, name: string) => {
    const { meta, route } = (contract as unknown as Contract)[module]?.[name]?.['~orpc'] ?? { meta: {}, route: {} }
    if (meta.role === 'owner') return 1
    return meta.role === 'viewer' && route.method !== 'GET' ? 2 : 0
  }
  const modules = Object.entries(routes).map(([module, calls]) => {
    const withRole = Object.entries(calls).map(([name, [method, path, isDetailed]]) => {
      const role = findRole(module, name)
      return [name, role === 0 ? calls[name] : [method, path, isDetailed ?? 0, role]]
    })
    return [module, Object.fromEntries(withRole)]
  })
  return Object.fromEntries(modules)
}

/** Returns the fields that only owners may change, by the name of the call. */
function listOwnerFields(calls: object): Record<string, string[]> {
  const named = Object.entries(calls as Contract).flatMap(([module, procedures]) =>
    Object.entries(procedures).map(([name, call]) => [`${module}.${name}`, Object.keys(call['~orpc'].meta.ownerFields ?? {})] as const),
  )
  return Object.fromEntries(named.filter(([, fields]) => fields.length > 0))
}

/** Returns the names of the calls that an archived project rejects. */
function listAddingCalls(calls: object): string[] {
  return Object.entries(calls as Contract).flatMap(([module, procedures]) =>
    Object.entries(procedures).flatMap(([name, call]) => (call['~orpc'].meta.addsToProject ? [`${module}.${name}`] : [])),
  )
}

/**
 * Turns every computed top-level constant into a pure call, which a bundler drops if it is unused. Line numbers do not
 * change.
 */
export function markPure(code: string, statements: readonly object[]): string {
  let marked = code
  for (const { start, end } of findComputedConstants(statements).reverse()) {
    marked = `${marked.slice(0, start)}/* @__PURE__ */ (() => (${marked.slice(start, end)}))()${marked.slice(end)}`
  }
  return marked
}

function findComputedConstants(statements: readonly object[]): SpannedNode[] {
  return statements
    .map((statement) => ('declaration' in statement && statement.declaration !== null ? statement.declaration : statement))
    .flatMap((declaration) => (isDeclarationList(declaration) ? declaration.declarations : []))
    .flatMap(({ init }) => (init !== null && isComputed(init) ? [init] : []))
}

function isDeclarationList(node: unknown): node is { declarations: { init: SpannedNode | null }[] } {
  return typeof node === 'object' && node !== null && 'declarations' in node && Array.isArray(node.declarations)
}

function isComputed({ type }: SpannedNode): boolean {
  return type === 'CallExpression' || type === 'ObjectExpression'
}
