import { type CallMeta, contract, type MemberRole } from '@linkshelf/contract'
import type { Plugin } from 'vite'
import { routesOf } from '../../packages/client/build/procedures.ts'

const routesId = 'virtual:routes'
const callRolesId = 'virtual:call-roles'
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
 * The browser needs the contract's constants and the routes of its calls, not its schemas: the server validates.
 * `virtual:routes` contains only those, and `virtual:call-roles` the roles that may make them. Schemas without an
 * import are dropped from the bundle, and the schema library with them (26 KB gzipped).
 */
export function contractInBrowser(): Plugin {
  return {
    name: 'contract-in-browser',
    resolveId(id) {
      return id === routesId || id === callRolesId ? `\0${id}` : undefined
    },
    load(id) {
      if (id === `\0${routesId}`) return `export const routes = ${JSON.stringify(routesOf(contract))}`
      if (id !== `\0${callRolesId}`) return undefined
      const constants = Object.entries(callRolesOf(contract)).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      return constants.join('\n')
    },
    transform(code, id) {
      if (!id.includes(contractSources)) return undefined
      return { code: markPure(code, this.parse(code).body), map: null }
    },
  }
}

/** The calls whose least role does not follow from their method, by name. */
function callRolesOf(calls: object) {
  const named = Object.entries(calls as Record<string, Record<string, Procedure>>).flatMap(([module, procedures]) =>
    Object.entries(procedures).map(([name, { '~orpc': procedure }]) => ({ name: `${module}.${name}`, ...procedure })),
  )
  const namesOf = (role: MemberRole) =>
    named.flatMap(({ name, meta, route }) => (meta.role === role && (role === 'owner' || route.method !== 'GET') ? [name] : []))
  const ownerFields = named.flatMap(({ name, meta }) => (meta.ownerFields ? [[name, Object.keys(meta.ownerFields)] as const] : []))
  return { callsForOwners: namesOf('owner'), ownCalls: namesOf('viewer'), ownerFields: Object.fromEntries(ownerFields) }
}

/**
 * Turns every computed top-level constant into a pure call, which a bundler drops when it is unused. Line
 * numbers do not change.
 */
export function markPure(code: string, statements: readonly object[]): string {
  let marked = code
  for (const { start, end } of computedConstants(statements).reverse()) {
    marked = `${marked.slice(0, start)}/* @__PURE__ */ (() => (${marked.slice(start, end)}))()${marked.slice(end)}`
  }
  return marked
}

function computedConstants(statements: readonly object[]): SpannedNode[] {
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
